// Tests that no command connects to a database on another machine without TLS (check 61).
import { afterAll, expect, test } from 'vitest';
import { newFolder, runChild } from '../_rondo.ts';

const { folder, remove } = newFolder();
afterAll(remove);

/** The address counts as another machine, and nothing listens there, so a command that connects fails with another message and another exit code. */
const remote = 'postgres://rondo:canary@127.0.0.2:1/rondo';
const operator = ['operator', 'list'];

test.each([
  ['operator list', operator],
  ['backup', ['backup', '--to', 'one.age', '--recipient', `age1${'q'.repeat(58)}`]],
  ['keys status', ['keys', 'status']],
  ['restore status', ['restore', 'status']],
  ['wal', ['wal', '--to', folder, '--recipient', `age1${'q'.repeat(58)}`]],
])('`rondo %s` does not connect to a database on another machine without TLS', async (_name, args) => {
  const { code, err } = await runChild(folder, args, { settings: { DATABASE_URL: remote } });
  expect([code, err.includes('DATABASE_URL names another machine without TLS'), err.includes('canary')]).toEqual([
    2,
    true,
    false,
  ]);
});

test('`rondo move` does not connect to another database on another machine without TLS', async () => {
  const { code, err } = await runChild(folder, ['move', '--to', remote, '--accounts', '1'], {
    settings: { RONDO_HOME: folder },
  });
  expect([code, err.includes('--to names another machine without TLS'), err.includes('canary')]).toEqual([
    2,
    true,
    false,
  ]);
});

test('a command connects to a database on another machine without TLS when RONDO_INSECURE_DATABASE is 1', async () => {
  const settings = { DATABASE_URL: remote, RONDO_INSECURE_DATABASE: '1' };
  const { code, err } = await runChild(folder, operator, { settings });
  expect([code, err.includes('names another machine')]).toEqual([1, false]);
});
