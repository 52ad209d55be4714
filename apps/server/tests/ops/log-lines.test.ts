// Tests that no text of a person, a browser or an exchange begins a line of a log, or sends a control character to a terminal.
import { spawnSync } from 'node:child_process';
import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { createVirtualClock } from '@rondo/testkit';
import { silentLog } from '@rondo/testkit/database';
import { openAccessLog } from '../../src/access/access-log.ts';

const forged = '{"level":"info","event":"login.done"}';
const texts = [
  `a\n${forged}`,
  `a\r\n${forged}`,
  `a\u2028${forged}`,
  `a\u2029${forged}`,
  `a\u0085${forged}`,
  '\u001b[2Ja',
  '\u009b2Ja',
  'a\u0000b\u0007\u0008\u007f',
  '\u202etxt.exe',
  '\u{e0041}a',
  '\ud800',
  '","event":"x',
];
const allowed = /^[^\p{Cc}\p{Cf}\p{Zl}\p{Zp}\p{Cs}]*$/u;

/** Returns the lines that the log of the server writes to the standard error of a process of its own, one for each text. */
function logLines(): readonly string[] {
  const fileOf = (file: string) => JSON.stringify(new URL(file, import.meta.url).href);
  const program = `
    const { createLog } = await import(${fileOf('../../src/ops/log.ts')});
    const { createMetrics } = await import(${fileOf('../../src/ops/metrics.ts')});
    const log = createLog('info', createMetrics({ maxSeries: 100, isProcess: false }));
    for (const text of JSON.parse(process.env.TEXTS)) log.write('warn', 'account.unreadable', { cause: text, [text]: text });`;
  const loader = fileURLToPath(new URL('../../../../tools/typescript-loader.mjs', import.meta.url));
  const { stderr, status } = spawnSync(
    process.execPath,
    ['--import', loader, '--input-type=module', '--eval', program],
    { encoding: 'utf8', env: { ...process.env, TEXTS: JSON.stringify(texts) } },
  );
  expect(status, stderr).toBe(0);
  return stderr.trimEnd().split('\n');
}

test('each event is one line of the log without control characters, and its texts can be read back', () => {
  const lines = logLines();
  expect(lines).toHaveLength(texts.length);
  expect(lines.filter((line) => !allowed.test(line))).toEqual([]);
  const read = lines.map((line) => JSON.parse(line) as Record<string, string>);
  expect(read.map(({ event }) => event)).toEqual(texts.map(() => 'account.unreadable'));
  expect(read.map(({ cause }) => cause)).toEqual(texts.map((text) => text.toWellFormed()));
});

test('each call is one line of the access log without control characters', async () => {
  const folder = await mkdtemp(path.join(tmpdir(), 'rondo-access-'));
  const access = openAccessLog({ clock: createVirtualClock(0), log: silentLog, folder });
  for (const text of texts) access.add({ method: text, route: text, status: 200, ms: 1, from: text, person: text });
  await access.stop();
  const [name = ''] = await readdir(folder);
  const lines = (await readFile(path.join(folder, name), 'utf8')).trimEnd().split('\n');
  await rm(folder, { recursive: true });
  expect(lines).toHaveLength(texts.length);
  expect(lines.filter((line) => !allowed.test(line))).toEqual([]);
});
