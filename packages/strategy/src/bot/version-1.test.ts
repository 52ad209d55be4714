// Tests of states and events that were stored before holds existed: they decode as holds and releases of the grant.
import { decimalOf } from '@rondo/decimal';
import { botConfig, seededChance, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { BotState, StrategyEvent } from '../types.ts';
import { decodeEvent, decodeState, encodeEvent, encodeState } from './codec.ts';
import { phaseOf } from './phase.ts';
import { newBot, step } from './step.ts';

const approval = { by: 'grant', level: 'entries', reason: 'approval', until: null } as const;
const counts = { stops: [1], stopsInRow: 1, results: [] };

test('the stored events `pause` and `resume` decode as the hold and the release of the grant', () => {
  expect(decodeEvent({ kind: 'pause' })).toEqual({ kind: 'hold', ...approval });
  expect(decodeEvent({ kind: 'resume' })).toEqual({ kind: 'release', by: 'grant' });
});

test.each([
  ['a bot that is not paused', { isPaused: false }, []],
  ['a paused bot', { isPaused: true }, [approval]],
  [
    'a bot that waits after a stop loss',
    { isPaused: false, guard: { ...counts, waitsUntil: 9, lock: null } },
    [{ by: 'guard', level: 'rounds', reason: 'stop_loss', until: 9 }],
  ],
  [
    'a paused bot with a guard lock',
    { isPaused: true, guard: { ...counts, waitsUntil: null, lock: 'loss' } },
    [approval, { by: 'guard', level: 'rounds', reason: 'loss', until: null }],
  ],
  [
    'a bot whose loss guard allows the next round',
    { isPaused: false, guard: { ...counts, waitsUntil: null, lock: null } },
    [],
  ],
])('the state of %s decodes with its holds', (_, fields, holds) => {
  const { holds: _holds, ...state } = newBot(botConfig());
  const { state: encoded } = JSON.parse(JSON.stringify(encodeState({ ...state, holds: [] })));
  const { holds: _none, ...stored } = encoded;
  const expected = { ...state, holds, ...('guard' in fields ? { guard: counts } : {}) };
  expect(decodeState({ version: 1, state: { ...stored, ...fields } })).toEqual(expected);
});

/** Returns the events of a bot whose orders are filled and cancelled at random. A closing round ends immediately. */
function storyOf(seed: string): readonly StrategyEvent[] {
  const chance = seededChance(seed);
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  while (driver.events.length < 60) {
    if ((driver.state.round?.closing ?? null) !== null) {
      driver.dispatch({ kind: 'availableMargin', amount: decimalOf(BigInt(driver.events.length), 0) });
      driver.dispatch({ kind: 'ordersGone', at: driver.events.length });
    }
    driver.dispatchPrice();
    const orders = driver.desired();
    const order = orders[chance.between(0, orders.length - 1)];
    if (order === undefined) continue;
    if (chance.happens(0.1)) driver.end(order, 'cancelled');
    else driver.fillOrder(order);
  }
  return driver.events;
}

const fold = (bodies: readonly unknown[]): BotState =>
  bodies.reduce<BotState>((state, body) => step(state, decodeEvent(body)).state, newBot(botConfig()));

// The size of step 1 is not used after the ladder is planned, and a hold removes it.
const textOf = (state: BotState): string =>
  JSON.stringify(encodeState(state.round === null ? state : { ...state, round: { ...state.round, opening: null } }));

test('a stored journal with `pause` and `resume`, also around the end of a round, has the same state as the journal without them', () => {
  let windows = 0;
  for (const seed of ['a', 'b']) {
    const bodies = storyOf(seed).map((event) => JSON.parse(JSON.stringify(encodeEvent(event))));
    const expected = textOf(fold(bodies));
    for (let from = 1; from < bodies.length; from += 1) {
      // While a bot was paused, it got no price.
      const next = bodies.findIndex(({ kind }, index) => index >= from && kind === 'price');
      const until = next === -1 ? bodies.length : next;
      const stored = [
        ...bodies.slice(0, from),
        { kind: 'pause' },
        ...bodies.slice(from, until),
        { kind: 'resume' },
        ...bodies.slice(until),
      ];
      expect([seed, from, textOf(fold(stored))]).toEqual([seed, from, expected]);
      if (bodies.slice(from, until).some(({ kind }) => kind === 'ordersGone')) windows += 1;
    }
  }
  expect(windows).toBeGreaterThan(5);
});

test('a stored bot that was paused before its start begins its first round after the stored resume', () => {
  const paused = fold([{ kind: 'pause' }, { kind: 'start' }]);
  expect([phaseOf(paused), paused.round]).toEqual(['paused', null]);
  const resumed = step(paused, decodeEvent({ kind: 'resume' })).state;
  expect([phaseOf(resumed), resumed.round?.round]).toEqual(['opening', 1]);
});
