// Tests that the exchange may change the rules of an instrument in mid-round: every position keeps its exits, or its dust is declared, within
// ten seconds, and the bots on other instruments are not touched (strategy 3.8).
import { compareDecimals, decimal, decimalOf, formatDecimal, isZero } from '@rondo/decimal';
import { netRealised } from '@rondo/strategy';
import { expect, test } from 'vitest';
import {
  coarse,
  directions,
  exitIdsOf,
  expectCovered,
  fine,
  firstBot,
  inMidRound,
  isMultiple,
  linesOf,
  ordersOfOthers,
  restingOf,
  stateOf,
  stopsOf,
} from './instrument-scene.ts';

test.each(directions)(
  'a larger price step in mid-round leaves every lot of a %s bot with an exit on the new step',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ tickSz: '0.1' });
    await scene.pass(10);
    const cover = expectCovered(scene);
    expect(isZero(cover.dust)).toBe(true);
    expect(cover.prices.filter((price) => !isMultiple(price, '0.1')).map(formatDecimal)).toEqual([]);
    expect(ordersOfOthers(scene)).toEqual(others);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expect(stateOf(scene).status).toBe('active');
    expect(stateOf(scene).roundsCompleted).toBeGreaterThan(0);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)(
  'a larger size step in mid-round leaves every lot of a %s bot with an exit or as declared dust',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ lotSz: '0.1', minSz: '0.1' });
    await scene.pass(10);
    const cover = expectCovered(scene);
    expect(compareDecimals(cover.dust, decimal('0.1'))).toBe(-1);
    expect(cover.sizes.filter((size) => !isMultiple(size, '0.1')).map(formatDecimal)).toEqual([]);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expectCovered(scene);
    expect(stateOf(scene).status).toBe('active');
    expect(stateOf(scene).roundsCompleted).toBeGreaterThan(0);
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);

test.each(directions)(
  'smaller steps in mid-round leave every lot of a %s bot with an exit, and later fills are read on the smaller steps',
  async (direction) => {
    const scene = await inMidRound(direction, coarse);
    const others = ordersOfOthers(scene);
    scene.change(fine);
    await scene.pass(10);
    expectCovered(scene);
    expect(formatDecimal(stateOf(scene).config.instrument.tickSz)).toBe('0.01');
    expect(ordersOfOthers(scene)).toEqual(others);
    for (const { process } of scene.world.machines) process?.doom();
    await scene.pass(20);
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.03' : '2560.03');
    await scene.pass(30);
    const state = stateOf(scene);
    expect(state.status).toBe('active');
    expect(state.roundsCompleted).toBeGreaterThan(0);
    const cover = expectCovered(scene);
    expect(isZero(cover.position)).toBe(false);
    expect(cover.sizes.some((size) => !isMultiple(size, '0.1'))).toBe(true);
  },
);

test.each(directions)(
  'a larger minimum size in mid-round drops the entries of a %s bot below it and keeps its exits',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ minSz: '4' });
    await scene.pass(10);
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expectCovered(scene);
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);

test.each(directions)(
  'a smaller minimum size in mid-round gives the declared dust of a %s bot an exit',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ lotSz: '0.1', minSz: '0.1' });
    await scene.pass(10);
    expect(isZero(expectCovered(scene).dust)).toBe(false);
    scene.change({ lotSz: '0.01', minSz: '0.01' });
    await scene.pass(10);
    expect(isZero(expectCovered(scene).dust)).toBe(true);
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);

