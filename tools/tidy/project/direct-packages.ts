// Rule: each package.json has exactly as many foreign packages as the project has decided. A further package can change what is installed and built, so it needs a decision here.
import { textOf, type Finding, type Tree } from '../tree.ts';

/** The number of foreign packages of each package.json, with those for development. A package.json without an entry has none. */
const allowed: Readonly<Record<string, number>> = {
  'package.json': 32,
  'apps/server/package.json': 16,
  'apps/web/package.json': 19,
  'bench/package.json': 3,
  'packages/bus/package.json': 2,
  'packages/contract/package.json': 1,
  'packages/exchange/package.json': 3,
  'packages/protocol/package.json': 3,
  'packages/sandbox/package.json': 2,
  'packages/store/package.json': 10,
  'packages/testkit/package.json': 2,
};

const manifest = /^(?:(?:packages|apps)\/[^/]+\/|bench\/)?package\.json$/;

/** Counts the foreign packages of each package.json. */
export function checkDirectPackages(tree: Tree): readonly Finding[] {
  return [...tree.keys()]
    .filter((file) => manifest.test(file))
    .flatMap((file) => {
      const [count, wanted] = [countForeign(textOf(tree, file)), allowed[file] ?? 0];
      if (count === wanted) return [];
      const message = `it has ${count} foreign packages, and tools/tidy/project/direct-packages.ts allows ${wanted}`;
      return [{ file, line: 1, message }];
    });
}

function countForeign(text: string): number {
  // npm defines these fields.
  const { dependencies, devDependencies, optionalDependencies } = JSON.parse(text) as Readonly<
    Record<string, Readonly<Record<string, string>> | undefined>
  >;
  const names = Object.keys({ ...dependencies, ...devDependencies, ...optionalDependencies });
  return names.filter((name) => !name.startsWith('@rondo/')).length;
}
