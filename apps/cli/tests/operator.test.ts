// Tests of `rondo operator` on a real database.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { secretOf } from '@rondo/store';
import {
  createOperator,
  startTestDatabase,
  turnOnFactor,
  type TestDatabase,
  linkAccount,
} from '@rondo/testkit/database';
import { operatorCommand } from '../src/commands/operator.ts';
import { runCommand } from '../src/run-command.ts';

let database: TestDatabase;
let url: string;
beforeAll(async () => {
  database = await startTestDatabase();
  url = await database.createUrl();
});
afterAll(() => database.stop());

async function type(...args: readonly string[]) {
  const seen = { out: '', err: '' };
  const terminal = { out: (text: string) => void (seen.out += text), err: (text: string) => void (seen.err += text) };
  const command = operatorCommand(
    () => database.openStore({ url, systemUser: 'jin' }),
    async () => null,
  );
  const code = await runCommand([command], ['operator', ...args], {
    terminal,
    folder: '.',
    stopped: new Promise(() => undefined),
  });
  return { code, ...seen };
}

test('in a database without users, the command creates the first operator with a valid password', async () => {
  expect((await type('list', '--all')).out).toBe('Nobody has signed up.\n');
  const { code, out } = await type('create', 'Boss@rondo.test', '--name', 'Boss');
  expect(code).toBe(0);
  const password = /password (\S+)/.exec(out)?.[1] ?? '';
  const store = await database.openStore({ url });
  const user = await store.users.findByEmail('boss@rondo.test');
  expect(user).toMatchObject({ role: 'operator', hasGranted: true, name: 'Boss' });
  expect(await store.passwords.verifyPassword(user?.passwordHash ?? null, password)).toMatchObject({ isMatch: true });
  const enrolment = /\/dashboard\/security#enrolment=([\w-]{43})\n/;
  const tokenOf = (text: string) => enrolment.exec(text)?.[1] ?? '';
  const again = (await type('enrol', 'boss@rondo.test')).out;
  const mayEnrol = (text: string) => store.enrolments.mayEnrol(user?.id ?? '', tokenOf(text), Date.now());
  expect([await mayEnrol(out), await mayEnrol(again)]).toEqual([false, true]);
  expect(await type('create', 'boss@rondo.test')).toMatchObject({ code: 1, err: expect.stringContaining('already') });
});

