// Tests the data for visitors: the leaderboard, testimonials, the remaining places of the plan, the demo account, instruments and replays.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Leaderboard, PlanSlots, Replays, TestimonialList, InstrumentList } from '@rondo/contract';
import type { SimulatedHistoryRow } from '@rondo/store';
import { createApp } from '../../src/app.ts';
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

test('the plan has the number of remaining places, and the demo account has simulated money and the venue of its candles', async () => {
  const members = 1 + world.people.others.length;
  expect(await visit<PlanSlots>('/api/plan')).toMatchObject({ total_slots: 12, remaining_slots: 12 - members });
  expect(await visit('/api/demo/account')).toMatchObject({
    total: '10000',
    available: '10000',
    simulated: true,
    venue: 'sandbox',
  });
});

const dayMs = 24 * 60 * 60 * 1_000;

type Ending = { readonly symbol: string; readonly entry?: 'webhook'; readonly closes?: boolean };

/** Starts a bot, waits for its first fill unless its entry waits for a message, and stops it. Returns its id and the time of its first fill. */
async function endBot({ symbol, entry, closes = true }: Ending) {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const { basic, entry: immediate, ...rest } = validRequest();
  const payload = { ...rest, basic: { ...basic, symbol, max_total_size: '5000' } };
  const created = await world.api.inject({
    method: 'POST',
    url: '/api/bots',
    headers: { ...headers, 'idempotency-key': freshKey() },
    payload: { ...payload, entry: entry === undefined ? immediate : { ...immediate, type: entry } },
  });
  const { id } = created.json<{ bot: { id: string } }>().bot;
  const { bots } = world.context.store;
  const isWaiting = async () => (await bots.view(id))?.phase === 'waiting_for_signal';
  const hasTraded = async () => (await bots.fills(id)).length > 0;
  await until(entry === undefined ? hasTraded : isWaiting, `the bot on ${symbol} trades or waits for a signal`);
  const stop = { status: 'completed', close_position: closes, is_last: closes };
  await world.api.inject({ method: 'PATCH', url: `/api/bots/${id}/status`, headers, payload: stop });
  await until(async () => (await bots.find(id))?.endedAt !== null, `the bot on ${symbol} has ended`);
  return { id, firstFillAt: Math.min(...(await bots.fills(id)).map(({ at }) => at)) };
}

/** The testimonials that a visitor sees once the cached response has expired. */
async function freshTestimonials(): Promise<TestimonialList> {
  world.passTime(serverLimits.showcaseMs + 1);
  return visit<TestimonialList>('/api/testimonials');
}

test('a testimonial about an ended bot that traded for a day appears only while its owner consents', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  const consent = (consents: boolean) =>
    world.api.inject({ method: 'PUT', url: '/api/user/testimonial-consent', headers, payload: { consents } });
  await consent(true);
  const { id, firstFillAt } = await endBot({ symbol: 'ETH-USDT-SWAP' });
  await world.moveEnd(id, firstFillAt + dayMs - 1);
  expect(await freshTestimonials()).toEqual({ items: [] });
  await world.moveEnd(id, firstFillAt + dayMs);
  await consent(false);
  expect(await freshTestimonials()).toEqual({ items: [] });
  await consent(true);
  const row = await world.context.store.history.find(world.people.member.id, id);
  if (row === null) throw new Error('The bot is not in the history.');
  expect(row.deepestStep).toBeGreaterThanOrEqual(1);
  expect(await freshTestimonials()).toEqual({
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
        take_profit_count: row.rounds + row.cycles,
        net_profit: row.netPnl,
        simulated: true,
      },
    ],
  });
  await consent(false);
  expect(await freshTestimonials()).toEqual({ items: [] });
});

test('a bot that waited for a day and has no fill, and a bot whose position was kept, are no testimonials', async () => {
  const { member } = world.people;
  const { clock, store } = world.context;
  await store.history.setTestimonialConsent(member.id, true, clock.now());
  const traded = await freshTestimonials();
  const waited = await endBot({ symbol: 'XRP-USDT-SWAP', entry: 'webhook' });
  const kept = await endBot({ symbol: 'SOL-USDT-SWAP', closes: false });
  for (const { id } of [waited, kept]) await world.moveEnd(id, clock.now() + 2 * dayMs);
  expect(await store.history.find(member.id, waited.id)).toMatchObject({ deepestStep: 0 });
  expect(await store.history.find(member.id, kept.id)).toMatchObject({ endReason: 'stopped_left_open' });
  expect(await freshTestimonials()).toEqual(traded);
  await store.history.setTestimonialConsent(member.id, false, clock.now());
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
  const since = { sinceAt: now - dayMs, untilAt: now + 60_000, bars: 400 };
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

test('while no candles can be read, visitors who ask again and again for the replays cause one attempt in each period', async () => {
  const asked: string[] = [];
  const candles = async ({ instrumentId }: { readonly instrumentId: string }) => {
    asked.push(instrumentId);
    return { ok: false as const, cause: 'the exchange does not respond' };
  };
  const { context } = world;
  const api = await createApp({ ...context, market: { ...context.market, candles } });
  const visitReplays = async () => (await api.inject('/api/replays')).json<Replays>();
  for (let visits = 0; visits < 3; visits += 1)
    expect(await visitReplays()).toMatchObject({ finished: null, fall: null });
  const once = [...new Set(asked)];
  expect(asked).toEqual(once);
  world.passTime(serverLimits.emptyReplaysMs + 1);
  await visitReplays();
  expect(asked).toEqual([...once, ...once]);
  await api.close();
});

test('a bot whose stored texts cannot be parsed is not among the testimonials', async () => {
  const headers = { authorization: `Bearer ${await world.token('member')}` };
  await world.api.inject({ method: 'PUT', url: '/api/user/testimonial-consent', headers, payload: { consents: true } });
  expect((await freshTestimonials()).items).toHaveLength(1);
  const [shown] = await world.context.store.history.shown(5, dayMs);
  await world.damageBot(shown?.botId ?? '');
  expect(await freshTestimonials()).toEqual({ items: [] });
});
