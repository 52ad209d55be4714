// Tests the configuration of the linter with files that contain violations on purpose. The linter must report each violation, and must not report the clean files.
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('../..', import.meta.url));
const component = (body: string): string => `import { useEffect, useState } from 'react';
export const Planted = ({ id, names }: { readonly id: string; readonly names: readonly string[] }) => {
  const [seen, setSeen] = useState('');
  ${body}
};
`;

/** A file that the test writes, and the rules of the linter that must report this file. The list of a clean file is empty. */
interface Plant {
  readonly file: string;
  readonly text: string;
  readonly rules: readonly string[];
}

const web = 'apps/web/src';
const plants: readonly Plant[] = [
  {
    file: `${web}/conditional-state.tsx`,
    text: component('if (id !== "") { const [x] = useState(1); return x; }\n  setSeen(seen);\n  return names[0];'),
    rules: ['react-hooks(rules-of-hooks)'],
  },
  {
    file: `${web}/conditional-effect.tsx`,
    text: component('if (id !== "") { useEffect(() => undefined, []); }\n  setSeen(seen);\n  return names[0];'),
    rules: ['react-hooks(rules-of-hooks)'],
  },
  {
    file: `${web}/missing-dependency.tsx`,
    text: component(
      'useEffect(() => { const timer = setTimeout(() => setSeen(id), 1); return () => clearTimeout(timer); }, []);\n  return seen + names[0];',
    ),
    rules: ['react-hooks(exhaustive-deps)'],
  },
  {
    file: `${web}/state-in-effect.tsx`,
    text: component('useEffect(() => { setSeen(id); }, [id]);\n  return seen + names[0];'),
    rules: ['react(set-state-in-effect)'],
  },
  {
    file: `${web}/list-without-key.tsx`,
    text: 'export const Names = ({ names }: { readonly names: readonly string[] }) => <ul>{names.map((one) => <li>{one}</li>)}</ul>;\n',
    rules: ['react(jsx-key)'],
  },
  {
    file: `${web}/image.tsx`,
    text: 'export const Image = () => <img src="/a.png" />;\n',
    rules: ['jsx-a11y(alt-text)'],
  },
  {
    file: `${web}/raw-html.tsx`,
    text: 'export const Raw = ({ html }: { readonly html: string }) => <p dangerouslySetInnerHTML={{ __html: html }} />;\n',
    rules: ['react(no-danger)'],
  },
  {
    file: `${web}/click-only.tsx`,
    text: 'export const Click = ({ go }: { readonly go: () => void }) => <li role="option" aria-selected="false" onClick={go}>x</li>;\n',
    rules: ['jsx-a11y(click-events-have-key-events)'],
  },
  {
    file: `${web}/clock-in-render.tsx`,
    text: 'export const Now = () => <p>{Date.now()}</p>;\n',
    rules: ['react(purity)'],
  },
  {
    file: `${web}/node-import.ts`,
    text: "import { readFileSync } from 'node:fs';\nexport const read = () => readFileSync('a');\n",
    rules: ['eslint(no-restricted-imports)'],
  },
  {
    file: `${web}/clean.tsx`,
    text: component(
      'useEffect(() => { document.title = id; }, [id]);\n  return <button type="button" onClick={() => setSeen(id)}>{seen}{names.map((one) => <b key={one}>{one}</b>)}</button>;',
    ),
    rules: [],
  },
  {
    file: 'packages/strategy/src/node-import.ts',
    text: "import fs from 'fs';\nexport const read = () => fs.readFileSync('a');\n",
    rules: ['eslint(no-restricted-imports)'],
  },
  {
    file: 'packages/engine/src/deep-import.ts',
    text: "import { step } from '@rondo/strategy/src/step.ts';\nexport const again = step;\n",
    rules: ['eslint(no-restricted-imports)'],
  },
  {
    file: 'packages/engine/src/default-export.ts',
    text: 'export default function plan() { return 1; }\n',
    rules: ['import(no-default-export)'],
  },
  {
    file: 'packages/store/src/left.ts',
    text: "import { right } from './right.ts';\nexport const left = (): number => right() + 1;\n",
    rules: ['import(no-cycle)'],
  },
  {
    file: 'packages/store/src/right.ts',
    text: "import { left } from './left.ts';\nexport const right = (): number => left() + 1;\n",
    rules: ['import(no-cycle)'],
  },
  {
    file: 'packages/store/src/left-type.ts',
    text: "import type { Right } from './right-type.ts';\nexport interface Left { readonly right: Right | null }\n",
    rules: ['import(no-cycle)'],
  },
  {
    file: 'packages/store/src/right-type.ts',
    text: "import type { Left } from './left-type.ts';\nexport interface Right { readonly left: Left | null }\n",
    rules: ['import(no-cycle)'],
  },
  {
    file: 'packages/store/src/floating.ts',
    text: 'const wait = async (): Promise<number> => 1;\nexport const start = (): void => {\n  wait();\n};\n',
    rules: ['typescript(no-floating-promises)'],
  },
  {
    file: 'packages/store/src/loose.ts',
    text: 'export const parse = (text: string): any => JSON.parse(text);\n',
    rules: ['typescript(no-explicit-any)'],
  },
  {
    file: 'packages/store/src/clean.ts',
    text: '/** Returns one more. */\nexport const next = (count: number): number => count + 1;\n',
    rules: [],
  },
];

interface Diagnostic {
  readonly code: string;
  readonly filename: string;
}

let folder = '';
let found: ReadonlyMap<string, ReadonlySet<string>> = new Map();

beforeAll(() => {
  folder = mkdtempSync(path.join(tmpdir(), 'rondo-lint-'));
  for (const { file, text } of plants) {
    mkdirSync(path.dirname(path.join(folder, file)), { recursive: true });
    writeFileSync(path.join(folder, file), text);
  }
  cpSync(path.join(root, '.oxlintrc.json'), path.join(folder, '.oxlintrc.json'));
  const compilerOptions = {
    strict: true,
    module: 'esnext',
    moduleResolution: 'bundler',
    jsx: 'react-jsx',
    noEmit: true,
  };
  const included = { compilerOptions: { ...compilerOptions, allowImportingTsExtensions: true }, include: ['**/*'] };
  writeFileSync(path.join(folder, 'tsconfig.json'), JSON.stringify(included));
  const byFile = new Map<string, Set<string>>();
  for (const { code, filename } of lint()) {
    const name = filename.replaceAll('\\', '/');
    byFile.set(name, (byFile.get(name) ?? new Set()).add(code));
  }
  found = byFile;
});
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function lint(): readonly Diagnostic[] {
  const installed = path.join(root, 'node_modules');
  const { stdout } = spawnSync(process.execPath, [path.join(installed, 'oxlint', 'bin', 'oxlint'), '--format=json'], {
    cwd: folder,
    encoding: 'utf8',
    timeout: 20_000,
    env: { ...process.env, OXLINT_TSGOLINT_PATH: path.join(installed, '.bin', 'tsgolint') },
  });
  // The linter defines this JSON format. When the linter prints no report, JSON.parse throws.
  return (JSON.parse(stdout) as { diagnostics: readonly Diagnostic[] }).diagnostics;
}

test.each(plants)('the linter reports $rules in $file', ({ file, rules }) => {
  expect([...(found.get(file) ?? [])]).toEqual(rules.length === 0 ? [] : expect.arrayContaining([...rules]));
});
