// Tests the work that people record through a node without NATS that does not trade the account: what its responses say while the owning node does not reply, and
// that the owning node carries the work out later.
import type { BotDetailResponse, CreateBotResponse } from '@rondo/contract';
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Server } from '../../src/create-server.ts';
import { serverLimits } from '../../src/limits.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
let apiNode: Server;
let headers: { readonly authorization: string };

beforeAll(async () => {
  world = await startWorld({ hold: true });
  apiNode = await world.addNode({ role: 'api' });
  headers = { authorization: `Bearer ${await world.token('member')}` };
});

afterAll(() => world.close());

type Node = Pick<Server, 'api'>;

/** Creates a bot through the node that does not trade the account. */
async function create(symbol: string, idempotencyKey = freshKey()) {
  const { basic, ...rest } = validRequest();
  const payload = { ...rest, basic: { ...basic, symbol, max_total_size: '5000' } };
  const call = {
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': idempotencyKey },
  } as const;
  const response = await apiNode.api.inject({ ...call, payload });
  return { status: response.statusCode, bot: response.json<CreateBotResponse>().bot };
}

/** Sends a command to a bot through the node that does not trade the account. */
async function send(id: string, payload: object) {
  const response = await apiNode.api.inject({ method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload });
  return { status: response.statusCode, body: response.json<object>() };
}

const detail = async ({ api }: Node, id: string): Promise<BotDetailResponse> =>
  (await api.inject({ url: `/api/bots/${id}`, headers })).json<BotDetailResponse>();

const untilFilled = (id: string): Promise<void> =>
  until(async () => (await detail(world, id)).filled_steps?.length === 1, 'step 1 of the bot has filled');

const pending = () => world.context.store.bots.pendingCommands([world.accountId]);

test('a bot that is created while the owning node does not reply is recorded once, shown by both nodes, and started later', async () => {
  const key = freshKey();
  const { bots } = world.context.store;
  const id = await world.whileEventsWait(async () => {
    const first = await create('ETH-USDT-SWAP', key);
    const second = await create('ETH-USDT-SWAP', key);
    expect([first.status, second.status, second.bot.id]).toEqual([200, 200, first.bot.id]);
    expect((await bots.listWithoutView([world.accountId])).map((bot) => bot.id)).toEqual([first.bot.id]);
    for (const node of [world, apiNode])
      expect(await detail(node, first.bot.id)).toMatchObject({ status: 'active', phase: first.bot.phase, round: 0 });
    return first.bot.id;
  });
  await untilFilled(id);
  expect(await bots.listWithoutView([world.accountId])).toEqual([]);
  expect(await detail(apiNode, id)).toMatchObject({ round: 1, current_step: 1 });
});

const stopWith = (closes: boolean) => ({ status: 'completed', close_position: closes, is_last: closes });

test.each([
  {
    command: 'set_last',
    symbol: 'BTC-USDT-SWAP',
    payload: { is_last: true },
    recorded: { is_last: true },
    ended: { is_last: true, phase: 'running' },
  },
  {
    command: 'stop_keep',
    symbol: 'SOL-USDT-SWAP',
    payload: stopWith(false),
    recorded: { phase: 'stopping' },
    ended: { status: 'completed' },
  },
  {
    command: 'stop_close',
    symbol: 'XRP-USDT-SWAP',
    payload: stopWith(true),
    recorded: { phase: 'stopping' },
    ended: { status: 'completed' },
  },
])(
  'while the owning node does not reply for 2 s, the response to $command is 202 with the recorded command, which both nodes show, and which the owning node carries out later',
  async ({ command, symbol, payload, recorded, ended }) => {
    const { id } = (await create(symbol)).bot;
    await untilFilled(id);
    const sent = await world.whileEventsWait(async () => {
      const startedAt = performance.now();
      const { status, body } = await send(id, payload);
      expect(performance.now() - startedAt).toBeGreaterThanOrEqual(serverLimits.commandWaitMs);
      expect([status, body]).toMatchObject([202, { success: true, pending: true, bot: { id, ...recorded } }]);
      const commands = await pending();
      expect(commands).toMatchObject([{ botId: id, kind: command }]);
      for (const node of [world, apiNode])
        expect(await detail(node, id)).toMatchObject({ status: 'active', ...recorded });
      return commands[0]?.id ?? '';
    });
    await until(() => world.context.store.bots.isCommandDone(sent), 'the owning node has carried the command out');
    expect(await pending()).toEqual([]);
    for (const node of [world, apiNode])
      await until(async () => matches(await detail(node, id), ended), `the node shows the end of ${command}`);
  },
);

const matches = (bot: object, wanted: object): boolean =>
  Object.entries(wanted).every(([field, value]) => (bot as Record<string, unknown>)[field] === value);
