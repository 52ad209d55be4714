// Tests of the calls that a node without the master key hands to a node that trades.
import { randomBytes } from 'node:crypto';
import { givenKey, localSeals, openServerStore, type Store } from '@rondo/store';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { waitingKeyCalls } from '../../src/limits.ts';

const peopleKey = randomBytes(32);
let database: TestDatabase;
let url: string;
let node: Store;
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
  const tool = await database.openStore({ url });
  await tool.keyRotation.rotatePeople(peopleKey, { now: 0, report: () => undefined });
  const seals = localSeals(givenKey(peopleKey, 'the people key'), 'people');
  node = await openServerStore({ databaseUrl: url, seals, log: silentLog });
});
afterAll(async () => {
  await node.close();
  await database.stop();
});

const names = ['deleteKey'];
const call = { name: 'deleteKey', input: 'the input', wantedNode: null };

test('one of two nodes takes a call, and its result reaches the node that has recorded the call', async () => {
  const [one, two] = [await database.openStore({ url }), await database.openStore({ url })];
  const id = await node.keyCalls.record(call);
  expect(await node.keyCalls.state(String(id))).toEqual({ takenBy: null, result: null });
  const taken = [await one.keyCalls.take(names, 10), await two.keyCalls.take(names, 10)];
  expect(taken.map((calls) => calls.map((each) => each.id))).toEqual([[id], []]);
  expect(Buffer.from(taken[0]?.[0]?.input ?? []).includes('the input')).toBe(false);
  await two.keyCalls.finish(String(id), 'of another node');
  expect((await node.keyCalls.state(String(id)))?.result).toBeNull();
  expect(await node.keyCalls.remove(String(id), true)).toBe(false);
  await one.keyCalls.finish(String(id), 'the result');
  expect(await node.keyCalls.state(String(id))).toEqual({ takenBy: expect.any(String), result: 'the result' });
  expect(await node.keyCalls.remove(String(id), false)).toBe(true);
  expect(await node.keyCalls.state(String(id))).toBeNull();
});

test('a call with another name, for another node, and one that waited too long are not taken, and old rows are removed', async () => {
  const trading = await database.openStore({ url });
  const other = await node.keyCalls.record({ ...call, wantedNode: 'another node' });
  const unknown = await node.keyCalls.record({ ...call, name: 'unknown' });
  const late = await node.keyCalls.record(call);
  const sql = database.sql(url);
  await sql`update key_calls set requested_at = requested_at - interval '6 seconds' where id = ${late}`;
  expect(await trading.keyCalls.take(names, 10)).toEqual([]);
  await sql`update key_calls set requested_at = requested_at - interval '3 minutes'`;
  expect(await trading.keyCalls.take(names, 10)).toEqual([]);
  for (const id of [other, unknown, late]) expect(await node.keyCalls.state(String(id))).toBeNull();
});

test('beyond a number of waiting calls none is recorded, and a node with the master key records none', async () => {
  const sql = database.sql(url);
  await sql`
    insert into key_calls (id, name, input, requested_at)
    select 'waiting ' || n, 'deleteKey', '', clock_timestamp() from generate_series(1, ${waitingKeyCalls}) n`;
  expect(await node.keyCalls.record(call)).toBeNull();
  await sql`delete from key_calls`;
  const trading = await database.openStore({ url });
  await expect(trading.keyCalls.record(call)).rejects.toThrow('hands no call over');
});
