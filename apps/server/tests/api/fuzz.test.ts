// Fuzzes every route of the table. A hostile call must not return a 5xx status, a secret or an undocumented response. A refused call must not change data.
import fc from 'fast-check';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { errorBodySchema, errorStatuses, routes, type ApiRoute } from '@rondo/contract';
import { callOf, createOtherMember, headersOf } from '../_callers.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';
import { openStoredKey } from '@rondo/testkit/database';

const table: readonly (readonly [string, ApiRoute])[] = Object.entries(routes);
/** The number of attempts per route in one run. */
const tries = 12;
/** Each run tries the same values. Another number tries other values. */
const seed = 20_261_128;

let world: TestWorld;
let secrets: readonly string[] = [];
let memberIds: readonly string[] = [];
beforeAll(async () => {
  world = await startWorld();
  const sealed = await openStoredKey(world.context.store, world.accountId);
  await createOtherMember(world);
  const { id: memberId } = world.people.member;
  const now = world.context.clock.now();
  const { sessionId } = await world.context.store.sessions.create({ userId: memberId, remember: false, now });
  memberIds = [world.accountId, memberId, sessionId];
  secrets = [sealed.apiKey, sealed.secretKey, sealed.passphrase, '$argon2id$'];
});
afterAll(async () => {
  await world.close();
});

const hostileText = fc.oneof(
  fc.string({ maxLength: 60 }),
  fc.string({ unit: 'binary', maxLength: 40 }),
  fc.constantFrom(
    '',
    ' ',
    '\u0000',
    '../../etc/passwd',
    "' or 1=1 --",
    '%00',
    '<script>',
    '\ud800',
    'é'.repeat(300),
    '9'.repeat(50),
  ),
  fc.constantFrom('__proto__', 'constructor', 'null', '-0', '1e309', 'NaN', '2026-02-31', 'javascript:alert(1)'),
);
const hostileValue = fc.oneof(
  hostileText,
  fc.constantFrom(null, true, -1, 0, 1.5, 1e308, Number.MAX_SAFE_INTEGER),
  fc.array(hostileText, { maxLength: 3 }),
  fc.dictionary(fc.constantFrom('a', 'constructor', 'toString', 'length'), hostileText, { maxKeys: 3 }),
);

/** Returns the field names of the object schema of a route, so that the hostile values are sent in fields that the server reads. */
function fieldsOf(schema: z.ZodType | undefined): readonly string[] {
  return schema instanceof z.ZodObject ? Object.keys(schema.shape) : [];
}

interface Attempt {
  readonly id: string;
  readonly query: string;
  readonly body: unknown;
  /** Calls a route as another member, with ids of the first member. */
  readonly isForeign: boolean;
  readonly foreignId: string;
}

function attemptsOf(row: ApiRoute): fc.Arbitrary<Attempt> {
  const name = fc.oneof(fc.constantFrom('__proto__', 'owner_id', 'has_granted', ...fieldsOf(row.query)), hostileText);
  const query = fc
    .array(fc.tuple(name, hostileText), { maxLength: 4 })
    // In half of the calls the first parameter is repeated.
    .map(
      (pairs) =>
        new URLSearchParams(
          [...pairs, ...pairs.slice(0, 1)].map(([key, value]): [string, string] => [key, value.toWellFormed()]),
        ),
    );
  const field = fc.constantFrom('__proto__', 'extra', ...fieldsOf(row.body));
  const body = fc.oneof(
    hostileValue,
    fc.array(fc.tuple(field, hostileValue), { maxLength: 6 }).map((pairs) => Object.fromEntries(pairs) as unknown),
    fc.constant(JSON.parse('{"__proto__":{"role":"operator"},"constructor":{"prototype":{"x":1}}}') as unknown),
  );
  return fc.record({
    // A URL drops a segment of one or two dots, so such an id would reach another route.
    id: hostileText.map((text) => text.toWellFormed()).map((text) => (/^\.{0,2}$/.test(text) ? 'x' : text)),
    query: query.map((each) => `?${each}`),
    body,
    isForeign: row.access === 'operator' ? fc.constant(false) : fc.boolean(),
    foreignId: fc.constantFrom(...memberIds),
  });
}

/**
 * Returns all people, all accounts and the ids of all active bots as one text. The text does not contain `lastLoginAt`, because this time changes without a
 * call of the test.
 */
async function fingerprint(): Promise<string> {
  const { store } = world.context;
  const { people } = await store.people.list({ limit: 1_000, offset: 0 });
  const accounts = await store.accounts.listAll();
  const bots = await Promise.all(people.map((person) => store.bots.listActive(person.id)));
  return JSON.stringify([people, accounts, bots.flat().map((bot) => bot.id)], (key, value: unknown) =>
    key === 'lastLoginAt' ? null : value,
  );
}

