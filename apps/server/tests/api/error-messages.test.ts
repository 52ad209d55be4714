// Tests every error of the catalogue except the errors of the exchange link. Each test produces the cause of an error and checks its text in the five languages.
import { decimal, ticks, zero } from '@rondo/decimal';
import type { InjectOptions } from 'fastify';
import { createNodeTransport } from '@rondo/exchange';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { passkeyDevice } from '@rondo/testkit/passkey';
import {
  errorCatalogue,
  errorText,
  type exchangeKeyErrors,
  type ErrorBody,
  type ErrorCode,
  type ErrorEntry,
} from '@rondo/contract';
import type { Api } from '../../src/api/api.ts';
import { createApp } from '../../src/app.ts';
import { openKeyedVenue } from '../../src/venues/keyed-venue.ts';
import { serverLimits } from '../../src/limits.ts';
import type { Listing, Market } from '../../src/market/market.ts';
import type { AppContext } from '../../src/app-context.ts';
import { freshAddress, headersOf, signUpFields } from '../_callers.ts';
import { sentencesOf } from '../_sentences.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
const opened: Api[] = [];
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  for (const api of opened) await api.close();
  await world.close();
});

type Trigger = () => Promise<{ readonly statusCode: number; json<Body>(): Body }>;

/** Sends one call as a caller of this kind, from an address that no other call uses. `line` is, for example, "POST /api/...". */
async function call(
  line: string,
  given: { readonly as?: Parameters<typeof headersOf>[1]; readonly body?: object; readonly api?: Api } = {},
) {
  const [method, url] = line.split(' ') as [NonNullable<InjectOptions['method']>, string]; // two words in every row below
  const headers = await headersOf(world, given.as ?? 'visitor');
  const remoteAddress = freshAddress();
  const body = given.body === undefined ? {} : { payload: given.body };
  return (given.api ?? world.api).inject({ method, url, headers, remoteAddress, ...body });
}

/** Starts the server of the test again with one replaced dependency. */
async function serverWith(changes: Partial<AppContext>): Promise<Api> {
  const api = await createApp({ ...world.context, ...changes });
  opened.push(api);
  return api;
}

/** Sends one call in a session whose password and second factor were checked a moment before. */
async function proved(
  line: string,
  given: { readonly email?: string; readonly body?: object; readonly api?: Api } = {},
) {
  const email = given.email ?? 'member@rondo.test';
  const user = await world.context.store.users.findByEmail(email);
  const now = world.context.clock.now();
  const session = { userId: user?.id ?? '', remember: false, now, withSecondFactor: true };
  const { accessToken } = await world.context.store.sessions.create(session);
  const [method, url] = line.split(' ') as [NonNullable<InjectOptions['method']>, string]; // two words in every row below
  const body = given.body === undefined ? {} : { payload: given.body };
  const headers = { authorization: `Bearer ${accessToken}` };
  return (given.api ?? world.api).inject({ method, url, headers, ...body });
}

const signUp = (changes: object, api?: Api) =>
  call('POST /api/auth/register', {
    ...(api === undefined ? {} : { api }),
    body: { email: 'refused@rondo.test', password: 'eight-ok', name: 'refused', ...signUpFields, ...changes },
  });
const logIn = (changes: object) =>
  call('POST /api/auth/login', { body: { email: 'member@rondo.test', password: 'rondo-demo-member', ...changes } });

/** Creates a person with a second factor for one test. */
async function withSecondFactor(name: string): Promise<{ readonly email: string; readonly id: string }> {
  const email = `${name}@rondo.test`;
  await signUp({ email, name });
  const secret = (await proved('POST /api/auth/second-factor', { email })).json<{ secret: string }>().secret;
  const code = authenticatorCode(secret, world.context.clock.now());
  expect((await proved('POST /api/auth/second-factor/confirm', { email, body: { code } })).statusCode).toBe(200);
  const user = await world.context.store.users.findByEmail(email);
  return { email, id: user?.id ?? '' };
}

/** The origin of the calls of this test. */
const origin = 'http://localhost';

