// Tests that the table of docs/bus.md equals the table of subjects.
import { readFileSync } from 'node:fs';
import { subjectPrefix, subjects } from '@rondo/bus';
import { expect, test } from 'vitest';

const rows = Object.values(subjects).map((row) => [
  `\`${subjectPrefix}.${row.subject}${row.keyField === null ? '' : `.<${row.keyField}>`}\``,
  row.publishers.join(', '),
  row.subscribers.join(', '),
  Object.keys(row.fields.shape)
    .map((name) => `\`${name}\``)
    .join(', '),
  String(row.maxBytes),
  row.sentWhen,
  row.effect,
  row.withoutIt,
]);

test('the table of docs/bus.md equals the table of subjects', () => {
  const document = readFileSync(new URL('../docs/bus.md', import.meta.url), 'utf8');
  const lines = document.split('\n').filter((line) => line.startsWith('| `'));
  expect(lines).toEqual(rows.map((cells) => `| ${cells.join(' | ')} |`.replaceAll('  ', ' ')));
  expect(document).toContain(`begins with \`${subjectPrefix}\``);
});
