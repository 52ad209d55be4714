// Tests of the audit: the check finds every line that was changed, deleted or added without the key, and a purge may remove the oldest lines.
import { createHash } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { createUser, startAt } from '@rondo/testkit/database';
import { signHead } from '../../src/people/audit-chain.ts';
import { checkAudit } from '../../src/people/audit-check.ts';
import { createAuditWriter, readHead } from '../../src/people/audit-writer.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

type Client = ReturnType<TestDatabase['sql']>;

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
  return { url, store, sql: database.sql(url) };
}

/** Changes rows as the owner of the database can. */
async function change(sql: Client, statement: string): Promise<void> {
  await sql.unsafe('alter table audit_entries disable trigger audit_entries_append_only');
  await sql.unsafe(statement);
}

/** Appends a line as a program of the version before the keyed digests does. */
async function appendPlain(sql: Client, detail: string): Promise<void> {
  const [last] = await sql<{ hash: Buffer }[]>`select hash from audit_entries order by id desc limit 1`;
  const text = JSON.stringify([startAt, null, 'test', 's', detail]);
  const hash = createHash('sha256')
    .update(last?.hash ?? '')
    .update(text)
    .digest();
  await sql`
    insert into audit_entries (at, actor_id, action, subject_id, detail, hash) values (${startAt}, null, 'test', 's', ${detail}, ${hash})`;
}

test('lines that are written at the same time form one chain, and the table is append-only', async () => {
  const { store, sql } = await chainOf(20);
  expect(await store.audit.check()).toMatchObject({ problem: null, lines: 20 });
  expect(await store.audit.list({ subjectId: 's', limit: 5 })).toHaveLength(5);
  await expect(sql`update audit_entries set detail = 'x'`).rejects.toThrow('append-only');
  await expect(sql`delete from audit_entries`).rejects.toThrow('append-only');
});

test.each([
  ['a changed line', 'update audit_entries set detail = $$x$$ where id = 4', 'line'],
  ['a deleted line', 'delete from audit_entries where id = 4', 'line'],
  ['a deleted oldest line', 'delete from audit_entries where id = 1', 'line'],
  ['two deleted newest lines', 'delete from audit_entries where id > 4', 'end'],
  ['the deletion of all lines', 'delete from audit_entries', 'end'],
  ['the deletion of all lines and of the head', 'delete from audit_entries; delete from audit_head', 'head'],
  ['a lower count in the head', 'delete from audit_entries where id = 6; update audit_head set line_count = 5', 'head'],
])('the check finds %s, and lines that are written later do not hide it', async (_what, statement, problem) => {
  const { store, sql } = await chainOf(6);
  await change(sql, statement);
  expect(await store.audit.check()).toMatchObject({ problem });
  await store.audit.write({ at: startAt, actorId: null, action: 'test', subjectId: 's', detail: 'later' });
  expect((await store.audit.check()).problem).not.toBeNull();
  expect(await store.audit.isIntact()).toBe(false);
});

test.each([
  ['the newest lines', 'delete from audit_entries where id > 4'],
  ['the oldest line', 'delete from audit_entries where id = 1'],
  ['all lines', 'delete from audit_entries'],
  ['all lines but the newest', 'delete from audit_entries where id < 6'],
])('a read finds at once that %s were deleted, although it had found them intact', async (_what, statement) => {
  const { store, sql } = await chainOf(6);
  expect(await store.audit.isIntact()).toBe(true);
  await change(sql, statement);
  expect(await store.audit.isIntact()).toBe(false);
  await store.audit.write({ at: startAt, actorId: null, action: 'test', subjectId: 's', detail: 'later' });
  expect(await store.audit.isIntact()).toBe(false);
});

test('a read finds at once that the line which it has read last was replaced', async () => {
  const { store, sql } = await chainOf(6);
  expect(await store.audit.isIntact()).toBe(true);
  await change(sql, `update audit_entries set hash = decode('00', 'hex'), detail = 'x' where id = 6`);
  expect(await store.audit.isIntact()).toBe(false);
});

