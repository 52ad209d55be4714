// Properties of a round under random events: fills of every size in any order, cancellations, funding and stops.
import {
  add,
  compareDecimals,
  decimal,
  lots,
  multiply,
  negate,
  subtract,
  sumDecimals,
  ticks,
  type Decimal,
  decimalOf,
} from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { decodeState, encodeState } from '../bot/codec.ts';
import { desiredOrders } from './desired.ts';
import { feesPaid, fundingReceived, netRealised, openSize } from './ledger.ts';
import { isCyclic } from './levels.ts';
import { openLots } from './lot.ts';
import { step } from '../bot/step.ts';
import type { BotConfig, BotState, Fact, StrategyEvent } from '../types.ts';
import { moneyOf } from '../units.ts';

type Move =
  | { readonly kind: 'fill'; readonly pick: number; readonly quarter: number; readonly drift: number }
  | { readonly kind: 'end'; readonly pick: number }
  | { readonly kind: 'funding'; readonly amount: number };

const anyMove: fc.Arbitrary<Move> = fc.oneof(
  {
    weight: 12,
    arbitrary: fc.record({
      kind: fc.constant('fill' as const),
      pick: fc.nat(20),
      quarter: fc.integer({ min: 1, max: 4 }),
      drift: fc.integer({ min: -300, max: 300 }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ kind: fc.constant('end' as const), pick: fc.nat(20) }) },
  {
    weight: 1,
    arbitrary: fc.record({ kind: fc.constant('funding' as const), amount: fc.integer({ min: -500, max: 500 }) }),
  },
);

const anyConfig = fc
  .record({
    direction: fc.constantFrom('long' as const, 'short' as const),
    martinSteps: fc.integer({ min: 2, max: 6 }),
    cyclic: fc.nat(5),
    compound: fc.boolean(),
  })
  .map(({ direction, martinSteps, cyclic, compound }) =>
    botConfig({
      direction,
      martinSteps,
      cyclicSteps: Math.min(cyclic, martinSteps - 1),
      compound,
      allocation: decimal('200'),
    }),
  );

function play(config: BotConfig, moves: readonly Move[], afterEach: (driver: StrategyDriver) => void): StrategyDriver {
  const driver = new StrategyDriver(config, 200_000n).start();
  for (const move of moves) {
    if ((driver.state.round?.closing ?? null) !== null) driver.dispatch({ kind: 'ordersGone' });
    driver.dispatchPrice();
    const wanted = driver.desired();
    const order = move.kind === 'funding' ? undefined : wanted[move.pick % Math.max(wanted.length, 1)];
    if (move.kind === 'funding') driver.dispatch({ kind: 'funding', amount: decimalOf(BigInt(move.amount), 2) });
    else if (order !== undefined && move.kind === 'end') driver.end(order, 'cancelled');
    else if (order !== undefined && move.kind === 'fill') {
      driver.price += BigInt(move.drift);
      const left = driver.remaining(order);
      const part = (left * BigInt(move.quarter) + 3n) / 4n;
      driver.fillOrder(order, { lots: part });
    }
    afterEach(driver);
  }
  return driver;
}

function finish(driver: StrategyDriver): void {
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
}

/** Returns the result that follows from the fills and the funding alone: the received money minus the paid money. */
function cashFlow(events: readonly StrategyEvent[], driver: StrategyDriver): Decimal {
  const { direction, instrument } = driver.state.config;
  let cash = decimal('0');
  for (const event of events) {
    if (event.kind === 'funding') cash = add(cash, event.amount);
    if (event.kind !== 'fill') continue;
    const worth = moneyOf(event.price * event.lots, instrument);
    const buys = (event.slot.kind === 'entry') === (direction === 'long');
    cash = subtract(add(cash, buys ? negate(worth) : worth), event.fee);
  }
  return cash;
}

test('the result of a flat bot equals the cash flow of its fills and equals the sum of the results of its rounds', () => {
  let finished = 0;
  fc.assert(
    fc.property(anyConfig, fc.array(anyMove, { maxLength: 80, size: 'max' }), (config, moves) => {
      const driver = play(config, moves, () => {});
      if (driver.state.status !== 'active') return;
      finish(driver);
      finished += 1;
      expect([driver.state.status, openSize(driver.state)]).toEqual(['completed', 0n]);
      expect(compareDecimals(netRealised(driver.state), cashFlow(driver.events, driver))).toBe(0);
      const rounds = driver.facts.flatMap((fact: Fact) => (fact.kind === 'roundCompleted' ? [fact] : []));
      expect(compareDecimals(sumDecimals(rounds.map((round) => round.netPnl)), netRealised(driver.state))).toBe(0);
      for (const round of rounds) {
        expect(compareDecimals(round.netPnl, add(subtract(round.realised, round.fees), round.funding))).toBe(0);
      }
      expect(compareDecimals(sumDecimals(rounds.map((round) => round.fees)), feesPaid(driver.state))).toBe(0);
      expect(compareDecimals(sumDecimals(rounds.map((round) => round.funding)), fundingReceived(driver.state))).toBe(0);
    }),
    { numRuns: 300 },
  );
  expect(finished).toBeGreaterThan(200);
});

test('the open lot of a step plus its resting entry never exceeds the plan, and the resting exits never exceed the open lots', () => {
  let checked = 0;
  fc.assert(
    fc.property(anyConfig, fc.array(anyMove, { maxLength: 80, size: 'max' }), (config, moves) => {
      play(config, moves, (driver) => {
        const round = driver.state.round;
        if (round === null || round.plan === null) return;
        for (const planned of round.plan.steps.slice(1)) {
          const entry = driver.find('entry', planned.step);
          const open = openLots(
            round.steps[planned.step - 1]?.lot ?? {
              entered: 0n,
              cost: 0n,
              exited: 0n,
              proceeds: 0n,
              fees: decimal('0'),
            },
          );
          expect(open + (entry === undefined ? 0n : driver.remaining(entry))).toBeLessThanOrEqual(planned.lots);
          checked += 1;
        }
        const exits = driver
          .desired()
          .filter((order) => order.slot.kind === 'takeProfit' || order.slot.kind === 'baseExit');
        expect(exits.reduce((sum, order) => sum + driver.remaining(order), 0n)).toBeLessThanOrEqual(
          openSize(driver.state),
        );
      });
    }),
    { numRuns: 200 },
  );
  expect(checked).toBeGreaterThan(1000);
});

test('the open size of the bot equals the sum of its fills after every event', () => {
  fc.assert(
    fc.property(anyConfig, fc.array(anyMove, { maxLength: 60, size: 'max' }), (config, moves) => {
      play(config, moves, (driver) => {
        const fills = driver.events.flatMap((event) => (event.kind === 'fill' ? [event] : []));
        const position = fills.reduce(
          (sum, fill) => sum + (fill.slot.kind === 'entry' ? fill.lots : -1n * fill.lots),
          0n,
        );
        expect(openSize(driver.state)).toBe(position);
      });
    }),
    { numRuns: 100 },
  );
});

test('dividing every fill into parts changes neither the totals nor the desired orders', () => {
  fc.assert(
    fc.property(
      anyConfig,
      fc.array(anyMove, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 2, max: 5 }),
      (config, moves, parts) => {
        const driver = play(config, moves, () => {});
        let state = step(new StrategyDriver(config, 1n).state, {
          kind: 'availableMargin',
          amount: decimal('1000000'),
        }).state;
        const reference = replay(state, driver.events);
        state = replay(
          state,
          driver.events.flatMap((event) => splitFill(event, BigInt(parts))),
        );
        expect(compareDecimals(netRealised(state), netRealised(reference))).toBe(0);
        expect(desiredOrders(state)).toEqual(desiredOrders(reference));
        expect([state.cyclesCompleted, state.roundsCompleted]).toEqual([
          reference.cyclesCompleted,
          reference.roundsCompleted,
        ]);
      },
    ),
    { numRuns: 150 },
  );
});

