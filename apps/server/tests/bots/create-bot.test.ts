// Tests POST /api/bots with a real database, the sandbox and a real engine. For each refusal the tests check that the request created nothing.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotWire, CreateBotResponse, CreateBotRequest, ErrorBody, UserResponse } from '@rondo/contract';
import { ratio } from '@rondo/decimal';
import { readStoredBot } from '../../src/bots/stored-bot.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
});

async function post(request: unknown, key?: string) {
  const response = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: {
      authorization: `Bearer ${await world.token('member')}`,
      ...(key === undefined ? {} : { 'idempotency-key': key }),
    },
    payload: request as object,
  });
  return { status: response.statusCode, body: response.json<ErrorBody & CreateBotResponse>() };
}

/** Returns the valid request with one changed field. `path` is the dotted path of the field. */
function changed(path: string, value: unknown): CreateBotRequest {
  const request = validRequest();
  const keys = path.split('.');
  const last = keys.pop() ?? '';
  const parent = keys.reduce<Record<string, unknown>>(
    (at, key) => at[key] as Record<string, unknown>,
    request as unknown as Record<string, unknown>, // the changed request may be invalid, because the tests need invalid requests
  );
  parent[last] = value;
  return request;
}

async function expectNothingCreated(): Promise<void> {
  expect(await world.context.store.bots.listActive(world.people.member.id)).toEqual([]);
  expect(await world.context.store.bots.reservedMargin(world.accountId)).toBe('0');
}

async function hasRunBot(): Promise<boolean> {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  return (await world.api.inject({ url: '/api/user/me', headers })).json<UserResponse>().has_run_bot;
}

interface Refusal {
  readonly what: string;
  readonly path: string;
  readonly value: unknown;
  readonly expected: { readonly status: number; readonly code: string };
}
const invalid = { status: 400, code: 'VALIDATION' };
const unknownSymbol = { status: 400, code: 'UNKNOWN_SYMBOL' };
const tooMuch = { status: 409, code: 'INSUFFICIENT_MARGIN' };
const tooSmall = { status: 400, code: 'BELOW_MIN_SIZE' };

const refusals: readonly Refusal[] = [
  { what: 'a name of 16 characters', path: 'metadata.name', value: 'sixteen letters!', expected: invalid },
  {
    what: 'a number of cyclic steps equal to the number of steps',
    path: 'entry.risk_management.step',
    value: 4,
    expected: invalid,
  },
  { what: 'a leverage of 21', path: 'basic.leverage', value: 21, expected: invalid },
  { what: 'an unsupported margin type', path: 'basic.margin_type', value: 'isolated', expected: invalid },
  { what: 'an unknown field', path: 'owner_id', value: 'x', expected: invalid },
  { what: 'an unknown symbol', path: 'basic.symbol', value: 'NOPE-USDT-SWAP', expected: unknownSymbol },
  { what: 'a symbol in lower case', path: 'basic.symbol', value: 'eth-usdt-swap', expected: unknownSymbol },
  { what: 'an allocation above the available margin', path: 'basic.max_total_size', value: '50001', expected: tooMuch },
  { what: 'a step below the minimum size', path: 'basic.max_total_size', value: '20', expected: tooSmall },
  { what: 'a negative amount', path: 'basic.max_total_size', value: -5, expected: invalid },
];

test.each(refusals)('a request with $what is refused and creates nothing', async ({ path, value, expected }) => {
  const response = await post(changed(path, value));
  expect({ status: response.status, code: response.body.error_code }).toEqual(expected);
  await expectNothingCreated();
});

test('when a step is below the minimum size, the refusal has the number of the first step that is too small and an allocation that is large enough', async () => {
  const refused = await post(changed('basic.max_total_size', '20'));
  const smallest = Number(refused.body.parameters['smallestAllocation']);
  expect(refused.body.parameters['step']).toBe('1');
  expect(refused.body.message).toContain(`${smallest.toFixed(2)} USDT`);
  expect(smallest).toBeGreaterThan(4);
});

test('when a step needs more than the available margin, the refusal names the step', async () => {
  const request = validRequest();
  const response = await post({
    ...request,
    size_ratio: 1,
    basic: { ...request.basic, leverage: 20, max_total_size: '40000' },
    entry: { ...request.entry, type: 'market', step_distance: 5 },
  });
  expect({ status: response.status, code: response.body.error_code }).toEqual({
    status: 400,
    code: 'STEP_UNAFFORDABLE',
  });
  expect(Number(response.body.parameters['step'])).toBeGreaterThan(0);
  await expectNothingCreated();
});

test('a stop loss that fees and spread alone can trigger is refused, and the error names the field and the smallest accepted value', async () => {
  const response = await post({
    ...changed('entry.count', 2),
    exit: { take_profit: 0.5, stop_loss: { enabled: true, value: '0.1', on_bot_end: false } },
  });
  expect(response).toMatchObject({
    status: 400,
    body: { error_code: 'STOP_LOSS_TOO_TIGHT', field: 'exit.stop_loss.value' },
  });
  // Two fees of 0.05 % and a mark distance of 0.15 % are 0.625 % of the budget, because step 1 is 2.5 times the budget. The spread is added, and the sum is
  // rounded up to 0.1 %.
  expect(Number(response.body.parameters['smallest'])).toBeGreaterThanOrEqual(0.7);
  await expectNothingCreated();
});

