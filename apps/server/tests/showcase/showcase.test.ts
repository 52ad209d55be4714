// Tests the data for visitors: the leaderboard, testimonials, the remaining places of the plan, the demo account, instruments and replays.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Leaderboard, PlanSlots, Replays, TestimonialList, InstrumentList } from '@rondo/contract';
import type { SimulatedHistoryRow } from '@rondo/store';
import { serverLimits } from '../../src/limits.ts';
import { freshKey, startWorld, until, validRequest, type TestWorld } from '../_world.ts';

let world: TestWorld;
beforeAll(async () => {
  world = await startWorld();
});
afterAll(async () => {
  await world.close();
});

async function visit<Answer>(url: string): Promise<Answer> {
  return (await world.api.inject({ url })).json<Answer>();
}

test('GET /api/help returns the addresses of the guide, the documentation and the support from the configuration', async () => {
  expect(await visit('/api/help')).toEqual(world.context.help);
});

test('the plan has the number of remaining places, and the demo account has simulated money', async () => {
  const members = 1 + world.people.others.length;
  expect(await visit<PlanSlots>('/api/plan')).toMatchObject({ total_slots: 12, remaining_slots: 12 - members });
  expect(await visit('/api/demo/account')).toMatchObject({ total: '10000', available: '10000', simulated: true });
});

const dayMs = 24 * 60 * 60 * 1_000;

/** Starts a bot `ageMs` ago by the clock of the API, and stops it now. */
async function endBot(ageMs: number): Promise<void> {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  world.passTime(-ageMs);
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: validRequest(),
  });
  world.passTime(ageMs);
  const { id } = created.json<{ bot: { id: string } }>().bot;
  await until(async () => (await world.context.store.bots.view(id))?.phase === 'running', 'the bot runs');
  const stop = { status: 'completed', close_position: true, is_last: true };
  await world.api.inject({ method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload: stop });
  await until(async () => (await world.context.store.bots.find(id))?.endedAt !== null, 'the bot has ended');
}

test('a testimonial about an ended bot that traded for a day appears only while its owner consents', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const consent = (consents: boolean) =>
    world.api.inject({ method: 'PUT', url: '/api/user/testimonial-consent', headers, payload: { consents } });
  await consent(true);
  await endBot(dayMs - 60_000);
  expect(await world.context.store.history.shown(5, dayMs)).toEqual([]);
  await consent(false);
  await endBot(dayMs);
  expect(await world.context.store.history.shown(5, dayMs)).toEqual([]);
  await consent(true);
  expect(await visit<TestimonialList>('/api/testimonials')).toMatchObject({
    items: [
      {
        user_name: 'M***',
        symbol: 'ETH-USDT-SWAP',
        direction: 'LONG',
        duration_days: 1,
        martin_steps: 4,
        cycle_steps: 1,
        step_distance: 1.333333,
        take_profit: 0.5,
        take_profit_count: expect.any(Number),
        simulated: true,
      },
    ],
  });
  await consent(false);
  expect(await world.context.store.history.shown(5, dayMs)).toEqual([]);
});

test('the list of instruments has the live swaps that settle in USDT, each with its currencies and its state', async () => {
  const { items } = await visit<InstrumentList>('/api/instruments');
  expect(items.length).toBeGreaterThanOrEqual(12);
  for (const item of items)
    expect(item).toMatchObject({
      instId: `${item.baseCcy}-USDT-SWAP`,
      quoteCcy: 'USDT',
      settleCcy: 'USDT',
      state: 'live',
    });
});