test('a state that was encoded and decoded has the desired orders of the original state', () => {
  fc.assert(
    fc.property(anyConfig, fc.array(anyMove, { maxLength: 40, size: 'max' }), (config, moves) => {
      const driver = play(config, moves, () => {});
      const back = decodeState(JSON.parse(JSON.stringify(encodeState(driver.state))));
      expect(desiredOrders(back)).toEqual(desiredOrders(driver.state));
      expect(encodeState(back)).toEqual(encodeState(driver.state));
    }),
    { numRuns: 50 },
  );
});

// A percentage of a price is not symmetric, so a short ladder is not the reflection of a long ladder (see
// ladder.property.test.ts). All other calculations are symmetric. So the test gives the short bot the reflected plan
// and the reflected fills of the long bot.
test('when a short bot has the reflected plan and receives the reflected fills, its profit equals the profit of the long bot and its desired orders have equal sizes on the other side', () => {
  const centre = 400_000n;
  let compared = 0;
  fc.assert(
    fc.property(
      fc.array(anyMove, { maxLength: 60, size: 'max' }),
      fc.integer({ min: 1, max: 3 }),
      (moves, cyclicSteps) => {
        const config = botConfig({ cyclicSteps, allocation: decimal('200'), compound: false });
        const long = play(config, moves, () => {});
        let mirrored: BotState = new StrategyDriver({ ...config, direction: 'short' }, 1n).state;
        let original = new StrategyDriver(config, 1n).state;
        for (const event of long.events) {
          original = step(original, event).state;
          mirrored = reflectPlan(step(mirrored, reflectEvent(event, centre)).state, original, centre);
          compared += 1;
          expect(openSize(mirrored)).toBe(openSize(original));
          expect(compareDecimals(netRealised(mirrored), netRealised(original))).toBe(0);
          expect(desiredOrders(mirrored).map(sideless)).toEqual(
            desiredOrders(original).map((order) => ({
              ...sideless(order),
              side: order.side === 'buy' ? 'sell' : 'buy',
            })),
          );
        }
      },
    ),
    { numRuns: 150 },
  );
  expect(compared).toBeGreaterThan(1000);
});

