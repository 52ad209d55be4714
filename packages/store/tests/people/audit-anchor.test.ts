// Tests of the anchor of the audit: lines that were written again with the people key and the database are found with the master key (ADR 8).
import { randomBytes } from 'node:crypto';
import { givenKey, localSeals, openServerStore } from '@rondo/store';
import { silentLog, startTestDatabase, type TestDatabase } from '@rondo/testkit/database';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { erasedDigest, signHead } from '../../src/people/audit-chain.ts';
import { createAuditWriter, readHead } from '../../src/people/audit-writer.ts';
import { createKeyRing } from '../../src/secrets/key-ring.ts';
import { peopleSecretsPurpose } from '../../src/secrets/people-keys.ts';
import { createPeopleWork } from '../../src/secrets/seal-work.ts';

const now = 1_700_000_000_000;
let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

type Client = ReturnType<TestDatabase['sql']>;

/** Opens an installation with a people key. */
async function openInstallation() {
  const url = await database.createUrl();
  const tool = await database.openStore({ url });
  const peopleKey = randomBytes(32);
  await tool.keyRotation.rotatePeople(peopleKey, { now, report: () => undefined });
  return { url, tool, peopleKey, sql: database.sql(url) };
}

/** Returns the key of the audit, as a person with the people key and the database gets it. */
async function stolenAuditKey(sql: Client, peopleKey: Uint8Array): Promise<Buffer> {
  const [row] = await sql<{ value: { sealed: string } }[]>`select value from settings where key = 'peopleKeys'`;
  const work = createPeopleWork(createKeyRing(peopleKey), { rotation: null, people: null });
  const plain = await work.openText(peopleSecretsPurpose, Buffer.from(row?.value.sealed ?? '', 'base64'));
  return Buffer.from((JSON.parse(Buffer.from(plain).toString('utf8')) as { audit: string }).audit, 'base64');
}

/** Writes the lines after the second one again, with the key of the audit. */
async function writeAgain(sql: Client, key: Uint8Array): Promise<void> {
  const head = await readHead(sql);
  const lines = await sql<{ id: number; hash: Buffer }[]>`select id, hash from audit_entries order by id`;
  const [second, later] = [lines[1], lines.length - 2];
  if (head === null || second === undefined) throw new Error('The audit has too few lines.');
  await sql`alter table audit_entries disable trigger audit_entries_append_only`;
  await sql`delete from audit_entries where id > ${second.id}`;
  const { mac } = signHead(key, { ...head, lineCount: 2, lastHash: second.hash });
  await sql`update audit_head set line_count = 2, last_hash = ${second.hash}, mac = ${mac}`;
  const writer = createAuditWriter(key);
  const forged = { at: now, actorId: null, action: 'test', subjectId: null, detail: 'forged' };
  for (let line = 0; line < later; line += 1) await sql.begin((transaction) => writer.append(transaction, forged));
}

test('the people key opens the key of the audit, and lines that are written again with it up to the anchor are found with the master key', async () => {
  const { sql, tool, peopleKey, url } = await openInstallation();
  for (const detail of ['1', '2', '3', '4'])
    await tool.audit.write({ at: now, actorId: null, action: 'test', subjectId: null, detail });
  const seals = localSeals(givenKey(peopleKey, 'the people key'), 'people');
  const node = await openServerStore({ databaseUrl: url, seals, log: silentLog });
  expect([await node.audit.isIntact(), await tool.audit.isIntact()]).toEqual([true, true]);
  expect([await node.audit.anchor(), await tool.audit.anchor(), await tool.audit.anchor()]).toEqual([
    'none',
    'first',
    'stored',
  ]);
  await writeAgain(sql, await stolenAuditKey(sql, peopleKey));
  expect((await node.audit.check()).problem).toBeNull();
  await node.close();
  const later = await database.openStore({ url });
  for (const store of [tool, later]) expect(await store.audit.check()).toMatchObject({ problem: 'anchor' });
});

