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
  expect(await second.throttles.add('log-ins ada', { ...minute, points: -1 })).toMatchObject({ points: 19 });
  expect((await first.throttles.read('log-ins ada'))?.msLeft).toBeGreaterThan(50_000);
  expect(await first.throttles.read('log-ins bob')).toBeNull();
  const sql = database.sql(url);
  await sql`update throttles set expires_at = clock_timestamp()`;
  expect(await first.throttles.read('log-ins ada')).toBeNull();
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
  expect(String(rows[0]?.['text'])).not.toContain('ada');
});