test('a read after an intact one also finds a deletion that a later line follows', async () => {
  const { store, sql } = await chainOf(6);
  expect(await store.audit.isIntact()).toBe(true);
  await change(sql, 'delete from audit_entries where id > 4');
  await store.audit.write({ at: startAt, actorId: null, action: 'test', subjectId: 's', detail: 'later' });
  expect(await store.audit.isIntact()).toBe(false);
});

test('a read after an intact one reads no line between the oldest and the newest, which the check of all lines reads', async () => {
  const { store, sql } = await chainOf(6);
  expect(await store.audit.isIntact()).toBe(true);
  await change(sql, 'delete from audit_entries where id = 4');
  expect(await store.audit.isIntact()).toBe(true);
  expect(await store.audit.check()).toMatchObject({ problem: 'line', lineId: 5 });
  expect(await store.audit.isIntact()).toBe(false);
});

test('lines of the version without a key stay in the chain, and a later change of these lines is found', async () => {
  const url = await database.createUrl();
  const sql = database.sql(url);
  await sql`update audit_head set mac = '', keyed_at = 0`;
  for (const detail of ['1', '2', '3']) await appendPlain(sql, detail);
  const store = await database.openStore({ url });
  expect(await store.audit.list({ limit: 1 })).toMatchObject([{ action: 'audit.keyed', detail: '3 lines' }]);
  expect(await store.audit.check()).toMatchObject({ problem: null, lines: 4 });
  // A node of the older version appends a line during the change of version.
  await appendPlain(sql, '4');
  await store.audit.write({ at: startAt, actorId: null, action: 'test', subjectId: 's', detail: '5' });
  expect(await store.audit.check()).toMatchObject({ problem: null, lines: 6 });
  await change(sql, `update audit_entries set detail = 'x' where id = 2`);
  expect(await store.audit.check()).toMatchObject({ problem: 'line', lineId: 2 });
});

test('the check finds a line that was added without the key', async () => {
  const { store, sql } = await chainOf(3);
  await appendPlain(sql, 'forged');
  expect(await store.audit.check()).toMatchObject({ problem: 'added', lineId: 4 });
});

test('the digest of a line needs the key, so nobody can guess an erased reason with it', async () => {
  const { sql } = await chainOf(1);
  const [head] = await sql<{ hash_before: Buffer; last_hash: Buffer }[]>`select hash_before, last_hash from audit_head`;
  const text = JSON.stringify([startAt, 'a', 'test', 's', '0']);
  const plain = createHash('sha256')
    .update(head?.hash_before ?? '')
    .update(text)
    .digest();
  expect(head?.last_hash).toHaveLength(plain.length);
  expect(head?.last_hash).not.toEqual(plain);
});

test('a line that an older program appends a day after the first signature breaks the chain', async () => {
  const sql = database.sql(await database.createUrl());
  const key = Buffer.alloc(32, 1);
  const writer = createAuditWriter(key);
  await sql`update audit_head set mac = ''`;
  await writer.sign(sql);
  const head = await readHead(sql);
  if (head === null) throw new Error('The head is missing.');
  const { mac } = signHead(key, { ...head, keyedAt: 0 });
  await sql`update audit_head set keyed_at = 0, mac = ${mac}`;
  const line = { at: startAt, actorId: null, action: 'test', subjectId: 's', detail: '' };
  await sql.begin((transaction) => writer.append(transaction, line));
  expect(await checkAudit({ sql, key, anchor: null }, null, [])).toMatchObject({ problem: null, lines: 1 });
  await appendPlain(sql, 'forged');
  await sql.begin((transaction) => writer.append(transaction, line));
  expect(await checkAudit({ sql, key, anchor: null }, null, [])).toMatchObject({ problem: 'end' });
});

