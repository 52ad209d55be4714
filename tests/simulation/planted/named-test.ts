// Runs one test with a changed source text, to prove that the test fails with a known bug.
import { startVitest } from 'vitest/node';
import { inProject, patchPlugin, type SourcePatch } from './source-patch.ts';

/** A test of the project: its file from the root of the project, and its name. */
export type NamedTest = { readonly file: string; readonly name: string };

/** Returns true when the test passes with these changes of the source text, and false when it fails. Throws when no test has the name. */
export async function passes({ file, name }: NamedTest, patches: readonly SourcePatch[]): Promise<boolean> {
  const vitest = await startVitest(
    'test',
    [inProject(file)],
    {
      root: inProject('.'),
      config: false,
      watch: false,
      include: [file],
      reporters: [{}],
      testNamePattern: `^${name.replace(/[.*+?^${}()|[\]\\]/g, '\\$&')}$`,
      testTimeout: 60_000,
    },
    { plugins: [patchPlugin(patches)] },
  );
  const states = vitest.state
    .getTestModules()
    .flatMap((module) => [...module.children.allTests()])
    .map((test) => test.result().state)
    .filter((state) => state !== 'skipped');
  await vitest.close();
  if (states.length !== 1) throw new Error(`${states.length} tests of ${file} have the name "${name}".`);
  return states[0] === 'passed';
}