test('a base step never completes a cycle', () => {
  fc.assert(
    fc.property(anyConfig, fc.array(anyMove, { maxLength: 60, size: 'max' }), (config, moves) => {
      const driver = play(config, moves, () => {});
      for (const each of driver.state.round?.steps ?? []) {
        if (!isCyclic(each.step, config)) expect(each.cycles).toBe(0);
      }
    }),
    { numRuns: 60 },
  );
});

function replay(start: BotState, events: readonly StrategyEvent[]): BotState {
  return events.reduce((state, event) => step(state, event).state, start);
}

function splitFill(event: StrategyEvent, parts: bigint): readonly StrategyEvent[] {
  if (event.kind !== 'fill' || event.lots < parts) return [event];
  const share = event.lots / parts;
  const rate = event.fee;
  const pieces = Array.from({ length: Number(parts) }, (_, index) =>
    index === 0 ? event.lots - share * (parts - 1n) : share,
  );
  // The first part has the whole fee, so that the fees of the parts sum to the fee of the whole fill.
  return pieces.map((count, index) => ({
    ...event,
    lots: lots(count),
    fee: index === 0 ? rate : multiply(rate, decimal('0')),
  }));
}

function reflectEvent(event: StrategyEvent, centre: bigint): StrategyEvent {
  if (event.kind === 'price') return { ...event, price: ticks(centre - event.price) };
  return event.kind === 'fill' ? { ...event, price: ticks(centre - event.price) } : event;
}

/**
 * Replaces the plan of the short bot by the plan of the long bot at reflected prices. The short bot would calculate
 * other prices and sizes, because a distance in percent is not symmetric.
 */
function reflectPlan(short: BotState, long: BotState, centre: bigint): BotState {
  if (short.round === null || long.round === null) return short;
  const { plan, opening } = long.round;
  const steps = plan?.steps.map((each) => ({ ...each, price: ticks(centre - each.price) })) ?? [];
  return {
    ...short,
    round: {
      ...short.round,
      budget: long.round.budget,
      opening: opening === null ? null : { lots: opening.lots, cap: ticks(centre - opening.cap) },
      plan: plan === null ? null : { ...plan, steps },
    },
  };
}

function sideless(order: ReturnType<typeof desiredOrders>[number]) {
  const { slot, generation, side, type, reduces } = order;
  return { slot, generation, side, type, lots: order.lots, reduces };
}