test('the operator lists a waiting person, approves the person, and revokes the approval with a reason', async () => {
  const store = await database.openStore({ url });
  const made = await store.users.create({
    email: 'new@rondo.test',
    username: 'new',
    name: 'tele',
    passwordHash: '',
    ref: '111111',
    now: 0,
  });
  if (!made.ok) throw new Error(made.refusal);
  expect((await type('list')).out).toBe('1970-01-01  pending   member    new@rondo.test  tele  111111\n');
  expect((await type('approve', 'new@rondo.test', '--level', '3')).out).toContain('approved');
  expect(await store.users.findById(made.user.id)).toMatchObject({ hasGranted: true, level: 3 });
  expect((await type('list')).out).toBe('Nobody is waiting.\n');
  expect(await type('revoke', 'new@rondo.test')).toMatchObject({ code: 2 });
  expect((await type('revoke', 'new@rondo.test', '--reason', 'spam')).out).toContain('revoked');
  const audit = await store.audit.list({ subjectId: made.user.id, limit: 10 });
  expect(audit.map(({ action, actorId, detail }) => [action, actorId, detail])).toEqual([
    ['user.revoke', null, 'spam (system user jin)'],
    ['user.approve', null, 'level 3 (system user jin)'],
  ]);
  expect(await type('enrol', 'new@rondo.test')).toMatchObject({ code: 1, err: expect.stringContaining('no operator') });
  expect(await store.audit.list({ limit: 100 })).toContainEqual(
    expect.objectContaining({ action: 'people.listed', detail: '1 of 1 (system user jin)' }),
  );
  expect((await type('reset', 'new@rondo.test')).out).toMatch(/^\/reset-password#[\w-]{43}\n/);
});

test('the exception for a key without a bound address belongs to one account, has a reason, and is a line of the audit', async () => {
  const store = await database.openStore({ url });
  const made = await store.users.create({
    email: 'roaming@rondo.test',
    username: 'roaming',
    name: 'tele',
    passwordHash: '',
    ref: '111111',
    now: 0,
  });
  if (!made.ok) throw new Error(made.refusal);
  await turnOnFactor(store, made.user.id);
  const link = (uid: string) =>
    linkAccount(store, {
      userId: made.user.id,
      exchange: 'okx',
      label: uid,
      uid,
      environment: 'live',
      domain: 'global',
      credentials: { apiKey: secretOf('a'), secretKey: secretOf('b'), passphrase: secretOf('c') },
      now: 0,
    });
  const [one, other] = [await link('877'), await link('878')];
  if (!one.ok || !other.ok) throw new Error('The store refused an account.');
  const reasons = async () =>
    [await store.accounts.find(one.account.id), await store.accounts.find(other.account.id)].map(
      (account) => account?.unboundReason,
    );
  const exception = (...words: string[]) => type('unbound-key', 'roaming@rondo.test', ...words);
  expect((await exception('--uid', '877')).code).toBe(2);
  expect((await exception('--reason', 'addresses change')).code).toBe(2);
  expect((await exception('--uid', '879', '--reason', 'addresses change')).err).toContain('no linked account');
  expect(await reasons()).toEqual([null, null]);
  expect((await exception('--uid', '877', '--reason', 'addresses change')).code).toBe(0);
  expect(await reasons()).toEqual(['addresses change', null]);
  expect((await exception('--uid', '877', '--end')).code).toBe(0);
  expect(await reasons()).toEqual([null, null]);
  const audit = await store.audit.list({ subjectId: made.user.id, limit: 10 });
  expect(audit.map(({ action, detail }) => [action, detail])).toEqual([
    ['key.bound', `${one.account.id} (system user jin)`],
    ['key.unbound', `${one.account.id} addresses change (system user jin)`],
  ]);
  for (const { account } of [one, other]) await store.accounts.unlink(account.id, { isKeyDeleted: true, now: 0 });
});

test.each([
  [[], 'one of create, list'],
  [['dance'], 'one of create, list'],
  [['approve'], 'approve needs an e-mail address'],
  [['create', 'nobody'], 'create needs an e-mail address'],
  [['approve', 'a@b.test', 'c'], 'one word too many'],
  [['approve', 'a@b.test', '--level', 'x'], '--level must be a whole number'],
  [['reject', 'a@b.test'], 'reject needs --reason'],
  [['reject', 'a@b.test', '--reason', '\u200b'], 'reject needs --reason'],
  [['reject', 'a@b.test', '--reason', 'x'.repeat(501)], '--reason must be one line'],
  [['create', 'a@b.test', '--name', 'a\u202eb'], '--name must be one line'],
  [['revoke-keys', '--yes'], 'revoke-keys needs --reason'],
  [['revoke-keys', '--reason', 'leak', '--yes'], 'and --as and --code with --yes or --confirm'],
  [['revoke-keys', '--confirm'], 'and --as and --code with --yes or --confirm'],
  [['revoke-keys', '--reason', 'leak', '--follow'], 'revoke-keys needs --reason, --confirm or --follow'],
  [['revoke-keys', 'a@b.test', '--reason', 'leak'], 'takes no e-mail'],
])('the arguments %j of `rondo operator` are refused with exit code 2', async (args, sentence) => {
  expect(await type(...args)).toMatchObject({ code: 2, out: '', err: expect.stringContaining(sentence) });
});

test('the command ends with exit code 1 when no user has the e-mail address', async () => {
  expect(await type('approve', 'ghost@rondo.test')).toMatchObject({ code: 1, err: expect.stringContaining('nobody') });
});

test('revoke-keys only counts the keys without --yes, and needs two operators with their codes, and asks for a start of the server when no server is running', async () => {
  const store = await database.openStore({ url });
  await type('create', 'chief@rondo.test', '--name', 'Chief');
  const chief = await store.users.findByEmail('chief@rondo.test');
  const person = { email: 'member@rondo.test', username: 'member', name: 'tele', passwordHash: '', now: 0 };
  expect((await store.users.create(person)).ok).toBe(true);
  const text = secretOf('canary-of-the-key');
  const made = await linkAccount(store, {
    userId: chief?.id ?? '',
    exchange: 'okx',
    label: 'main',
    uid: '77',
    environment: 'sandbox',
    domain: 'global',
    credentials: { apiKey: text, secretKey: text, passphrase: text },
    now: 0,
  });
  expect(made.ok).toBe(true);
  const counted = await type('revoke-keys', '--reason', 'leak');
  expect(counted).toMatchObject({ code: 0, err: '', out: expect.stringContaining('Keys to end: 1 (running bots 0') });
  expect((await store.keyRevocations.progress()).waiting).toBe(0);
  const [first, second] = [
    await createOperator(store, 'one@rondo.test', Date.now()),
    await createOperator(store, 'two@rondo.test', Date.now()),
  ];
  const as = (email: string, { codes }: { readonly codes: string[] }) => ['--as', email, '--code', codes.pop() ?? ''];
  const propose = (...proof: string[]) => type('revoke-keys', '--reason', 'leak', '--yes', ...proof);
  const confirm = (...proof: string[]) => type('revoke-keys', '--confirm', ...proof);
  const wrong = { code: 1, err: expect.stringContaining('the e-mail is of no operator, or the code is wrong') };
  expect(await propose('--as', 'one@rondo.test', '--code', '123456')).toMatchObject(wrong);
  expect(await propose(...as('member@rondo.test', first))).toMatchObject(wrong);
  const failed = (await store.audit.list({ limit: 2 })).map(({ action, subjectId }) => [action, subjectId]);
  expect(failed).toEqual([
    ['operator.notProven', null],
    ['operator.notProven', first.id],
  ]);
  expect(await propose('--as', 'chief@rondo.test', '--code', '123456')).toMatchObject({
    code: 1,
    err: expect.stringContaining('chief@rondo.test has no second factor'),
  });
  expect(await confirm(...as('two@rondo.test', second))).toMatchObject({
    code: 1,
    err: expect.stringContaining('nobody has proposed it within the last hour'),
  });
  expect(await propose(...as('one@rondo.test', first))).toMatchObject({ code: 0, err: '' });
  expect(await confirm(...as('one@rondo.test', first))).toMatchObject({
    code: 1,
    err: expect.stringContaining('another operator has to confirm'),
  });
  expect((await store.keyRevocations.progress()).waiting).toBe(0);
  const ordered = await confirm(...as('two@rondo.test', second));
  expect(ordered).toMatchObject({ code: 1, err: expect.stringContaining('start the server, or type revoke-keys') });
  expect((await store.keyRevocations.progress()).waiting).toBe(1);
  expect(`${counted.out}${ordered.out}${ordered.err}`).not.toContain('canary');
});
