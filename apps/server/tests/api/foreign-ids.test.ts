// Tests that the ids of another person are as unknown as ids that do not exist: on every route that takes an id, for every kind of object that a person owns.
import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll, expect, test } from 'vitest';
import * as z from 'zod';
import { routes, type ApiRoute, type ErrorBody, type KeyedAccount } from '@rondo/contract';
import { callOf } from '../_callers.ts';
import { Caller } from '../_link.ts';
import { effectsOf } from '../_effects.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

/** Fields whose names end with `id` and that name no object of a person, each with what they name. */
const otherIds: Readonly<Record<string, string>> = {
  'createExchangeAccount exchange_id': 'an exchange',
  'updateExchangeAccount exchange_id': 'an exchange',
  'createPasskey id': 'the new passkey, which the authenticator has made',
  'reauthenticate id': 'the passkey that has answered, whose signature is checked',
  'socketConnect term_id': 'the terms of the caller',
};

/** The bodies of the calls that have an id and a body. */
const bodies: Readonly<Record<string, (id: string) => object>> = {
  updateExchangeAccount: () => ({ account_name: 'renamed' }),
  createBot: (id) => ({ ...validRequest(), exchange_account_id: id }),
  botStatus: () => ({ status: 'completed', close_position: true, is_last: true }),
  recoverBot: () => ({ as: 'exits_only' }),
  oauthRefresh: (id) => ({ account_id: id }),
  fastApiCreateKey: (id) => ({ account_id: id, label: 'x', perm: 'trade', bind_app: true, is_demo: false }),
  socketConnect: (id) => ({ account_id: id }),
  wsTicket: (id) => ({ account_id: id }),
};

/** The other query parameters that a call needs. */
const queries: Readonly<Record<string, Readonly<Record<string, string>>>> = { botExport: { of: 'fills' } };

