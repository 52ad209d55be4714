// Tests the history of the demo members. The history is computed only from candles and fills, and it contains losses and profits.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { BotFillWire, BotRoundList } from '@rondo/contract';
import { decimal, formatDecimal, multiply, sumDecimals, negate, subtract, type Decimal } from '@rondo/decimal';
import type { HistoryRow } from '@rondo/store';
import { tryFillDemoWorld } from '../../src/demo/demo-world.ts';
import { readStoredBot } from '../../src/bots/stored-bot.ts';
import { startWorld, until, type TestWorld } from '../_world.ts';

let world: TestWorld;

beforeAll(async () => {
  world = await startWorld();
  const fill = async () => (await tryFillDemoWorld(world.context, world.people, 1)) === null;
  await until(fill, 'the demo world is complete');
}, 60_000);
afterAll(async () => {
  await world.close();
});

async function pastOf(userId: string): Promise<readonly HistoryRow[]> {
  const range = { fromAt: 0, toAt: Number.MAX_SAFE_INTEGER, limit: 500, offset: 0 };
  return world.context.store.history.list({ userId, ...range });
}

async function pastOfAll(): Promise<readonly HistoryRow[]> {
  const users = [world.people.member, ...world.people.others];
  return (await Promise.all(users.map((user) => pastOf(user.id)))).flat();
}

/** Computes the net result of a bot from the fills: proceeds minus costs and fees. */
async function netByFills(row: HistoryRow): Promise<Decimal> {
  const text = await world.context.store.history.simulatedFills(row.botId);
  const fills = JSON.parse(text ?? '[]') as readonly BotFillWire[]; // the demo world writes the fills in this shape
  const { ctVal } = readStoredBot(row).config.instrument;
  return sumDecimals(
    fills.map((fill) => {
      const value = multiply(multiply(decimal(fill.price), decimal(fill.size)), ctVal);
      return subtract(fill.side === 'buy' ? negate(value) : value, decimal(fill.fee));
    }),
  );
}

test('the result of every bot in the history is the sum of its fills, and some bots ended with a loss', async () => {
  const rows = await pastOfAll();
  expect(rows.length).toBeGreaterThan(20);
  for (const row of rows) expect(formatDecimal(await netByFills(row))).toBe(formatDecimal(decimal(row.netPnl)));
  expect(rows.filter((row) => row.netPnl.startsWith('-')).length).toBeGreaterThan(0);
  expect(new Set(rows.map((row) => row.endReason))).toContain('stopped_closed');
});

test('the rounds of every bot follow from its fills: their results and cycles together are those of the bot', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  for (const row of await pastOf(world.people.member.id)) {
    const response = await world.api.inject({ url: `/api/bots/${row.botId}/rounds`, headers });
    const { items, total } = response.json<BotRoundList>();
    expect(total).toBe(items.length);
    expect(items.map(({ round }) => round)).toEqual(items.map((_, index) => items.length - index));
    expect(formatDecimal(sumDecimals(items.map((item) => decimal(item.net_pnl))))).toBe(row.netPnl);
    expect(items.reduce((sum, { cycles }) => sum + cycles, 0)).toBe(row.cycles);
    expect(items.filter(({ end_reason: reason }) => reason === 'take_profit')).toHaveLength(row.rounds);
    expect(Math.max(...items.map(({ deepest_step: step }) => step))).toBe(row.deepestStep);
  }
});

test('a member trades several instruments, and a different seed gives a different history', async () => {
  const before = await pastOf(world.people.member.id);
  expect(new Set(before.map((row) => row.instrumentId)).size).toBeGreaterThan(1);
  await world.context.store.settings.set('demo.history', null);
  expect(await tryFillDemoWorld(world.context, world.people, 2)).toBeNull();
  const known = new Set(before.map((row) => row.botId));
  const other = (await pastOf(world.people.member.id)).filter((row) => !known.has(row.botId));
  expect(other.length).toBeGreaterThan(0);
  expect(other.map((row) => row.netPnl)).not.toEqual(before.map((row) => row.netPnl));
});