/** Registers a passkey in one session of a person, because a challenge is bound to its session. */
async function addPasskey(name: string, device = passkeyDevice(origin)) {
  const { store, clock } = world.context;
  const email = `${name}@rondo.test`;
  if ((await store.users.findByEmail(email)) === null) await signUp({ email, name });
  const user = await store.users.findByEmail(email);
  const session = { userId: user?.id ?? '', remember: false, now: clock.now(), withSecondFactor: true };
  const { accessToken } = await store.sessions.create(session);
  const send = (url: string, payload: object) =>
    world.api.inject({
      method: 'POST',
      url,
      headers: { authorization: `Bearer ${accessToken}`, host: 'localhost', origin },
      payload,
    });
  const begun = (await send('/api/auth/passkeys/begin', {})).json<{ challenge: string }>();
  return send('/api/auth/passkeys', { name: 'x', ...device.create(begun.challenge) });
}

const create = (changes: object = {}, api?: Api) =>
  call('POST /api/bots', {
    as: 'member',
    body: { ...validRequest(), ...changes },
    ...(api === undefined ? {} : { api }),
  });
const basic = (changes: object) => ({ basic: { ...validRequest().basic, ...changes } });
const byModel = { entry: { ...validRequest().entry, type: 'ai-gpt' } };
const spread = (distance: number) => ({ entry: { ...validRequest().entry, type: 'market', step_distance: distance } });

/** Returns the venue of the test with changed rules and a changed listing for every swap. */
async function venueWith(rules: object, changes: Partial<Market> = {}, of: Partial<Listing> = {}): Promise<Api> {
  const { market } = world.context;
  return serverWith({
    market: {
      ...market,
      async listings() {
        const read = await market.listings();
        if (!read.ok) return read;
        const altered = [...read.value].map(
          ([id, listing]) => [id, { ...listing, ...of, rules: { ...listing.rules, ...rules } }] as const,
        );
        return { ok: true, value: new Map(altered) };
      },
      ...changes,
    },
  });
}

/** Starts a bot on BTC. No other row uses BTC. */
async function runningBot(): Promise<string> {
  const response = await create(basic({ symbol: 'BTC-USDT-SWAP' }));
  const { bot } = response.json<{ bot: { id: string } }>();
  return bot.id;
}
const stop = { status: 'completed', close_position: true, is_last: true };

/** Returns a request that links a new LBank key of the sandbox with these permissions, as the form of the web app sends the request. */
function keyOf(perm: string, changes: object = {}) {
  const { apiKey, secretKey } = world.openExchangeAccount({ label: perm, perm });
  const credentials = { api_key: apiKey, secret_key: secretKey };
  return { exchange_id: 'lbank', account_name: 'mine', credentials, ...changes };
}
const link = (perm: string, changes: object = {}, api?: Api) =>
  proved('POST /api/exchange-accounts/', { body: keyOf(perm, changes), ...(api === undefined ? {} : { api }) });

type OwnCode = {
  [Code in ErrorCode]: (typeof errorCatalogue)[Code] extends { readonly scope: 'exchange' }
    ? Code extends keyof typeof exchangeKeyErrors
      ? Code
      : never
    : Code;
}[ErrorCode];

