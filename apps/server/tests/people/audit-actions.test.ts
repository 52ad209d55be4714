// Tests that the actions in the audit are the actions that have a text on the page of the operator.
import { readdir, readFile } from 'node:fs/promises';
import path from 'node:path';
import { expect, test } from 'vitest';
import { operator } from '../../../web/src/i18n/en/site/operator.ts';

const sources = ['apps/server/src', 'apps/cli/src', 'packages/store/src'];
const root = path.join(import.meta.dirname, '../../../..');

/** The forms in which the code names an action of the audit. */
const forms = /(?:action: |audit\(context, caller, |(?:auditLine|oauthLine|lineOf)\()'((?:\w+\.)+\w+)'/g;

/** The actions whose names the code composes. */
const composed = ['key.bound', 'key.unbound', 'user.approve', 'user.reject', 'user.revoke'];

/** Returns every action that the code writes. */
async function writtenActions(): Promise<ReadonlySet<string>> {
  const files = await Promise.all(
    sources.map(async (folder) => {
      const entries = await readdir(path.join(root, folder), { recursive: true, withFileTypes: true });
      return entries.filter((entry) => entry.isFile()).map((entry) => path.join(entry.parentPath, entry.name));
    }),
  );
  const texts = await Promise.all(files.flat().map((file) => readFile(file, 'utf8')));
  const literals = texts.flatMap((text) => [...text.matchAll(forms)].map((match) => match[1] ?? ''));
  return new Set([...literals, ...composed]);
}

/** Returns every action that has a text on the page of the operator. */
function shownActions(): ReadonlySet<string> {
  const prefix = 'operator.action.';
  const keys = Object.keys(operator).filter((key) => key.startsWith(prefix));
  return new Set(keys.map((key) => key.slice(prefix.length)));
}

// A text without an action shows a form of a call that this test does not know, so an action in this form could have no text.
test('the actions that the server writes to the audit are those that have a text in the web app', async () => {
  const [written, shown] = [await writtenActions(), shownActions()];
  expect(written.size).toBeGreaterThan(40);
  expect([...written].filter((action) => !shown.has(action))).toEqual([]);
  expect([...shown].filter((action) => !written.has(action))).toEqual([]);
});