test.each(directions)(
  'a minimum size above the whole position leaves the exits and the stop loss of a %s bot at the exchange, and the exits fill',
  async (direction) => {
    const scene = await inMidRound(direction, fine, { stopLoss: { percent: '27', endsBot: true } });
    const before = { exits: exitIdsOf(scene), stops: stopsOf(scene) };
    expect([before.exits.length > 0, before.stops.length]).toEqual([true, 1]);
    scene.change({ minSz: '100000' });
    await scene.pass(10);
    expect({ exits: exitIdsOf(scene), stops: stopsOf(scene) }).toEqual(before);
    expect(isZero(expectCovered(scene).dust)).toBe(true);
    for (const { process } of scene.world.machines) process?.doom();
    await scene.pass(20);
    expect({ exits: exitIdsOf(scene), stops: stopsOf(scene) }).toEqual(before);
    await scene.price(direction === 'long' ? '2640.0' : '2560.0');
    await scene.pass(20);
    expect(firstBot(scene).market.position).toBe(0n);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)(
  'while trading is suspended, a %s bot keeps its exits and has no entry, and its round continues when trading resumes',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    await scene.price(direction === 'long' ? '2586.00' : '2614.00');
    const before = restingOf(scene);
    expect(before.entries).toBeGreaterThan(0);
    scene.change({ state: 'suspend' });
    await scene.pass(20);
    expect(restingOf(scene)).toEqual({ entries: 0, exits: before.exits });
    expectCovered(scene);
    await scene.pass(100);
    scene.change({ state: 'live' });
    await scene.pass(10);
    expect(restingOf(scene)).toEqual(before);
    expectCovered(scene);
    expect(stateOf(scene).status).toBe('active');
    const { botId } = firstBot(scene);
    expect(linesOf(scene, botId)).toEqual(
      expect.arrayContaining(['bots.log.tradingHalted', 'bots.log.tradingResumed']),
    );
    expect(linesOf(scene, botId)).not.toContain('bots.log.orderRejected');
    expect(ordersOfOthers(scene)).toEqual(others);
    expect(scene.violations).toEqual([]);
  },
);

test.each(directions)(
  'when a larger price step cancels orders and suspends trading for two minutes, a %s bot has its exits ten seconds after it',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ tickSz: '0.1', suspendMs: '' });
    await scene.pass(120 + 10);
    const cover = expectCovered(scene);
    expect(isZero(cover.exits)).toBe(false);
    expect(cover.prices.filter((price) => !isMultiple(price, '0.1')).map(formatDecimal)).toEqual([]);
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);

test.each(directions)(
  'when a larger price step cancels the stop loss of a %s bot, the stop loss rests at the new price step ten seconds after the suspension',
  async (direction) => {
    const scene = await inMidRound(direction, fine, { stopLoss: { percent: '27', endsBot: true } });
    const [before] = stopsOf(scene);
    expect(before).toBeDefined();
    scene.change({ tickSz: '0.7', suspendMs: '' });
    expect(stopsOf(scene)).toEqual([]);
    await scene.pass(120 + 10);
    const stops = stopsOf(scene);
    expect(stops).toHaveLength(1);
    expect(stops.map((price) => isMultiple(price, '0.7'))).toEqual([true]);
    expectCovered(scene);
  },
);

test.each(directions)(
  'a %s bot on a pair that will be delisted finishes its round and opens no other',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ expTime: String(scene.world.clock.now() + 86_400_000) });
    await scene.pass(5);
    expect(stateOf(scene).isLast).toBe(true);
    expectCovered(scene);
    await scene.price(direction === 'long' ? '2640.00' : '2560.00');
    await scene.pass(20);
    expect(stateOf(scene)).toMatchObject({ status: 'completed', completion: 'last_round' });
    expect(firstBot(scene).market.position).toBe(0n);
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);

test.each(directions)(
  'when the instrument of a %s bot expires in mid-round, the settlement is booked from the bill and the bot completes',
  async (direction) => {
    const scene = await inMidRound(direction);
    const others = ordersOfOthers(scene);
    scene.change({ state: 'expired', expTime: String(scene.world.clock.now()) });
    await scene.pass(10);
    const state = stateOf(scene);
    expect(state).toMatchObject({ status: 'completed', completion: 'expired', errorKey: null });
    const { botId, market } = firstBot(scene);
    expect(restingOf(scene)).toEqual({ entries: 0, exits: 0 });
    const billed = market.bills.reduce((sum, bill) => sum + bill.change, 0n);
    expect(compareDecimals(netRealised(state), decimalOf(billed, 18))).toBe(0);
    await scene.pass(30);
    expect(scene.world.journal.contents.views.get(botId)?.status).toBe('completed');
    expect(linesOf(scene, botId)).toContain('bots.log.tradingEnded');
    expect(ordersOfOthers(scene)).toEqual(others);
  },
);