/** Returns the names of all fields of a request that name an object by its id. */
function idsOf(name: string, { path, query, body }: ApiRoute) {
  const fieldsOf = (schema: z.ZodType | undefined): readonly string[] => {
    const text = schema === undefined ? '' : JSON.stringify(z.toJSONSchema(schema, { io: 'input' }));
    const fields = [...text.matchAll(/"(\w*)":\{/g)].map(([, field = '']) => field);
    return [...new Set(fields)].filter(
      (field) => /(^|_)ids?$/.test(field) && otherIds[`${name} ${field}`] === undefined,
    );
  };
  return { path: path.match(/:\w+/g) ?? [], query: fieldsOf(query), body: fieldsOf(body) };
}

/** The routes that take an id of an object that somebody owns. An operator may name every person, and a public route has no caller. */
const withId = Object.entries<ApiRoute>(routes)
  .filter(([, { access }]) => access !== 'public' && access !== 'operator')
  .map(([name, row]) => ({ name, row, ids: idsOf(name, row) }))
  .filter(({ ids }) => ids.path.length + ids.query.length + ids.body.length > 0);

let world: TestWorld;
/** The objects of the owner: the operator of the world, whose objects are not the ones of the caller, the member. */
let owned: Readonly<Record<string, string>> = {};
let uid = '';
beforeAll(async () => {
  world = await startWorld({ hold: true });
  uid = await world.linkOperator();
  const { store } = world.context;
  const owner = world.people.operator.id;
  const now = world.context.clock.now();
  const [account] = await store.accounts.listByUser(owner);
  if (account === undefined) throw new Error('The owner has no account.');
  const isRead = async () => (world.context.live.account(account.id)?.balance ?? null) !== null;
  await until(isRead, 'the engine has read the account of the owner');
  const keyed = await linkKeyedAccount();
  const running = await startBot('operator', validRequest());
  const { basic, entry, ...rest } = validRequest();
  const waiting = await startBot('operator', {
    ...rest,
    basic: { ...basic, symbol: 'BCH-USDT-SWAP' },
    entry: { ...entry, type: 'webhook' },
  });
  const ofMember = await startBot('member', validRequest());
  // While the prices do not change, the engine changes no row after the exchange has confirmed four entries and the exit.
  const areQuiet = async (botId: string): Promise<boolean> => {
    const intents = await store.bots.intents(botId, 10);
    return intents.length === 5 && intents.every(({ state }) => ['live', 'filled'].includes(state));
  };
  await until(async () => (await areQuiet(running)) && (await areQuiet(ofMember)), 'both bots have their five orders');
  const browser = new Caller({ ...world, token: () => world.token('operator') });
  const { account_id: consented } = await browser.consent('oauth', 'new');
  const { account_id: keyConsented } = await browser.consent('fast_api', 'new');
  const past = randomUUID();
  await insertPastBot(past, running);
  const { sessionId } = await store.sessions.create({ userId: owner, remember: false, now });
  const passkey = await addPasskey('Phone');
  owned = {
    person: owner,
    account: account.id,
    keyed,
    consented,
    keyConsented,
    running,
    waiting,
    past,
    session: sessionId,
    passkey,
  };
}, 60_000);
afterAll(() => world.close());

/** Opens a session of the owner, because some calls of the owner end the other ones. */
async function ownerToken(): Promise<string> {
  const { store, clock } = world.context;
  const session = { userId: world.people.operator.id, remember: false, now: clock.now(), withSecondFactor: true };
  return (await store.sessions.create(session)).accessToken;
}

async function send<Body>(role: 'member' | 'operator', options: ReturnType<typeof callOf>) {
  const authorization = `Bearer ${role === 'member' ? await world.token(role) : await ownerToken()}`;
  const headers = { ...options.headers, authorization, 'idempotency-key': freshKey() };
  const response = await world.api.inject({ ...options, headers });
  return { status: response.statusCode, text: response.body, body: () => response.json<Body>() };
}

async function startBot(role: 'member' | 'operator', payload: object): Promise<string> {
  const made = await send<{ bot: { id: string } }>(role, callOf(routes.createBot, { payload }));
  if (made.status !== 200) throw new Error(made.text);
  const { id } = made.body().bot;
  const phases = ['running', 'waiting_for_signal'];
  const phase = async (): Promise<string> => (await world.context.store.bots.view(id))?.phase ?? '';
  await until(async () => phases.includes(await phase()), 'the bot runs or waits');
  return id;
}

async function linkKeyedAccount(): Promise<string> {
  const { apiKey, secretKey } = world.openExchangeAccount({ label: 'keyed', perm: 'read_only,trade' });
  const credentials = { api_key: apiKey, secret_key: secretKey };
  const payload = { exchange_id: 'lbank', account_name: 'keyed', credentials };
  const made = await send<KeyedAccount>('operator', callOf(routes.createExchangeAccount, { payload }));
  if (made.status !== 200) throw new Error(made.text);
  return made.body().id;
}

async function addPasskey(name: string): Promise<string> {
  const { store, clock } = world.context;
  const key = { credentialId: name, publicKey: Buffer.from(name), counter: 0, isSynced: false, rpId: 'localhost' };
  const at = { userId: world.people.operator.id, createdAt: clock.now() };
  const added = await store.passkeys.add({ ...key, ...at, name });
  if (!added.ok) throw new Error(added.refusal);
  return added.passkey.id;
}

/** Stores a finished bot of the demo world, which has the settings of another bot. */
async function insertPastBot(botId: string, likeId: string): Promise<void> {
  const { bots, history } = world.context.store;
  const like = await bots.find(likeId);
  if (like === null) throw new Error('The bot is not stored.');
  const result = { netPnl: '1', rounds: 1, cycles: 1, endReason: 'stopped_closed', fills: '[]' };
  await history.insertSimulated([
    { ...like, ...result, botId, startedAt: like.createdAt, endedAt: like.createdAt + 1 },
  ]);
}

/** Calls a route with the id at every place of an id. Returns the response without the id of the request. */
async function responseTo(role: 'member' | 'operator', { name, row, ids }: (typeof withId)[number], id: string) {
  const query = new URLSearchParams({ ...queries[name], ...Object.fromEntries(ids.query.map((field) => [field, id])) });
  const body = bodies[name];
  const call = callOf(row, { id, query: `?${query}`, ...(body === undefined ? {} : { payload: body(id) }) });
  const { status, body: read } = await send<ErrorBody>(role, call);
  if (status < 400) return { name, status };
  return { name, status, body: { ...read(), correlation_id: '' } };
}

test('every route gives the same response to the ids of another person and to an id that does not exist, and changes nothing', async () => {
  const before = await effectsOf(world, uid);
  for (const route of withId) {
    const toUnknown = await responseTo('member', route, randomUUID());
    expect(toUnknown).toMatchObject({ status: 404, body: { error_code: 'NOT_FOUND' } });
    for (const id of Object.values(owned)) expect(await responseTo('member', route, id)).toEqual(toUnknown);
  }
  expect(await effectsOf(world, uid)).toEqual(before);
  // Each route takes the id of an object of this test: its owner gets another response. Calls that remove the object are late, and the end of the bots is last, because an account with bots is not removed.
  const isLast = ({ row }: (typeof withId)[number]): number => ['DELETE', 'PATCH'].indexOf(row.method);
  for (const route of withId.toSorted((one, other) => isLast(one) - isLast(other))) {
    const unknown = await responseTo('operator', route, randomUUID());
    const toOwner = await Promise.all(Object.values(owned).map((id) => responseTo('operator', route, id)));
    expect({ name: route.name, known: toOwner.some(({ status }) => status !== unknown.status) }).toEqual({
      name: route.name,
      known: true,
    });
  }
});