test('in a new database a line without the key never becomes part of the chain, and in a database of an older version it does for a day', async () => {
  const key = Buffer.alloc(32, 1);
  const problemOf = async (isUsed: boolean) => {
    const url = await database.createUrl();
    const sql = database.sql(url);
    if (isUsed) await createUser(await database.openStore({ url }));
    await sql`update audit_head set mac = ''`;
    const writer = createAuditWriter(key);
    await writer.sign(sql);
    await appendPlain(sql, 'forged');
    const line = { at: startAt, actorId: null, action: 'test', subjectId: 's', detail: '' };
    await sql.begin((transaction) => writer.append(transaction, line));
    return (await checkAudit({ sql, key, anchor: null }, null, [])).problem;
  };
  expect([await problemOf(false), await problemOf(true)]).toEqual(['end', null]);
});

test('the check compares exported digests, and it finds a database that was replaced by its older copy', async () => {
  const { store, sql } = await chainOf(3);
  const [head] = await sql`select * from audit_head`;
  await store.audit.write({ at: startAt, actorId: null, action: 'test', subjectId: 's', detail: 'newest' });
  const mark = await store.audit.mark(startAt);
  expect(mark).toMatchObject({ line: 4, at: startAt });
  const marks = mark === null ? [] : [mark];
  expect(await store.audit.check(marks)).toMatchObject({ problem: null });
  expect(await store.audit.check(marks.map((each) => ({ ...each, hash: '00' })))).toMatchObject({
    problem: 'exported',
    lineId: 4,
  });
  await change(sql, 'delete from audit_entries where id = 4');
  await sql`truncate audit_head`;
  await sql`insert into audit_head ${sql(head ?? {})}`;
  expect(await store.audit.check()).toMatchObject({ problem: null, lines: 3 });
  expect(await store.audit.check(marks)).toMatchObject({ problem: 'exported' });
});

test('the deletion of a person erases the reasons about the person, and the check still finds a change of such a line', async () => {
  const { store, sql } = await chainOf(1);
  const person = { email: 'leaver@rondo.test', username: 'leaver', name: 'Leaver', passwordHash: 'x' };
  const made = await store.users.create({ ...person, ref: '111111', region: 'KR', now: startAt });
  if (!made.ok) throw new Error(made.refusal);
  const userId = made.user.id;
  const reason = 'spoke with @leaver on Telegram';
  await store.people.decide({ userId, verdict: 'revoke', actorId: null, reason, now: startAt });
  expect(await store.users.erase(userId, startAt)).toMatchObject({ ok: true });
  const lines = await store.audit.list({ subjectId: userId, limit: 10 });
  expect(lines.map(({ action, detail }) => [action, detail])).toEqual([
    ['user.erase', ''],
    ['user.revoke', ''],
  ]);
  expect(await store.audit.check()).toMatchObject({ problem: null, lines: 3 });
  await change(sql, `update audit_entries set action = 'user.approve' where action = 'user.revoke'`);
  expect(await store.audit.check()).toMatchObject({ problem: 'line', lineId: 2 });
  expect(await sql`select ref, region, name, password_hash from users where id = ${userId}`).toEqual([
    { ref: null, region: null, name: '', password_hash: '' },
  ]);
});

test('a purge removes only the oldest lines, and the remaining chain is intact', async () => {
  const { store } = await chainOf(3);
  const fiveYears = 1_828 * 24 * 60 * 60_000;
  await store.audit.write({ at: startAt + fiveYears, actorId: null, action: 'test', subjectId: 's', detail: 'young' });
  // The clock of another node was slow, so an old line follows a young line.
  await store.audit.write({ at: startAt, actorId: null, action: 'test', subjectId: 's', detail: 'old' });
  expect(await store.audit.isIntact()).toBe(true);
  expect(await store.retention.purge(startAt + fiveYears)).toMatchObject({ audit: 3 });
  expect(await store.audit.isIntact()).toBe(true);
  expect(await store.audit.check()).toMatchObject({ problem: null, lines: 2 });
});
