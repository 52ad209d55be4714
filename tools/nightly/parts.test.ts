// Tests the parts of the nightly run: their budgets fit into the night, and their projects and programs exist.
import { existsSync } from 'node:fs';
import { expect, test } from 'vitest';
import config from '../../vitest.nightly.config.ts';
import { nightMs, parts } from './parts.mjs';

const minute = 60_000;

test('the budgets of all parts together are at most eleven hours, and each part has a name of its own', () => {
  expect(nightMs).toBe(11 * 60 * minute);
  const sum = parts.reduce((all, { budgetMs }) => all + budgetMs, 0);
  expect(sum / minute).toBeLessThanOrEqual(nightMs / minute);
  expect(new Set(parts.map(({ name }) => name)).size).toBe(parts.length);
});

test('a part that runs for a number of minutes has a larger budget, and the script of each part exists', () => {
  for (const { name, budgetMs, script, args = '' } of parts) {
    const minutes = Number(/--minutes (\d+)/.exec(args)?.[1] ?? 0);
    expect({ name, fits: budgetMs > minutes * minute }).toEqual({ name, fits: true });
    if (script !== undefined) expect({ name, exists: existsSync(script) }).toEqual({ name, exists: true });
  }
});

test('each project of the nightly configuration is a part', () => {
  const projects = (config.test?.projects ?? []).map((project) =>
    typeof project === 'object' && 'test' in project ? project.test?.name : null,
  );
  const named = parts.flatMap(({ project }) => (project === undefined ? [] : [project]));
  expect(new Set(named)).toEqual(new Set(projects));
});
