// The house rules, applied to the whole tree. Each rule is proved to bite in tools/tidy/planted.test.ts.
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { checkDocuments, checkReasons } from './tidy/documents.ts';
import { checkEffects, checkWorld } from './tidy/effects.ts';
import { checkExemptions } from './tidy/exemptions.ts';
import { findCycle, readFloorPlan } from './tidy/floor-plan.ts';
import { checkImports } from './tidy/imports.ts';
import { checkLanguages, languages, readCatalogues } from './tidy/languages.ts';
import { checkLock } from './tidy/lock.ts';
import { checkMigrations, listMigrations } from './tidy/migrations.ts';
import { checkFirstLines, checkNames } from './tidy/names.ts';
import { checkBlobs, checkLengths } from './tidy/sizes.ts';
import { checkSpecification } from './tidy/specification.ts';
import { readTree, sourcesOf, textOf, unitOf, type Finding } from './tidy/tree.ts';
import { checkWords } from './tidy/words.ts';

const tree = readTree(fileURLToPath(new URL('..', import.meta.url)));
const plan = readFloorPlan(textOf(tree, 'ARCHITECTURE.md'));

/** A check that saw fewer than these examined nothing worth a green light. */
const plausible = { rows: 13, sources: 150, edges: 400, messages: 100, migrations: 1 };

function lines(findings: readonly Finding[]): readonly string[] {
  return findings.map(({ file, line, message }) => `${file}:${line} ${message}`);
}

test('every package and app has its row in the floor plan, and the plan has no cycle', () => {
  const units = new Set([...tree.keys()].filter((name) => name.endsWith('/package.json')).map(unitOf));
  units.delete(null);
  expect(new Set<string | null>(plan.rows.keys())).toEqual(units);
  expect(plan.rows.size).toBeGreaterThanOrEqual(plausible.rows);
  expect(findCycle(plan)).toEqual([]);
});

test('every import stays inside the floor plan and is declared', () => {
  const report = checkImports(tree, plan);
  expect(lines(report.findings)).toEqual([]);
  expect(report.files).toBeGreaterThan(plausible.sources);
  expect(report.edges).toBeGreaterThan(plausible.edges);
});

test('clock, chance, network, database and environment are touched only where the floor plan says so', () => {
  expect(lines(checkEffects(tree, plan))).toEqual([]);
});

test('every exception of the floor plan names a file that is there', () => {
  expect(plan.exceptions.map((one) => one.file).filter((file) => !tree.has(file))).toEqual([]);
});

test('only main.ts builds the world', () => {
  expect(lines(checkWorld(tree))).toEqual([]);
});

test('every rule of the specification names a test that is there', () => {
  expect(lines(checkSpecification(tree))).toEqual([]);
});

test('names use the words of the glossary', () => {
  expect(lines(checkNames(tree))).toEqual([]);
});

test('every source begins with a line that says what it is for', () => {
  expect(sourcesOf(tree).length).toBeGreaterThan(plausible.sources);
  expect(lines(checkFirstLines(tree))).toEqual([]);
});

test('files and functions are short', () => {
  expect(lines(checkLengths(tree))).toEqual([]);
});

test('no file is large or binary', () => {
  expect(lines(checkBlobs(tree))).toEqual([]);
});

test('no left-over marks and nothing about how or where the project was written', () => {
  expect(lines(checkWords(tree))).toEqual([]);
});

test('the five languages agree in keys and placeholders', () => {
  const catalogues = readCatalogues(tree);
  for (const language of languages) expect(catalogues.get(language)?.size).toBeGreaterThan(plausible.messages);
  expect(lines(checkLanguages(tree))).toEqual([]);
});

test('every migration has its statements, notes and check', () => {
  expect(listMigrations(tree).length).toBeGreaterThanOrEqual(plausible.migrations);
  expect(lines(checkMigrations(tree))).toEqual([]);
});

test('links, paths and commands in the documents exist', () => {
  expect(lines(checkDocuments(tree))).toEqual([]);
});

test('the lock file installs on every platform and on the oldest Node', () => {
  expect(lines(checkLock(tree))).toEqual([]);
});

test('what coverage and mutation leave out has its reason', () => {
  expect(lines(checkExemptions(tree))).toEqual([]);
});

test('every package has a short README and every runtime dependency a reason', () => {
  expect(lines(checkReasons(tree))).toEqual([]);
});
