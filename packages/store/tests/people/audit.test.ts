// The audit: a chain that breaks when a line is changed or lost, and that only its purge may shorten.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { startAt } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

async function chainOf(count: number) {
  const url = await database.createUrl();
  const store = await database.openStore({ url });
  const lines = Array.from({ length: count }, (_, index) => index);
  // All at once: each line must still follow exactly one other.
  await Promise.all(
    lines.map((index) =>
      store.audit.write({ at: startAt + index, actorId: 'a', action: 'test', subjectId: 's', detail: `${index}` }),
    ),
  );
  return { store, sql: database.sql(url) };
}

test('lines written at once form one chain, and it stays append-only', async () => {
  const { store, sql } = await chainOf(20);
  expect(await store.audit.isIntact()).toBe(true);
  expect(await store.audit.list({ subjectId: 's', limit: 5 })).toHaveLength(5);
  await expect(sql`update audit_entries set detail = 'x'`).rejects.toThrow('append-only');
  await expect(sql`delete from audit_entries`).rejects.toThrow('append-only');
});

test.each([
  ['changed', 'update audit_entries set detail = $$x$$ where id = 4'],
  ['lost', 'delete from audit_entries where id = 4'],
])('a line that was %s behind the trigger is seen', async (_what, statement) => {
  const { store, sql } = await chainOf(6);
  await sql.unsafe('alter table audit_entries disable trigger audit_entries_append_only');
  await sql.unsafe(statement);
  expect(await store.audit.isIntact()).toBe(false);
});

test('the oldest lines may leave by a purge, and the rest is still a chain', async () => {
  const { store, sql } = await chainOf(6);
  await sql.begin(async (transaction) => {
    await transaction`set local rondo.purge = 'on'`;
    await transaction`delete from audit_entries where id <= 3`;
  });
  expect(await store.audit.list({ limit: 10 })).toHaveLength(3);
  expect(await store.audit.isIntact()).toBe(true);
});