const isHarmless = (name: string): boolean => !['logoutEverywhere', 'logout'].includes(name);

test.each(table.filter(([name]) => isHarmless(name)))(
  '%s returns only documented responses to hostile input, and a refused call changes no data',
  async (_name, row) => {
    const documented = [200, ...errorStatuses(row), ...Object.keys(row.otherResponses ?? {}).map(Number)];
    await fc.assert(
      fc.asyncProperty(attemptsOf(row), async ({ isForeign, foreignId, body, ...attempt }) => {
        const id = isForeign ? foreignId : attempt.id;
        const query = isForeign ? `${attempt.query}&account_id=${world.accountId}` : attempt.query;
        const usual = row.access === 'operator' ? 'operator' : 'member';
        const kind = isForeign ? 'otherMember' : usual;
        const call = callOf(row, { id, query, ...(row.method === 'GET' ? {} : { payload: body }) });
        const headers = { ...call.headers, ...(await headersOf(world, kind)) };
        const before = await fingerprint();
        const response = await world.api.inject({ ...call, headers });
        expect(response.statusCode).toBeLessThan(500);
        expect(documented).toContain(response.statusCode);
        for (const secret of secrets) expect(response.body).not.toContain(secret);
        expect(response.body).not.toMatch(/\bat \w+ \(|node_modules|syntax error at or near|violates/);
        if (response.statusCode === 200) return;
        expect(errorBodySchema.safeParse(response.json()).success).toBe(true);
        expect(await fingerprint()).toBe(before);
      }),
      { numRuns: tries, seed },
    );
    // A hostile call must not change the prototype of all objects.
    expect(({} as Record<string, unknown>)['role']).toBeUndefined();
  },
);

test('a body with thirty thousand levels of nesting is refused on every route that takes a body', async () => {
  const depth = 30_000;
  const deep = `${'['.repeat(depth)}${']'.repeat(depth)}`;
  for (const [name, row] of table.filter(([, each]) => each.body !== undefined)) {
    const call = callOf(row, {});
    const kind = row.access === 'operator' ? 'operator' : 'member';
    const headers = { 'content-type': 'application/json', ...(await headersOf(world, kind)) };
    for (const payload of [deep, `{"metadata":${deep},"__proto__":${deep}}`]) {
      const { statusCode } = await world.api.inject({ ...call, headers, payload });
      expect({ name, refused: statusCode >= 400 && statusCode < 500 }).toEqual({ name, refused: true });
    }
  }
});

test('a body of 100 MB is refused, and the process grows by less than 300 MB', async () => {
  const before = process.memoryUsage().rss;
  const payload = Buffer.alloc(100 * 1024 * 1024, 0x20);
  const headers = { 'content-type': 'application/json' };
  const response = await world.api.inject({ method: 'POST', url: '/api/auth/login', payload, headers });
  expect(response.statusCode).toBe(413);
  expect(process.memoryUsage().rss - before).toBeLessThan(300 * 1024 * 1024);
});

test('every successful response to a GET call matches the schema of the route', async () => {
  const { accountId } = world;
  const queries: Readonly<Record<string, string>> = {
    history: '?from=2026-01-01&to=2026-01-31',
    historyExport: '?from=2026-01-01&to=2026-01-31',
  };
  const ids: Readonly<Record<string, string>> = {
    ticker: 'ETH-USDT-SWAP',
    candles: 'ETH-USDT-SWAP',
    exchangeAccount: accountId,
    operatorUser: world.people.member.id,
  };
  await until(async () => (await world.context.health.all()).ready, 'every part of the product is ready');
  const checked: string[] = [];
  for (const [name, row] of table.filter(([, each]) => each.method === 'GET')) {
    const call = callOf(row, { id: ids[name] ?? 'x', query: queries[name] ?? '' });
    const headers = { ...call.headers, ...(await headersOf(world, row.access === 'operator' ? 'operator' : 'member')) };
    const response = await world.api.inject({ ...call, headers });
    if (response.statusCode !== 200) continue;
    checked.push(name);
    const content: unknown = row.responseType === undefined ? response.json() : response.body;
    expect({ name, fits: row.response.safeParse(content).success }).toEqual({ name, fits: true });
  }
  expect(checked).toEqual(
    expect.arrayContaining(['me', 'history', 'candles', 'operatorUser', 'exchangeAccounts', 'historyExport']),
  );
});
