// Tests that a change is acknowledged only when its whole journal line is on the disk.
import { execFile } from 'node:child_process';
import { mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { openJournal, readJournal } from '../src/state/journal.ts';

// Writes changes until a write fails, and counts the acknowledged changes. The file limit is 8 KiB, so the last write is partial.
const script = `
import { openJournal } from ${JSON.stringify(join(import.meta.dirname, '../src/state/journal.ts'))};
const journal = openJournal(process.argv[1], () => []);
let count = 0;
const next = () => {
  journal.append([{ kind: 'lostKey', value: { apiKey: 'key ' + 'x'.repeat(count % 90) } }]);
  journal.afterDurable(() => {
    count += 1;
    process.stdout.write(count + '\\n');
    setImmediate(next);
  });
};
next();
`;

test('a change is not acknowledged when only a part of its journal line was written', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rondo-journal-'));
  const program = [process.execPath, '--import', 'tsx', '--input-type=module', '-e', script, folder];
  // The signal of the file limit is ignored. So the write to a file at its limit returns an error, as on a full disk.
  const limited = `trap '' XFSZ; ulimit -f 8; exec "$@"`;
  const output = await new Promise<string>((resolve) => {
    execFile('bash', ['-c', limited, 'limited', ...program], { cwd: import.meta.dirname }, (_error, text) =>
      resolve(text),
    );
  });
  const acknowledged = Number(output.trim().split('\n').at(-1));
  expect(acknowledged).toBeGreaterThan(10);
  expect(readJournal(folder).length).toBeGreaterThanOrEqual(acknowledged);
  rmSync(folder, { recursive: true });
});

test('only the owner of the journal files can read them, because they contain keys of simulated accounts', () => {
  const folder = mkdtempSync(join(tmpdir(), 'rondo-journal-'));
  openJournal(folder, () => []).close();
  const modes = readdirSync(folder).map((name) => statSync(join(folder, name)).mode & 0o777);
  expect(modes).toEqual([0o600, 0o600]);
  rmSync(folder, { recursive: true });
});
