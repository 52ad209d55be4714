// Tests that commands which are called at the same time are sent in one request, and that each command gets its own outcome.
import { lots, ticks } from '@rondo/decimal';
import { botConfig, createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { PlaceOrder } from '@rondo/engine/ports';
import { maxBatchOrders } from '../../limits.ts';
import { createServerClock } from '../rest/server-clock.ts';
import type { OkxCall, OkxResponse, OkxRest } from '../rest/rest.ts';
import { createBatches } from './batches.ts';
import { createCommands } from './commands.ts';

const { instrument } = botConfig();

function orderOf(clientId: string, changes: Partial<PlaceOrder> = {}): PlaceOrder {
  return {
    instrument,
    clientId,
    positionSide: 'long',
    side: 'buy',
    type: 'limit',
    price: ticks(200_000n),
    lots: lots(100n),
    reduces: false,
    deadlineAt: 5_000,
    ...changes,
  };
}

/** Builds the commands over a list of responses. */
function bench(respond: (call: OkxCall) => OkxResponse) {
  const calls: OkxCall[] = [];
  const clock = createVirtualClock();
  const { log } = createTestLog();
  const rest: OkxRest = {
    serverClock: createServerClock({ clock, log, ask: () => Promise.resolve(null) }),
    isKeyRefused: () => false,
    async send(call) {
      calls.push(call);
      return respond(call);
    },
  };
  const mode = { get: async () => 'net' as const, note: () => undefined, forget: () => undefined };
  return { calls, commands: createCommands({ rest, log, mode, brokerTag: 'tag', onRulesDoubted: () => undefined }) };
}

type Row = { readonly clOrdId: string; readonly sCode: string };

function received(code: string, rows: readonly Row[]): OkxResponse {
  const data = rows.map((row) => ({ ordId: `id-${row.clOrdId}`, sMsg: '', subCode: '', ...row }));
  return { kind: 'received', status: 200, envelope: { code, msg: '', data } };
}

const accepted = (clOrdId: string): Row => ({ clOrdId, sCode: '0' });
const acceptAll = ({ body }: OkxCall): OkxResponse =>
  received(
    '0',
    (Array.isArray(body) ? body : [body]).map((item: { clOrdId: string }) => accepted(item.clOrdId)),
  );

test('three placements at the same time are one request that counts three orders', async () => {
  const { calls, commands } = bench(acceptAll);
  const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => commands.place(orderOf(id))));
  expect(outcomes.map(({ kind }) => kind)).toEqual(['accepted', 'accepted', 'accepted']);
  expect(calls).toMatchObject([{ path: '/api/v5/trade/batch-orders', count: 3, deadlineAt: 5_000 }]);
  expect(calls[0]?.body).toMatchObject([
    { clOrdId: 'a', tag: 'tag' },
    { clOrdId: 'b', tag: 'tag' },
    { clOrdId: 'c', tag: 'tag' },
  ]);
});

test('one placement uses the endpoint for single orders', async () => {
  const { calls, commands } = bench(acceptAll);
  await commands.place(orderOf('a'));
  expect(calls).toMatchObject([{ path: '/api/v5/trade/order', count: 1, body: { clOrdId: 'a' } }]);
});

test('cancels and amends at the same time are one request for each verb, and a cancel has no deadline', async () => {
  const { calls, commands } = bench(acceptAll);
  const change = { instrument, trigger: false, price: null, lots: lots(1n), deadlineAt: 5_000 };
  await Promise.all([
    ...['a', 'b'].map((clientId) => commands.cancel({ instrument, clientId, trigger: false })),
    ...['c', 'd'].map((clientId) => commands.amend({ ...change, clientId })),
  ]);
  expect(calls.map(({ path }) => path.split('/').at(-1))).toEqual(['cancel-batch-orders', 'amend-batch-orders']);
  expect(calls[0]).not.toHaveProperty('deadlineAt');
});

test('an exit is never in one request with an entry', async () => {
  const { calls, commands } = bench(acceptAll);
  await Promise.all([commands.place(orderOf('in')), commands.place(orderOf('out', { side: 'sell', reduces: true }))]);
  expect(calls.map(({ path, priority }) => [path.split('/').at(-1), priority])).toEqual([
    ['order', 'entry'],
    ['order', 'exit'],
  ]);
});

test('more commands than a batch may contain are sent in several requests', async () => {
  const { calls, commands } = bench(acceptAll);
  const ids = Array.from({ length: maxBatchOrders + 2 }, (_, index) => `order${index}`);
  const outcomes = await Promise.all(ids.map((id) => commands.place(orderOf(id))));
  expect(calls.map(({ count }) => count)).toEqual([maxBatchOrders, 2]);
  expect(outcomes).toEqual(ids.map((id) => ({ kind: 'accepted', value: { venueOrderId: `id-${id}` } })));
});

type Case = readonly [string, OkxResponse, readonly string[]];

test.each<Case>([
  [
    'the batch was accepted in part',
    received('2', [accepted('a'), { clOrdId: 'b', sCode: '51008' }, accepted('c')]),
    ['accepted', 'rejected', 'accepted'],
  ],
  ['the last row is missing', received('2', [accepted('a'), accepted('b')]), ['accepted', 'accepted', 'unknown']],
  ['the first row is missing', received('2', [accepted('b'), accepted('c')]), ['unknown', 'unknown', 'unknown']],
  [
    'a row has the client id of another order',
    received('0', [accepted('a'), accepted('c'), accepted('c')]),
    ['accepted', 'unknown', 'accepted'],
  ],
  ['the response has the code 0 and no rows', received('0', []), ['unknown', 'unknown', 'unknown']],
  ['the deadline of the batch has passed', received('50036', []), ['rejected', 'rejected', 'rejected']],
  ['the exchange reports a time-out', received('50004', []), ['unknown', 'unknown', 'unknown']],
  [
    'the response is an error page',
    { kind: 'failed', cause: 'unreadable', status: 502 },
    ['unknown', 'unknown', 'unknown'],
  ],
  ['no budget was left', { kind: 'unsent', cause: 'budget' }, ['rejected', 'rejected', 'rejected']],
])('when %s, each order gets its own outcome', async (_case, response, kinds) => {
  const { commands } = bench(() => response);
  const outcomes = await Promise.all(['a', 'b', 'c'].map((id) => commands.place(orderOf(id))));
  expect(outcomes.map(({ kind }) => kind)).toEqual(kinds);
});

test('exactly as many commands as a batch may contain are one batch, and a command that is added later is in another batch', async () => {
  const sent: (readonly number[])[] = [];
  const batches = createBatches<number, number>(async (items) => {
    sent.push(items);
    return items;
  });
  const numbers = Array.from({ length: maxBatchOrders }, (_, index) => index);
  const results = numbers.map((each) => batches.add('key', each));
  const other = batches.add('other', 100);
  await Promise.resolve();
  const later = batches.add('key', 101);
  await Promise.resolve();
  expect(sent).toEqual([numbers, [100], [101]]);
  expect(await Promise.all([...results, other, later])).toEqual([...numbers, 100, 101]);
});

test('a batch without a result for each command is an error of the commands without a result', async () => {
  const batches = createBatches<string, string>(async () => ['first']);
  const [first, second] = [batches.add('key', 'a'), batches.add('key', 'b')];
  await expect(second).rejects.toThrow('no result for the command 1');
  expect(await first).toBe('first');
});