test('the leaderboard has the five best members, the number of members, the number of members with a loss, and the results of all members in ascending order', async () => {
  const { store, clock } = world.context;
  const now = clock.now();
  const since = { sinceAt: now - 60_000, untilAt: now + 60_000, bars: 400 };
  const row = (userId: string, netPnl: string): SimulatedHistoryRow => ({
    botId: `${userId} ${netPnl}`,
    userId,
    instrumentId: 'ETH-USDT-SWAP',
    name: 'x',
    direction: 'long',
    config: '{}',
    planSummary: '{}',
    netPnl,
    rounds: 1,
    cycles: 0,
    endReason: 'last_round',
    startedAt: now,
    endedAt: now,
    fills: '[]',
  });
  const before = await store.history.standing(since);
  const [first, second, third, ...rest] = world.people.others;
  if (first === undefined || second === undefined || third === undefined)
    throw new Error('The demo world has fewer than three other members.');
  const more = rest.map((user, index) => row(user.id, String(index + 10)));
  await store.history.insertSimulated([row(first.id, '-5'), row(second.id, '3.5'), row(third.id, '100'), ...more]);
  const after = await store.history.standing(since);
  expect(after.accounts - before.accounts).toBe(world.people.others.length);
  expect(after.lost - before.lost).toBe(1);
  expect(after.results).toHaveLength(after.accounts);
  expect(after.results.map(Number)).toEqual(after.results.map(Number).toSorted((a, b) => a - b));
  expect(after.results).toEqual(expect.arrayContaining(['-5.00', '3.50', '100.00']));
  expect((await store.history.standing({ ...since, bars: 2 })).results.length).toBeLessThanOrEqual(2);
  const board = await visit<Leaderboard>('/api/leaderboard');
  expect(board.items[0]).toMatchObject({ total_profit_30d: '100', email: expect.stringMatching(/^..\*\*\*@d\*\*\*$/) });
  expect(board.items[0]).toMatchObject({
    initials: expect.stringMatching(/^[A-Z0-9]{2}$/),
    active_days_30d: 1,
    active_bots: [],
    created_symbols: ['ETH-USDT-SWAP'],
    simulated: true,
  });
  expect(after.accounts).toBeGreaterThan(5);
  expect(board.items).toHaveLength(5);
  expect(board.results).toEqual(after.results);
  expect(board.denominators).toMatchObject({ accounts: after.accounts, lost: after.lost });
  expect(board.next_update_at - board.updated_at).toBe(12 * 60 * 60 * 1_000);
});

test('the results of an erased user disappear from the leaderboard when the cached response has expired', async () => {
  const { store } = world.context;
  const [best] = (
    await store.history.leaderboard({ sinceAt: 0, untilAt: world.context.clock.now() + 1, limit: 1 })
  ).map(({ netProfit }) => netProfit);
  const profits = async () => (await visit<Leaderboard>('/api/leaderboard')).items.map((item) => item.total_profit_30d);
  expect(await profits()).toContain(best);
  const third = world.people.others[2];
  if (third === undefined) throw new Error('The demo world has fewer than three other members.');
  expect(await store.users.erase(third.id, world.context.clock.now())).toMatchObject({ isErased: true });
  world.passTime(serverLimits.showcaseMs + 1);
  expect(await profits()).not.toContain(best);
});

test('the replays show a finished round and a round with a deep fall, both computed from the candles of the venue', async () => {
  const { finished, fall, fall_percent: fallPercent, ...rest } = await visit<Replays>('/api/replays');
  expect(rest).toMatchObject({ simulated: true, days: 30, bar: '15m', settings: { martin_steps: 4, cycle_steps: 2 } });
  if (finished === null || fall === null)
    throw new Error('The candles of the sandbox contain no finished round or no fall.');
  expect(finished).toMatchObject({ end: 'exit' });
  expect(finished.cycles).toBeGreaterThanOrEqual(2);
  expect(finished.fills.filter(({ kind }) => kind === 'cycle')).toHaveLength(finished.cycles);
  expect(fallPercent).toBeGreaterThan(0);
  expect(Number(fall.lowest)).toBeLessThan(0);
  for (const replay of [finished, fall]) {
    expect(replay.levels).toHaveLength(4);
    expect(replay.prices.length).toBeGreaterThan(10);
    expect(replay.fills[0]).toMatchObject({ kind: 'entry', step: 1 });
  }
});

test('a bot whose stored texts cannot be parsed is not among the testimonials', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  await world.api.inject({ method: 'PUT', url: '/api/user/testimonial-consent', headers, payload: { consents: true } });
  world.passTime(serverLimits.showcaseMs + 1);
  expect((await visit<TestimonialList>('/api/testimonials')).items).toHaveLength(1);
  const [shown] = await world.context.store.history.shown(5, dayMs);
  await world.damageBot(shown?.botId ?? '');
  world.passTime(serverLimits.showcaseMs + 1);
  expect(await visit('/api/testimonials')).toEqual({ items: [] });
});
