// Tests the budgets of the routes with three violations: a route whose scripts are too large, a route whose style sheets are too large, and a script that no budget contains.
import { expect, test } from 'vitest';
import { findHeavy, findUnlisted, findWorkbench, weighRoutes, type Chunk } from './weigh.ts';

const entry = { file: 'index.js', isEntry: true, modules: ['apps/web/src/main.tsx'], bytes: 40_000 };
const shared = { file: 'react.js', isEntry: false, modules: ['node_modules/react/index.js'], bytes: 30_000 };
const history = { file: 'history.js', isEntry: false, modules: ['apps/web/src/history.tsx'], bytes: 5_000 };
const base = { file: 'base.css', bytes: 9_000 };
const late = { file: 'late.js', isEntry: false, modules: ['apps/web/src/late.tsx'], bytes: 90_000 };

/** Returns a build whose history page statically imports an additional script of the given size. */
function buildWith(extraBytes: number): readonly Chunk[] {
  const extra = { file: 'extra.js', isEntry: false, modules: ['node_modules/extra/index.js'], bytes: extraBytes };
  return [
    { ...entry, imports: ['react.js'], dynamicImports: ['history.js', 'late.js'], styles: [base] },
    { ...shared, imports: [], dynamicImports: [], styles: [] },
    {
      ...history,
      imports: ['react.js', 'extra.js'],
      dynamicImports: [],
      styles: [base, { file: 'history.css', bytes: 1_200 }],
    },
    { ...extra, imports: ['react.js'], dynamicImports: [], styles: [] },
    { ...late, imports: [], dynamicImports: [], styles: [] },
  ];
}

const budgets = [
  { name: 'start', limitKb: 70, stylesLimitKb: 9, loads: [] },
  { name: 'history', after: 'start', limitKb: 6, stylesLimitKb: 1.2, loads: ['history.tsx'] },
];

test('the weight of a route includes the static imports of its scripts, and excludes scripts that are loaded later', () => {
  expect(weighRoutes(buildWith(1_000), budgets)).toEqual([
    { name: 'start', kb: 70, limitKb: 70, stylesKb: 9, stylesLimitKb: 9 },
    { name: 'history', kb: 6, limitKb: 6, stylesKb: 1.2, stylesLimitKb: 1.2 },
  ]);
});

test('findHeavy reports the style sheets of a route above their limit, and a sheet of an earlier route counts once', () => {
  const light = budgets.map((budget) => ({ ...budget, stylesLimitKb: 9 }));
  expect(findHeavy(weighRoutes(buildWith(1_000), light))).toEqual([]);
  const [start] = budgets;
  const tight = [start!, { name: 'history', after: 'start', limitKb: 6, loads: ['history.tsx'] }];
  expect(findHeavy(weighRoutes(buildWith(1_000), tight))).toEqual([
    'history: 1.200 KB of style sheets, the limit is 0 KB',
  ]);
});

test('findHeavy reports a route above its limit, and accepts a route at its limit', () => {
  expect(findHeavy(weighRoutes(buildWith(1_000), budgets))).toEqual([]);
  expect(findHeavy(weighRoutes(buildWith(1_001), budgets))).toEqual(['history: 6.001 KB, the limit is 6 KB']);
});

test('findHeavy reports a route that adds no script, and weighRoutes throws when the build does not contain a module of a route', () => {
  const twice = [...budgets, { name: 'again', after: 'history', limitKb: 9, loads: ['history.tsx'] }];
  expect(findHeavy(weighRoutes(buildWith(1_000), twice))).toEqual([
    'again: the route adds no script, so its row is wrong',
  ]);
  const gone = [{ name: 'start', limitKb: 70, loads: ['gone.tsx'] }];
  expect(() => weighRoutes(buildWith(1_000), gone)).toThrow('The build has no module apps/web/src/gone.tsx.');
});

test('findUnlisted reports a dynamically loaded script that no budget contains, except a variant of another script', () => {
  const chunks = buildWith(1_000);
  expect(findUnlisted(chunks, ['history.tsx', 'late.tsx'], /never/)).toEqual([]);
  expect(findUnlisted(chunks, ['history.tsx'], /late\.tsx$/)).toEqual([]);
  expect(findUnlisted(chunks, ['history.tsx'], /never/)).toEqual([
    'late.js (apps/web/src/late.tsx) is in no row of tools/weights/budgets.ts',
  ]);
});

test('a module of the workbench in the build is reported', () => {
  const page = 'apps/web/src/workbench/workbench-page.tsx';
  const chunks = buildWith(1_000);
  expect(findWorkbench(chunks)).toEqual([]);
  const withPage = chunks.map((chunk) => ({
    ...chunk,
    modules: chunk.isEntry ? [...chunk.modules, page] : chunk.modules,
  }));
  expect(findWorkbench(withPage)).toEqual([
    `${page} is a module of the workbench, and the production build contains it`,
  ]);
});
