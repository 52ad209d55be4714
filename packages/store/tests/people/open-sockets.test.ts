// Tests the places of the sockets of a person over several nodes.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { createUser, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import type { SocketPlace } from '@rondo/store';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const most = 5;

/** Opens a store as a node that other nodes see. */
async function startNode(url: string, name: string) {
  const identity = { name, role: 'api', version: '0', addresses: [], weight: 1, capacity: 1 } as const;
  const store = await database.openStore({ url, identity });
  await store.nodes.beat({ load: 0, isDraining: false, ttlMs: 60_000 });
  return store;
}

const slotsOf = (places: readonly (SocketPlace | null)[]): readonly number[] =>
  places.flatMap((place) => (place === null ? [] : [place.slot])).toSorted((a, b) => a - b);

test('the sockets of a person at two nodes have five places together, also when they open at the same moment', async () => {
  const url = await database.createUrl();
  const [first, second] = [await startNode(url, 'first'), await startNode(url, 'second')];
  const userId = await createUser(first);
  const other = await createUser(first, 'bob@rondo.test');
  const open = (place: number) => (place % 2 === 0 ? first : second).openSockets.open(userId, most);
  const places = await Promise.all(Array.from({ length: 20 }, (_, place) => open(place)));
  expect(slotsOf(places)).toEqual([1, 2, 3, 4, 5]);
  expect([await open(0), await open(1)]).toEqual([null, null]);
  expect(await second.openSockets.open(other, most)).toMatchObject({ slot: 1 });
  const closed = places.find((place) => place !== null) ?? expect.unreachable();
  await first.openSockets.close(closed);
  expect([await open(1), await open(0)]).toMatchObject([{ slot: closed.slot }, null]);
  // The place has another socket now, so a second close of the first socket does not free it.
  await first.openSockets.close({ ...closed, openedBy: 'another node' });
  expect(await open(0)).toBeNull();
});

test('the places of a node are free at once when its process has ended, and a node without a row knows its own places', async () => {
  const url = await database.createUrl();
  const [ended, running] = [await startNode(url, 'ended'), await startNode(url, 'running')];
  const userId = await createUser(ended);
  for (let slot = 1; slot <= most; slot += 1) await ended.openSockets.open(userId, most);
  expect(await running.openSockets.open(userId, most)).toBeNull();
  await ended.close();
  expect(slotsOf(await openAll(running, userId))).toEqual([1, 2, 3, 4, 5]);
  const alone = await database.openStore();
  const user = await createUser(alone);
  expect(slotsOf(await openAll(alone, user))).toEqual([1, 2, 3, 4, 5]);
  expect(await alone.openSockets.open(user, most)).toBeNull();
});

async function openAll({ openSockets }: Awaited<ReturnType<typeof startNode>>, userId: string) {
  const places: (SocketPlace | null)[] = [];
  for (let slot = 1; slot <= most; slot += 1) places.push(await openSockets.open(userId, most));
  return places;
}
