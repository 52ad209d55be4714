import { decimal, lots, percent, ratio, ticks } from '@rondo/decimal';
import { botConfig, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { allowedPhases, mayDo, phaseOf, type BotAction } from './phase.ts';
import type { BotState, Phase, StrategyEvent } from '../types.ts';

const grantHold = { kind: 'hold', by: 'grant', level: 'entries', reason: 'approval', until: null } as const;

/** Returns one bot for each phase. The state of each bot results from events. */
function botsByPhase(): Readonly<Record<Phase, BotState>> {
  const startedDriver = (): StrategyDriver => new StrategyDriver(botConfig(), 200_000n).start();
  const running = (): StrategyDriver => {
    const bot = startedDriver();
    bot.fill('entry', 1);
    return bot;
  };
  const stoppedOut = (stopsPerHour: number): StrategyDriver => {
    const lossGuard = { firstWaitMinutes: 1, maxWaitMinutes: 60, stopsPerHour, dayLossPercent: percent('50') };
    const stopLoss = { fractionOfBudget: ratio(1n, 100n), endsBot: false };
    const bot = new StrategyDriver(botConfig({ lossGuard, stopLoss }), 200_000n).start();
    bot.fill('entry', 1);
    bot.fill('stopLoss');
    return bot;
  };
  const stateAfter = (
    bot: StrategyDriver,
    ...events: readonly Parameters<StrategyDriver['dispatch']>[0][]
  ): BotState => {
    for (const event of events) bot.dispatch(event);
    return bot.state;
  };
  const cycling = running();
  cycling.fill('entry', 4);
  cycling.fill('takeProfit', 4);
  const completed = running();
  completed.dispatch({ kind: 'stop', closePosition: true });
  completed.finishClosing();
  return {
    opening: startedDriver().state,
    running: running().state,
    waiting_for_cyclic_entry: cycling.state,
    waiting_for_signal: new StrategyDriver(botConfig({ waitsForSignal: true }), 1n).start().state,
    waiting_after_stop: stateAfter(stoppedOut(4), { kind: 'ordersGone', at: 0 }),
    locked: stateAfter(stoppedOut(0), { kind: 'ordersGone', at: 0 }),
    stopping: stateAfter(running(), { kind: 'stop', closePosition: false }),
    completed: completed.state,
    liquidated: stateAfter(running(), { kind: 'liquidated', fills: [] }),
    error: stateAfter(running(), {
      kind: 'externalClose',
      fills: [{ price: ticks(200_000n), lots: lots(1n), fee: decimal('0') }],
    }),
    paused: stateAfter(running(), grantHold),
  };
}

const events: Readonly<Record<BotAction, StrategyEvent>> = {
  setLast: { kind: 'setLast', isLast: true },
  stopAndClose: { kind: 'stop', closePosition: true },
  stopAndLeave: { kind: 'stop', closePosition: false },
  releaseGuard: { kind: 'releaseGuard', at: 0 },
  recover: { kind: 'recover', as: 'continue' },
  hold: grantHold,
};

test('events can bring a bot into every phase, and phaseOf returns the phase', () => {
  for (const [phase, state] of Object.entries(botsByPhase())) expect(phaseOf(state)).toBe(phase);
  expect(phaseOf(new StrategyDriver(botConfig({ stepDistance: ratio(1n, 100n) }), 1n).state)).toBe('opening');
});

test.each(Object.keys(allowedPhases) as BotAction[])(
  'the reducer accepts the action %s in exactly the phases that `allowedPhases` lists',
  (action) => {
    for (const [phase, state] of Object.entries(botsByPhase())) {
      const driver = new StrategyDriver(state.config, 200_000n);
      driver.state = state;
      const facts = driver.dispatch(events[action]);
      const isRefused = facts.some((fact) => fact.kind === 'eventRefused');
      // A paused bot accepts `releaseGuard` only when it is also locked.
      const isListed =
        allowedPhases[action].some((each) => each === phase) && !(action === 'releaseGuard' && phase === 'paused');
      expect([phase, isRefused]).toEqual([phase, !isListed]);
      expect(mayDo(state, action)).toBe(!isRefused);
    }
  },
);

test('the reducer handles every event in every phase without an error', () => {
  const events: readonly Parameters<StrategyDriver['dispatch']>[0][] = [
    { kind: 'start' },
    { kind: 'ordersGone' },
    { kind: 'flatConfirmed' },
    grantHold,
    { kind: 'release', by: 'grant' },
    { kind: 'waitOver', at: 9e15 },
    { kind: 'releaseGuard', at: 0 },
    { kind: 'signal', stepDistance: null },
    { kind: 'openingExpired', at: 9e15 },
    { kind: 'liquidated', fills: [] },
    { kind: 'externalClose', fills: [] },
    { kind: 'orderClosed', slot: { kind: 'stopLoss', round: 1, step: 0 }, generation: 0, reason: 'cancelled' },
    { kind: 'orderClosed', slot: { kind: 'takeProfit', round: 1, step: 4 }, generation: 0, reason: 'filled' },
  ];
  for (const [phase, state] of Object.entries(botsByPhase())) {
    for (const event of events) {
      const driver = new StrategyDriver(state.config, 200_000n);
      driver.state = state;
      expect(() => driver.dispatch(event), `${phase} ${event.kind}`).not.toThrow();
    }
  }
});
