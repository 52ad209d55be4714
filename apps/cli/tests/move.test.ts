// Tests of `rondo move` on two real databases.
import { givenKey, openMoves, type Store } from '@rondo/store';
import {
  createAccount,
  createUser,
  silentLog,
  startTestDatabase,
  testMasterKey,
  type TestDatabase,
} from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { moveCommand } from '../src/move/move.ts';
import { runCommand } from '../src/run-command.ts';

let database: TestDatabase;
let sourceUrl: string;
let targetUrl: string;
let store: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  [sourceUrl, targetUrl] = [await database.createUrl(), await database.createBareUrl()];
  store = await database.openStore({ url: sourceUrl });
});
afterAll(() => database.stop());

const noNode = 'No node runs on the other database, and nobody trades its accounts. Start a node there.\n';
const masterKey = givenKey(testMasterKey, 'the test key');

async function type(line: string) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const open = (url: string) =>
    openMoves({ source: { databaseUrl: sourceUrl, log: silentLog }, targetUrl: url, masterKey, systemUser: 'ada' });
  const context = { terminal, folder: '/', stopped: new Promise<void>(() => undefined) };
  const words = ['move', ...line.split(' ').map((word) => word.replace('TARGET', targetUrl))];
  return { code: await runCommand([moveCommand(open, () => 1)], words, context), ...seen };
}

test('a person moves the owner of one account, and then the owners of the oldest accounts', async () => {
  const people = [];
  for (const name of ['a', 'b', 'c']) {
    const userId = await createUser(store, `${name}@rondo.test`);
    people.push({ userId, accountId: await createAccount(store, userId, name) });
  }
  // A person without bots has four rows: the person, the account, its lease and the history of the lease.
  const [, second] = people;
  expect(await type(`--to TARGET --account ${second?.accountId}`)).toMatchObject({
    code: 0,
    out: `${second?.userId}: moved, 4 rows\n${noNode}`,
  });
  expect(await type('--to TARGET --accounts 1')).toMatchObject({
    code: 0,
    out: expect.stringMatching(/moved, 4 rows\n1 accounts moved, 0 people refused\nNo node runs/),
  });
  const target = await database.openStore({ url: targetUrl });
  const arrived = (await target.accounts.listAll()).map(({ id }) => id);
  const left = (await store.accounts.listAll()).map(({ id }) => id);
  expect([arrived.length, left.length]).toEqual([2, 1]);
  expect(arrived).toContain(second?.accountId);
  expect([...arrived, ...left].toSorted()).toEqual(people.map(({ accountId }) => accountId).toSorted());
  expect((await target.audit.list({ limit: 1 }))[0]).toMatchObject({
    action: 'person.moveIn',
    detail: expect.stringContaining('(system user ada)'),
  });
});

test('a refused person stays, and the command says why', async () => {
  const target = await database.openStore({ url: targetUrl });
  await createUser(target, 'd@rondo.test');
  const accountId = await createAccount(store, await createUser(store, 'd@rondo.test'), 'd');
  const typed = await type(`--to TARGET --account ${accountId}`);
  expect(typed).toMatchObject({
    code: 1,
    err: expect.stringContaining('stays here, because the other database has a row'),
  });
  expect(await store.accounts.find(accountId)).not.toBeNull();
  expect(await type('--to TARGET --account nothing')).toMatchObject({
    code: 1,
    err: 'rondo move: nobody has this account; "rondo nodes --accounts" lists the ids\n',
  });
});

test('with a node on the other database no sentence about a missing node is written, and without a move nothing is undone', async () => {
  const identity = { name: 'n', role: 'engine', version: '1', addresses: [], weight: 1, capacity: 10 } as const;
  const node = await database.openStore({ url: targetUrl, nodeId: 'n', identity });
  await node.nodes.beat({ load: 0, isDraining: false, ttlMs: 15_000 });
  const accountId = await createAccount(store, await createUser(store, 'e@rondo.test'), 'e');
  expect(await type(`--to TARGET --account ${accountId}`)).toMatchObject({
    code: 0,
    out: expect.stringMatching(/: moved, 4 rows\n$/),
  });
  expect(await type('--to TARGET --undo')).toEqual({ code: 0, out: 'Nothing to undo.\n', err: '' });
});

test.each([
  ['--account x', '--to is missing'],
  ['--to TARGET', 'type one of --account, --accounts and --undo'],
  ['--to TARGET --undo --accounts 3', 'type one of --account, --accounts and --undo'],
])('`rondo move %s` ends with exit code 2 and a sentence', async (line, sentence) => {
  expect(await type(line)).toMatchObject({ code: 2, err: expect.stringContaining(sentence) });
});
