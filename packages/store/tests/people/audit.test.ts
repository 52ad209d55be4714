// Tests of the audit: the chain is broken when a line is changed or lost, and only a purge may remove the oldest lines.
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
  // The lines are written at the same time. Each line must still follow exactly one other line.
  await Promise.all(
    lines.map((index) =>
      store.audit.write({ at: startAt + index, actorId: 'a', action: 'test', subjectId: 's', detail: `${index}` }),
    ),
  );
  return { store, sql: database.sql(url) };
}

test('lines that are written at the same time form one chain, and the table is append-only', async () => {
  const { store, sql } = await chainOf(20);
  expect(await store.audit.isIntact()).toBe(true);
  expect(await store.audit.list({ subjectId: 's', limit: 5 })).toHaveLength(5);
  await expect(sql`update audit_entries set detail = 'x'`).rejects.toThrow('append-only');
  await expect(sql`delete from audit_entries`).rejects.toThrow('append-only');
});

test.each([
  ['changed', 'update audit_entries set detail = $$x$$ where id = 4'],
  ['lost', 'delete from audit_entries where id = 4'],
])('isIntact returns false when a line was %s while the trigger was disabled', async (_what, statement) => {
  const { store, sql } = await chainOf(6);
  await sql.unsafe('alter table audit_entries disable trigger audit_entries_append_only');
  await sql.unsafe(statement);
  expect(await store.audit.isIntact()).toBe(false);
});

test('after a purge of the oldest lines the remaining chain is intact', async () => {
  const { store, sql } = await chainOf(6);
  await sql.begin(async (transaction) => {
    await transaction`set local rondo.purge = 'on'`;
    await transaction`delete from audit_entries where id <= 3`;
  });
  expect(await store.audit.list({ limit: 10 })).toHaveLength(3);
  expect(await store.audit.isIntact()).toBe(true);
});