const sessions = {
  TOKEN_INVALID: () => call('GET /api/user/me'),
  TOKEN_EXPIRED: () => call('GET /api/user/me', { as: 'expired' }),
  TOKEN_REFRESH_FAILED: () => call('POST /api/auth/refresh'),
  LOGIN_REQUIRED_FIELDS: () => logIn({ email: '', password: '' }),
  LOGIN_FAILED: () => logIn({ password: 'wrong' }),
  TOTP_REQUIRED: async () => logIn({ email: (await withSecondFactor('first')).email, password: 'eight-ok' }),
  async TOTP_WRONG() {
    const { email } = await withSecondFactor('second');
    return logIn({ email, password: 'eight-ok', code: '000000' });
  },
  async CODES_ENDED() {
    const { email, id } = await withSecondFactor('fifth');
    const { secondFactors } = world.context.store;
    for (let wrong = 0; wrong < 100; wrong += 1) await secondFactors.verify(id, '000000', world.context.clock.now());
    return logIn({ email, password: 'eight-ok', code: '000000' });
  },
  REAUTH_REQUIRED: () => call('GET /api/user/me/export', { as: 'member' }),
  REAUTH_FAILED: () => call('POST /api/auth/reauthenticate', { as: 'member', body: { password: 'wrong' } }),
  SECOND_FACTOR_REQUIRED: async () =>
    call('GET /api/operator/users', { as: 'operator', api: await serverWith({ venue: 'okx' }) }),
  async SECOND_FACTOR_ON() {
    const { email } = await withSecondFactor('third');
    return proved('POST /api/auth/second-factor', { email });
  },
  SECOND_FACTOR_OFF: () => proved('DELETE /api/auth/second-factor'),
  async SECOND_FACTOR_NEEDED() {
    const email = 'operator@rondo.test';
    return proved('DELETE /api/auth/second-factor', { email, api: await serverWith({ venue: 'okx' }) });
  },
  async ENROLMENT_REQUIRED() {
    const email = 'operator@rondo.test';
    const body = { enrolment: 'x'.repeat(43) };
    return proved('POST /api/auth/second-factor', { email, body, api: await serverWith({ venue: 'okx' }) });
  },
  async SECOND_FACTOR_WRONG() {
    await signUp({ email: 'fourth@rondo.test' });
    await proved('POST /api/auth/second-factor', { email: 'fourth@rondo.test' });
    const body = { code: '000000' };
    return proved('POST /api/auth/second-factor/confirm', { email: 'fourth@rondo.test', body });
  },
  PASSKEYS_UNAVAILABLE: async () =>
    call('POST /api/auth/passkeys/challenge', { api: await serverWith({ publicUrl: 'https://rondo.example' }) }),
  PASSKEY_REFUSED: () =>
    call('POST /api/auth/passkeys/login', { body: { passkey: passkeyDevice(origin).respond('x') } }),
  PASSKEY_INVALID: () =>
    proved('POST /api/auth/passkeys', { body: { name: 'x', ...passkeyDevice(origin).create('x') } }),
  async PASSKEY_KNOWN() {
    const device = passkeyDevice(origin);
    await addPasskey('passkey-known', device);
    return addPasskey('passkey-known', device);
  },
  async PASSKEYS_FULL() {
    for (let held = 0; held < 20; held += 1) await addPasskey('passkeys-full');
    return addPasskey('passkeys-full');
  },
  RESET_LINK_INVALID: () => call('POST /api/auth/reset', { body: { token: 'x'.repeat(43), new_password: 'eight-ok' } }),
} as const satisfies Partial<Record<OwnCode, Trigger>>;

const operator = 'operator@rondo.test';

const people = {
  INVALID_REFERRAL: () => signUp({ ref: '' }),
  REGISTRATION_CLOSED: async () => signUp({}, await serverWith({ isRegistrationOpen: false })),
  CONSENT_REQUIRED: () => signUp({ consents: { terms: true, privacy: false, version: '2025-08-01' } }),
  NAME_LIKE_STAFF: () => signUp({ name: 'Operator\u00ad' }),
  PASSWORD_WEAK: () => signUp({ password: '12345678' }),
  AGE_REQUIRED: () => signUp({ is_adult: false }),
  REGION_PROHIBITED: () => signUp({ region: 'US' }),
  OWN_ACCOUNT: () =>
    proved(`POST /api/operator/users/${world.people.operator.id}/revoke`, { email: operator, body: { reason: 'x' } }),
  ALREADY_DECIDED: () =>
    proved(`POST /api/operator/users/${world.people.member.id}/approve`, {
      email: operator,
      body: { seen: 'pending' },
    }),
  NOT_GRANTED: () => call('POST /api/bots', { as: 'pending', body: validRequest() }),
  FORBIDDEN: () => call('GET /api/operator/users', { as: 'member' }),
  async ACCOUNT_HAS_BOTS() {
    const id = await runningBot();
    const response = await proved('DELETE /api/user/me');
    await call(`PATCH /api/bots/${id}/status`, { as: 'member', body: stop });
    await until(async () => (await world.context.store.bots.find(id))?.endedAt !== null, 'the bot has ended');
    return response;
  },
} as const satisfies Partial<Record<OwnCode, Trigger>>;