test('a valid stop loss is stored, returned by the API and passed to the engine', async () => {
  const stopLoss = { enabled: true, value: '12.5', on_bot_end: true };
  const response = await post(changed('exit.stop_loss', stopLoss));
  expect(response.status).toBe(200);
  expect(response.body.bot.exit.stop_loss).toEqual({ ...stopLoss, value: 12.5 });
  const { id } = response.body.bot;
  const expected = { fractionOfBudget: ratio(1n, 8n), endsBot: true };
  const stored = async () => {
    const [bot] = await world.context.store.bots.listActive(world.people.member.id);
    return bot === undefined ? null : readStoredBot(bot);
  };
  expect((await stored())?.config.stopLoss).toEqual(expected);
  await until(async () => ((await stored())?.state ?? null) !== null, 'the engine has stored a state of the bot');
  expect((await stored())?.state?.config.stopLoss).toEqual(expected);
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const read = async () => (await world.api.inject({ url: `/api/bots/${id}`, headers })).json<BotWire>();
  await until(async () => (await read()).position_size !== '0', 'step 1 has filled');
  await world.api.inject({
    method: 'PATCH',
    url: `/api/bots/${id}/status`,
    headers,
    payload: { status: 'completed', close_position: true, is_last: true },
  });
  await until(async () => (await read()).status === 'completed', 'the bot has ended');
  await expectNothingCreated();
});

test('when the preview differs from the plan of the server, the request is refused and the error has the current plan', async () => {
  const row = (step: number) => ({ step, price: '1', amount: '1', type: 'limit' });
  const response = await post(changed('entry.data', [row(1), row(2), row(3), row(4)]));
  expect({ status: response.status, code: response.body.error_code }).toEqual({ status: 409, code: 'PLAN_CHANGED' });
  expect(response.body.plan).toMatchObject({ budget: '2000', max_total_size: '10000' });
  await expectNothingCreated();
});

test('POST /api/bots returns 401 to a visitor and NOT_GRANTED to a pending member', async () => {
  const visitor = await world.api.inject({ method: 'POST', url: '/api/bots', payload: validRequest() });
  const pending = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { authorization: `Bearer ${await world.token('pending')}` },
    payload: validRequest(),
  });
  expect([visitor.statusCode, pending.statusCode]).toEqual([401, 403]);
  expect(pending.json<ErrorBody>().error_code).toBe('NOT_GRANTED');
});

test('a valid request creates one bot per idempotency key, and until a stop closes the position no second bot can be created on the symbol', async () => {
  const key = freshKey();
  const first = await post(validRequest(), key);
  expect(first.status).toBe(200);
  expect(await hasRunBot()).toBe(true);
  expect(first.body.plan.steps.map((step) => step.amount)).toEqual(['1250', '1250', '2500', '5000']);
  const again = await post(validRequest(), key);
  expect(again.body.bot.id).toBe(first.body.bot.id);
  const [left, right] = await Promise.all([post(validRequest(), key), post(validRequest(), key)]);
  expect([left.body.bot.id, right.body.bot.id]).toEqual([first.body.bot.id, first.body.bot.id]);
  const other = await post(changed('metadata.name', 'Other'), key);
  expect(other.body.error_code).toBe('IDEMPOTENCY_CONFLICT');
  const inUse = await post(validRequest());
  expect({ status: inUse.status, code: inUse.body.error_code }).toEqual({ status: 409, code: 'SYMBOL_IN_USE' });
  const { id } = first.body.bot;
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const read = async () => (await world.api.inject({ url: `/api/bots/${id}`, headers })).json<BotWire>();
  await until(async () => (await read()).position_size !== '0', 'step 1 has filled');
  const foreign = await world.api.inject({
    url: `/api/bots/${id}`,
    headers: { authorization: `Bearer ${await world.token('operator')}` },
  });
  expect(foreign.statusCode).toBe(404);
  const stopped = await world.api.inject({
    method: 'PATCH',
    url: `/api/bots/${id}/status`,
    headers,
    payload: { status: 'completed', close_position: true, is_last: true },
  });
  expect(stopped.statusCode).toBe(200);
  await until(async () => (await read()).status === 'completed', 'the bot has ended');
  const done = await read();
  const fills = (await world.api.inject({ url: `/api/bots/${id}/fills`, headers })).json<{
    items: unknown[];
    is_complete: boolean;
  }>();
  expect(done.position_size).toBe('0');
  expect(fills.is_complete).toBe(true);
  expect(fills.items.length).toBeGreaterThanOrEqual(2);
  await expectNothingCreated();
  expect(await hasRunBot()).toBe(true);
});

test('when the exchange stops just after it has sent a price, POST /api/bots returns EXCHANGE_UNAVAILABLE and creates nothing', async () => {
  const ticker = await world.api.inject({ url: '/api/instruments/ETH-USDT-SWAP/ticker' });
  expect(ticker.statusCode).toBe(200);
  await world.killExchange();
  const response = await post(validRequest());
  expect({ status: response.status, code: response.body.error_code }).toEqual({
    status: 503,
    code: 'EXCHANGE_UNAVAILABLE',
  });
  expect(response.body.scope).toBe('exchange');
  await expectNothingCreated();
});
