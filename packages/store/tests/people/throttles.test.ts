// Tests the counts of calls over several nodes: they add up, end, and store no key.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

test('the calls of a key through two nodes have one count, and the count begins again after its end', async () => {
  const url = await database.createUrl();
  const [first, second] = [await database.openStore({ url }), await database.openStore({ url })];
  const minute = { points: 1, durationMs: 60_000 };
  const counts = await Promise.all(
    Array.from({ length: 20 }, (_, place) => (place % 2 === 0 ? first : second).throttles.add('log-ins ada', minute)),
  );
  expect(counts.map(({ points }) => points).toSorted((a, b) => a - b)).toEqual(
    Array.from({ length: 20 }, (_, place) => place + 1),
  );
  await second.throttles.takeBack('log-ins ada');
  const taken = await second.throttles.add('log-ins ada', { ...minute, points: 0 });
  expect(taken.points).toBe(19);
  expect(taken.msLeft).toBeGreaterThan(50_000);
  expect(await first.throttles.add('log-ins bob', minute)).toMatchObject({ points: 1 });
  const sql = database.sql(url);
  await sql`update throttles set expires_at = clock_timestamp()`;
  expect(await first.throttles.add('log-ins ada', minute)).toMatchObject({ points: 1 });
});

test('a new count removes ended counts, and the table contains no key in plain text', async () => {
  const url = await database.createUrl();
  const { throttles } = await database.openStore({ url });
  const sql = database.sql(url);
  for (const name of ['a', 'b', 'c']) await throttles.add(`codes ${name}`, { points: 1, durationMs: 0 });
  await throttles.add('codes ada@rondo.test', { points: 1, durationMs: 60_000 });
  const rows = await sql`select t::text as text from throttles t`;
  expect(rows).toHaveLength(1);
  // The text of a column of bytes is hexadecimal.
  for (const name of ['ada', Buffer.from('ada').toString('hex')]) expect(String(rows[0]?.['text'])).not.toContain(name);
});

const rule = { free: 5, most: 100, longestMs: 900_000, keptMs: 86_400_000 };

test('a count whose calls are all taken back has no row, and a call that was not counted is not taken back', async () => {
  const url = await database.createUrl();
  const { throttles } = await database.openStore({ url });
  const sql = database.sql(url);
  const minute = { points: 1, durationMs: 60_000 };
  await throttles.add('log-ins ada', minute);
  await throttles.attempt('password ada', rule);
  await throttles.attempt('password ada', rule);
  for (const key of ['log-ins ada', 'password ada', 'nobody']) await throttles.takeBack(key);
  expect(await sql`select points from throttles`).toMatchObject([{ points: 1 }]);
  await throttles.takeBack('password ada');
  expect(await sql`select points from throttles`).toEqual([]);
});

test('five attempts through two nodes need no pause, the next attempts wait 1 s, 2 s and 4 s, and a refused attempt is not counted', async () => {
  const url = await database.createUrl();
  const [first, second] = [await database.openStore({ url }), await database.openStore({ url })];
  const sql = database.sql(url);
  const strict = { ...rule, most: 5 };
  const results = await Promise.all(
    Array.from({ length: 40 }, (_, place) =>
      (place % 2 === 0 ? first : second).throttles.attempt('password ada', strict),
    ),
  );
  expect(results.filter((waitMs) => waitMs === 0)).toHaveLength(5);
  const passSeconds = (count: number) =>
    sql`update throttles set expires_at = expires_at - make_interval(secs => ${count}::float8)`;
  for (const seconds of [1, 2, 4]) {
    expect(await first.throttles.attempt('password ada', rule)).toBeGreaterThan((seconds - 1) * 1_000);
    await passSeconds(seconds);
    expect(await second.throttles.attempt('password ada', rule)).toBe(0);
  }
  expect(await first.throttles.attempt('password bob', rule)).toBe(0);
});

test('after 100 attempts in a day every attempt is refused until 24 hours have passed since the last counted attempt', async () => {
  const url = await database.createUrl();
  const { throttles } = await database.openStore({ url });
  const sql = database.sql(url);
  const passSeconds = (count: number) =>
    sql`update throttles set expires_at = expires_at - make_interval(secs => ${count}::float8)`;
  for (let attempts = 0; attempts < rule.most; attempts += 1) {
    expect(await throttles.attempt('password ada', rule)).toBe(0);
    await passSeconds(15 * 60);
  }
  expect(await throttles.attempt('password ada', rule)).toBeGreaterThan(85_000_000);
  await passSeconds(85_000);
  expect(await throttles.attempt('password ada', rule)).toBeGreaterThan(0);
  await passSeconds(1_400);
  expect(await throttles.attempt('password ada', rule)).toBe(0);
});