const requests = {
  NOT_FOUND: () => call('GET /api/nothing'),
  HOST_NOT_ALLOWED: () => world.api.inject({ url: '/api/health/live', headers: { host: 'evil.test' } }),
  METHOD_NOT_ALLOWED: () => call('DELETE /api/user/me/export'),
  VALIDATION: () => call('POST /api/ws-ticket', { as: 'member', body: { account_id: '' } }),
  BAD_REQUEST: () => call('GET /api/bots/%00', { as: 'member' }),
  UNSUPPORTED_MEDIA_TYPE: () =>
    world.api.inject({
      method: 'POST',
      url: '/api/auth/login',
      headers: { 'content-type': 'text/plain' },
      payload: '{}',
    }),
  PAYLOAD_TOO_LARGE: () => logIn({ password: 'x'.repeat(70_000) }),
  async TOO_MANY_REQUESTS() {
    const ask = () => world.api.inject({ url: '/api/registration', remoteAddress: '10.9.9.9' });
    for (let calls = 0; calls < serverLimits.callsPerMinute; calls += 1) await ask();
    return ask();
  },
  UNKNOWN_ERROR: () => world.withoutTable('bots', () => call('GET /api/bots/my-bots', { as: 'member' })),
} as const satisfies Partial<Record<OwnCode, Trigger>>;

const bots = {
  PERSON_MOVING: () => world.whileMoving(() => logIn({})),
  UNKNOWN_SYMBOL: () => create(basic({ symbol: 'NOPE-USDT-SWAP' })),
  SYMBOL_SUSPENDED: async () => create({}, await venueWith({}, {}, { state: 'halted' })),
  SYMBOL_ENDING: async () => create({}, await venueWith({}, {}, { endsAt: world.context.clock.now() })),
  SYMBOL_NOT_ALLOWED: async () =>
    create({}, await serverWith({ allowedMarkets: { instruments: ['BTC-USDT-SWAP'], minVolume: zero } })),
  SYMBOL_THIN: async () =>
    create({}, await serverWith({ allowedMarkets: { instruments: null, minVolume: decimal('1000000000000') } })),
  AI_NOT_CONFIGURED: async () => create(byModel, await serverWith({ ai: null })),
  AI_INSTRUMENT: () => create({ ...byModel, ...basic({ symbol: 'LINK-USDT-SWAP' }) }),
  async AI_BALANCE() {
    const { live } = world.context;
    const account = (id: string) => {
      const read = live.account(id);
      return read?.balance ? { ...read, balance: { ...read.balance, equity: decimal('999.99') } } : read;
    };
    return create(byModel, await serverWith({ live: { ...live, account } }));
  },
  INSUFFICIENT_MARGIN: () => create(basic({ max_total_size: '50001' })),
  BELOW_MIN_SIZE: () => create(basic({ max_total_size: '20' })),
  STEP_TOO_LARGE: async () => create({}, await venueWith({ maxLimitSz: decimal('1') })),
  BEYOND_TIER: async () =>
    create(
      {},
      await venueWith({ tiers: [{ maxSz: decimal('1'), mmr: decimal('0.004'), maxLeverage: decimal('100') }] }),
    ),
  async STEPS_TOO_CLOSE() {
    const now = world.context.clock.now();
    const price = { last: ticks(4n), bid: null, ask: null, at: now, receivedAt: now };
    const askPrice = async () => ({ ok: true, value: price }) as const;
    return create(spread(0.5), await venueWith({ tickSz: decimal('500') }, { askPrice }));
  },
  STOP_LOSS_TOO_TIGHT: () =>
    create({ exit: { take_profit: 0.5, stop_loss: { enabled: true, value: '0.1', on_bot_end: false } } }),
  STEP_UNAFFORDABLE: () => create({ size_ratio: 1, ...basic({ leverage: 20, max_total_size: '40000' }), ...spread(5) }),
  PLAN_CHANGED() {
    const data = [1, 2, 3, 4].map((step) => ({ step, price: '1', amount: '1', type: 'limit' }));
    return create({ entry: { ...validRequest().entry, data } });
  },
  async IDEMPOTENCY_CONFLICT() {
    const headers = { ...(await headersOf(world, 'member')), 'idempotency-key': freshKey() };
    const post = (payload: object) => world.api.inject({ method: 'POST', url: '/api/bots', headers, payload });
    await post(validRequest());
    return post({ ...validRequest(), metadata: { name: 'Other', description: '' } });
  },
  // The bot of the previous row runs on this instrument.
  SYMBOL_IN_USE: () => create(),
  async BOT_STOPPING() {
    const id = await runningBot();
    await world.context.store.bots.recordCommand({
      botId: id,
      requestId: freshKey(),
      kind: 'stop_close',
      now: world.context.clock.now(),
    });
    return call(`PATCH /api/bots/${id}/status`, { as: 'member', body: { is_last: true } });
  },
  async BOT_NOT_RUNNING() {
    const [id = ''] = (await world.context.store.bots.listActiveOfAccount(world.accountId)).map((bot) => bot.id);
    await call(`PATCH /api/bots/${id}/status`, { as: 'member', body: stop });
    await until(async () => (await world.context.store.bots.find(id))?.endedAt !== null, 'the bot has ended');
    return call(`PATCH /api/bots/${id}/status`, { as: 'member', body: { is_last: true } });
  },
} as const satisfies Partial<Record<OwnCode, Trigger>>;

