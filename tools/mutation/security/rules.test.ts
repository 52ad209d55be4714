// Tests that each broken rule can still be applied, and that its test still exists.
import { existsSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { brokenRules } from './rules.ts';
import { breakText } from './scratch-tree.ts';

const root = fileURLToPath(new URL('../../..', import.meta.url));
const textOf = (file: string): string => readFileSync(path.join(root, file), 'utf8');

test.each(brokenRules.map((rule) => [rule.name, rule] as const))(
  'the source of the rule %s occurs once, and its test exists',
  (_name, { file, source, broken, test: [testFile, title] }) => {
    expect(breakText(textOf(file), { source, broken }) === textOf(file)).toBe(false);
    const text = existsSync(path.join(root, testFile)) ? textOf(testFile) : '';
    expect(text.includes(title) ? 'found' : `${testFile} has no test "${title}"`).toBe('found');
  },
);

/** A row of the table of docs/security.md: check, name, state and tests. */
const rowOfCheck = /^\| (\d+) \| .*? \| ([a-z ]+) \| (.*) \|$/gm;

test('docs/security.md calls a check proven exactly when a rule of it is broken here, and names the tests of its rules', () => {
  const document = textOf('docs/security.md');
  const rows = [...document.matchAll(rowOfCheck)].map(([, check, state = '', tests = '']) => {
    const rules = brokenRules.filter((rule) => rule.check === Number(check));
    const unnamed = rules.flatMap(({ test: [file] }) => (tests.includes(`\`${file}\``) ? [] : [file]));
    return { check, state, hasRules: rules.length > 0, unnamed };
  });
  expect(rows).toHaveLength(64);
  expect(rows.filter(({ unnamed }) => unnamed.length > 0)).toEqual([]);
  const count = (wanted: string): number => rows.filter(({ state }) => state === wanted).length;
  expect(rows.filter(({ state, hasRules }) => hasRules !== (state === 'proven')).map(({ check }) => check)).toEqual([
    // Tokens are opaque, so the check needs no rule; two rules of sessions concern it.
    '13',
  ]);
  expect(document).toContain(`${count('proven')} are proven and ${count('tested')} are tested.`);
});

test('there are at least 80 rules, and each has a name of its own', () => {
  const names = new Set(brokenRules.map(({ name }) => name));
  expect([names.size >= 80, names.size]).toEqual([true, brokenRules.length]);
});

test('a text that is missing or occurs twice cannot be broken', () => {
  const change = { source: 'a', broken: 'b' };
  expect(() => breakText('c', change)).toThrow('occurs 0 times');
  expect(() => breakText('aa', change)).toThrow('occurs 2 times');
  expect(breakText('ca', change)).toBe('cb');
});
