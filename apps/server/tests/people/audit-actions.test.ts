// Tests that every action in the audit has a text on the page of the operator.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operator } from '../../../web/src/i18n/en/site/operator.ts';

const sources = ['apps/server/src', 'apps/cli/src', 'packages/store/src'];
const root = path.join(import.meta.dirname, '../../../..');

/** Returns every action that the code contains as a literal. The three decisions of the operator are missing because the code composes their names. */
async function writtenActions(): Promise<readonly string[]> {
  const files = await Promise.all(
    sources.map(async (folder) => {
      const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    }),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  return texts.flatMap((text) =>
    [...text.matchAll(/(?:action: |audit\(caller, )'(\w+\.\w+)'/g)].map((match) => match[1] ?? ''),
  );
}

test('every action that the server writes to the audit has a text in the web app', async () => {
  const actions = [...(await writtenActions()), 'user.approve', 'user.reject', 'user.revoke'];
  expect(actions.length).toBeGreaterThan(15);
  expect(actions.filter((act) => !Object.hasOwn(operator, `operator.action.${act}`))).toEqual([]);
});