const keys = {
  EXCHANGE_FIELDS_REQUIRED: () => link('read_only', { account_name: ' ' }),
  EXCHANGE_UNKNOWN: () => link('read_only', { exchange_id: 'nowhere' }),
  async EXCHANGE_COMING_SOON() {
    const off = { venue: 'sandbox', isKeyedVenueOn: false, keyedVenueOrigin: '' } as const;
    return link('read_only', {}, await serverWith({ keyedVenue: openKeyedVenue(off, createNodeTransport(), null) }));
  },
  EXCHANGE_BY_CONSENT: () => link('read_only', { exchange_id: 'okx' }),
  TESTNET_MISSING: async () => link('read_only', { is_testnet: true }, await serverWith({ venue: 'okx' })),
  KEY_MAY_NOT_READ: () => link('trade', {}),
  KEY_MAY_NOT_TRADE: () => link('read_only', { permissions: { read: true, trade: true } }),
  async KEY_OF_ANOTHER_ACCOUNT() {
    const { id } = (await link('read_only')).json<{ id: string }>();
    const { apiKey, secretKey } = world.openExchangeAccount({ label: freshKey(), perm: 'read_only' });
    const body = { credentials: { api_key: apiKey, secret_key: secretKey } };
    return proved(`PUT /api/exchange-accounts/${id}`, { body });
  },
  KEY_MAY_WITHDRAW: () => link('read_only,trade,withdraw'),
  async BOTS_NOT_OFFERED() {
    const made = (await link('read_only')).json<{ id: string }>();
    return create({ exchange_account_id: made.id });
  },
} as const satisfies Partial<Record<OwnCode, Trigger>>;

const triggers: Readonly<Record<OwnCode, Trigger>> = { ...sessions, ...people, ...requests, ...bots, ...keys };

test.each(Object.entries(triggers))(
  'the cause of %s produces the error with its status and its text in five languages',
  async (...row) => {
    const [name, trigger] = row;
    const code = name as OwnCode; // the table's own keys
    const entry: ErrorEntry = errorCatalogue[code];
    const response = await trigger();
    const body = response.json<ErrorBody>();
    expect(body).toMatchObject({ error_code: code, message_key: entry.messageKey });
    expect([response.statusCode, body.scope]).toEqual([entry.status, entry.scope]);
    expect(body.message).toContain(errorText(code, body.parameters));
    sentencesOf(entry.messageKey, body.parameters);
  },
);
