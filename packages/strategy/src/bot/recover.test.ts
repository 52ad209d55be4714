// Tests of the recovery of a bot that missed its entry or whose position was reduced by hand.
import { botConfig, botRunning, StrategyDriver } from '@rondo/testkit';
import { decimal, lots, ticks } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { desiredOrders } from '../round/desired.ts';
import { maxOpeningAttempts } from '../limits.ts';
import { openSize } from '../round/ledger.ts';
import type { Recovery } from './recovery.ts';
import type { BotState } from '../types.ts';
import { decodeState, encodeState } from './codec.ts';
import { phaseOf } from './phase.ts';
import { step } from './step.ts';

const recover = (state: BotState, as: Recovery) => step(state, { kind: 'recover', as });
const entrySteps = (state: BotState): readonly number[] =>
  desiredOrders(state).flatMap(({ slot }) => (slot.kind === 'entry' ? [slot.step] : []));
const exitLots = (state: BotState): bigint =>
  desiredOrders(state).reduce(
    (sum, { reduces, lots: size, type }) => (reduces && type === 'limit' ? sum + size : sum),
    0n,
  );

/** Closes `count` lots of a running bot by hand. */
function reduced(count: bigint, running: BotState = botRunning()): BotState {
  const fill = { price: ticks(200_000n), lots: lots(count), fee: decimal('0') };
  return step(running, { kind: 'externalClose', fills: [fill] }).state;
}

function missed(): BotState {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.dispatch({ kind: 'price', price: ticks(200_000n) });
  for (let count = 0; count < maxOpeningAttempts && driver.state.status === 'active'; count += 1) {
    const { generation } = driver.state.round?.steps[0]?.entry ?? { generation: 0 };
    driver.dispatch({
      kind: 'orderClosed',
      slot: { kind: 'entry', round: 1, step: 1 },
      generation,
      reason: 'cancelled',
    });
    driver.dispatch({ kind: 'price', price: ticks(200_000n) });
  }
  return driver.state;
}

test('a bot whose position was reduced continues with the entries of the steps that were not reduced, and keeps its exits', () => {
  const running = botRunning();
  const state = reduced(1n, running);
  expect([phaseOf(state), state.errorKey, entrySteps(state)]).toEqual(['error', 'reduced_externally', []]);
  const recovered = recover(decodeState(encodeState(state)), 'continue');
  expect(recovered.facts).toEqual([{ kind: 'recovered', as: 'continue' }]);
  const touched = new Set(recovered.state.round?.reducedSteps);
  expect(touched.size).toBeGreaterThan(0);
  expect(entrySteps(recovered.state)).toEqual(entrySteps(running).filter((each) => !touched.has(each)));
  expect(exitLots(recovered.state)).toBe(openSize(state));
});

test('a reduced step is not bought again in this round, although all its lots were closed by hand', () => {
  const state = reduced(openSize(botRunning()) - 1n);
  const recovered = recover(state, 'continue').state;
  for (const each of recovered.round?.reducedSteps ?? []) expect(entrySteps(recovered)).not.toContain(each);
});

test('a state from before the reduced steps were recorded counts each step with a fill as reduced', () => {
  const state = reduced(1n);
  const { reducedSteps: _dropped, ...round } = state.round ?? expect.fail('The bot has no round.');
  const recovered = recover({ ...state, round }, 'continue').state;
  const filled = round.steps.filter(({ lot, cycles }) => lot.entered > 0n || cycles > 0).map(({ step: each }) => each);
  expect(recovered.round?.reducedSteps).toEqual(filled);
});

test('a bot with exits only keeps its exits, has no entry, refuses `setLast`, and ends with its round', () => {
  const state = reduced(1n);
  const { state: recovered } = recover(state, 'exitsOnly');
  expect([recovered.status, recovered.isLast, entrySteps(recovered)]).toEqual(['active', true, []]);
  expect(exitLots(recovered)).toBe(openSize(state));
  expect(step(recovered, { kind: 'setLast', isLast: false }).facts).toMatchObject([{ kind: 'eventRefused' }]);
});

test('a bot that missed its entry asks for a new price when its owner continues, and ends when its owner chooses exits only', () => {
  const state = missed();
  expect([state.status, state.errorKey]).toEqual(['error', 'entry_missed']);
  const { state: again } = recover(state, 'continue');
  expect(again.round?.attempts).toBe(0);
  expect(entrySteps(step(again, { kind: 'price', price: ticks(200_000n) }).state)).toEqual([1]);
  expect(recover(state, 'exitsOnly').state).toMatchObject({
    status: 'completed',
    completion: 'last_round',
    round: null,
  });
});

test('a bot refuses a recovery while it trades, after another error, and after a stop', () => {
  const refused = [{ kind: 'eventRefused' }];
  expect(recover(botRunning(), 'continue').facts).toMatchObject(refused);
  expect(recover({ ...reduced(1n), errorKey: 'order_rejected' }, 'continue').facts).toMatchObject(refused);
  expect(recover({ ...reduced(1n), stop: { closePosition: true } }, 'continue').facts).toMatchObject(refused);
});