test('lines up to the anchor cannot be written again as lines after a purge', async () => {
  const { sql, tool, peopleKey, url } = await openInstallation();
  const entry = { at: now, actorId: null, action: 'test', subjectId: null, detail: 'forged' };
  for (const detail of ['1', '2', '3']) await tool.audit.write({ ...entry, detail });
  expect([await tool.audit.isIntact(), await tool.audit.anchor()]).toEqual([true, 'first']);
  const key = await stolenAuditKey(sql, peopleKey);
  const total = (await tool.audit.mark(now))?.line ?? 0;
  const [line] = await sql<{ hash: Buffer }[]>`select hash from audit_entries order by id desc limit 1`;
  const purged = async (purgedCount: number, hashBefore: Buffer) => {
    const head = await readHead(sql);
    if (head === null) throw new Error('The audit has no head.');
    await sql`alter table audit_entries disable trigger audit_entries_append_only`;
    await sql`delete from audit_entries`;
    const { mac } = signHead(key, { ...head, purgedCount, hashBefore, lineCount: 0, lastHash: hashBefore });
    await sql`update audit_head set purged_count = ${purgedCount}, hash_before = ${hashBefore}, line_count = 0, last_hash = ${hashBefore}, mac = ${mac}`;
    await sql.begin((transaction) => createAuditWriter(key).append(transaction, entry));
    const store = await database.openStore({ url });
    const { problem } = await store.audit.check();
    await store.close();
    return problem;
  };
  expect(await purged(total, randomBytes(32))).toBe('anchor');
  expect(await purged(total + 1, line?.hash ?? Buffer.alloc(0))).toBe('anchor');
  // A purge that has removed the anchored line leaves its digest.
  expect(await purged(total, line?.hash ?? Buffer.alloc(0))).toBeNull();
});

test('of two processes that store the first anchor at once, one stores it', async () => {
  const { tool, url } = await openInstallation();
  await tool.audit.write({ at: now, actorId: null, action: 'test', subjectId: null, detail: '' });
  const stores = [tool, ...(await Promise.all([1, 2, 3].map(() => database.openStore({ url }))))];
  for (const store of stores) await store.audit.check();
  const stored = await Promise.all(stores.map((store) => store.audit.anchor()));
  expect(stored.toSorted()).toEqual(['first', 'stored', 'stored', 'stored']);
});

test('a changed anchor hides no changed line', async () => {
  const { sql, tool } = await openInstallation();
  for (const detail of ['1', '2'])
    await tool.audit.write({ at: now, actorId: null, action: 'test', subjectId: null, detail });
  await tool.audit.isIntact();
  await tool.audit.anchor();
  await sql`delete from settings where key = 'auditAnchor'`;
  expect(await tool.audit.check()).toMatchObject({ problem: 'anchor', lines: 3 });
  await sql`alter table audit_entries disable trigger audit_entries_append_only`;
  await sql`update audit_entries set detail = 'other' where detail = '2'`;
  expect(await tool.audit.check()).toMatchObject({ problem: 'line' });
});

test('with the key of the audit only a decision can look like a line whose reason was erased', async () => {
  const { sql, tool, peopleKey } = await openInstallation();
  for (const action of ['user.approve', 'test'])
    await tool.audit.write({ at: now, actorId: 'a', action, subjectId: 's', detail: 'a reason' });
  const key = await stolenAuditKey(sql, peopleKey);
  await sql`alter table audit_entries disable trigger audit_entries_append_only`;
  const erase = async (action: string): Promise<void> => {
    const [row] = await sql<{ hash: Buffer }[]>`select hash from audit_entries where action = ${action}`;
    const line = { at: now, actorId: 'a', action, subjectId: 's', detail: '' };
    const erasure = erasedDigest(key, row?.hash ?? Buffer.alloc(0), line);
    await sql`update audit_entries set detail = '', erasure = ${erasure} where action = ${action}`;
  };
  await erase('user.approve');
  expect((await tool.audit.check()).problem).toBeNull();
  await erase('test');
  expect((await tool.audit.check()).problem).toBe('line');
});

test('an anchor of the audit that was removed, replaced by an older one or changed is found by a process that has read it, and is not stored again', async () => {
  const { sql, tool } = await openInstallation();
  const write = () => tool.audit.write({ at: now, actorId: null, action: 'test', subjectId: null, detail: '' });
  const anchor = async (): Promise<string> => {
    await write();
    await tool.audit.isIntact();
    return tool.audit.anchor();
  };
  expect(await anchor()).toBe('first');
  await sql`insert into settings (key, value) select 'older', value from settings where key = 'auditAnchor'`;
  expect(await anchor()).toBe('stored');
  await sql`insert into settings (key, value) select 'newest', value from settings where key = 'auditAnchor'`;
  const restore = `insert into settings (key, value) select 'auditAnchor', value from settings where key = 'newest'`;
  for (const statement of [
    'select 1',
    `insert into settings (key, value) select 'auditAnchor', value from settings where key = 'older'`,
    `${restore}; update settings set value = value || '{"mac": ""}' where key = 'auditAnchor'`,
    `insert into settings (key, value) values ('auditAnchor', 'null')`,
  ]) {
    await sql.unsafe(`delete from settings where key = 'auditAnchor'; ${statement}`);
    expect([statement, await tool.audit.isIntact(), await tool.audit.anchor()]).toEqual([statement, false, 'none']);
  }
  await sql.unsafe(`delete from settings where key = 'auditAnchor'; ${restore}`);
  expect(await tool.audit.isIntact()).toBe(true);
});
