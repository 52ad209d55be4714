import { ratio } from '@rondo/decimal';
import { botConfig, BotHand } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { allowedPhases, mayDo, phaseOf, type BotAction } from './phase.ts';
import type { BotState, Phase } from '../types.ts';

/** One bot in each phase, reached by events only. */
function botsByPhase(): Readonly<Record<Phase, BotState>> {
  const hand = (): BotHand => new BotHand(botConfig(), 200_000n).start();
  const running = (): BotHand => {
    const bot = hand();
    bot.fill('entry', 1);
    return bot;
  };
  const told = (bot: BotHand, ...events: readonly Parameters<BotHand['tell']>[0][]): BotState => {
    for (const event of events) bot.tell(event);
    return bot.state;
  };
  const cycling = running();
  cycling.fill('entry', 4);
  cycling.fill('takeProfit', 4);
  const completed = running();
  completed.tell({ kind: 'stop', closePosition: true });
  completed.settle();
  return {
    opening: hand().state,
    running: running().state,
    waiting_for_cyclic_entry: cycling.state,
    waiting_for_signal: new BotHand(botConfig({ waitsForSignal: true }), 1n).start().state,
    stopping: told(running(), { kind: 'stop', closePosition: false }),
    completed: completed.state,
    liquidated: told(running(), { kind: 'liquidated', fills: [] }),
    error: told(running(), { kind: 'flatConfirmed' }),
    paused: told(running(), { kind: 'pause' }),
  };
}

test('every phase is reached by events, and is what the state says', () => {
  for (const [phase, state] of Object.entries(botsByPhase())) expect(phaseOf(state)).toBe(phase);
  expect(phaseOf(new BotHand(botConfig({ stepDistance: ratio(1n, 100n) }), 1n).state)).toBe('opening');
});

test.each(Object.keys(allowedPhases) as BotAction[])(
  '%s is accepted by the reducer exactly where the table says',
  (action) => {
    for (const [phase, state] of Object.entries(botsByPhase())) {
      const hand = new BotHand(state.config, 200_000n);
      hand.state = state;
      const facts = hand.tell(
        action === 'setLast'
          ? { kind: 'setLast', isLast: true }
          : { kind: 'stop', closePosition: action === 'stopAndClose' },
      );
      const isRefused = facts.some((fact) => fact.kind === 'eventRefused');
      expect([phase, isRefused]).toEqual([phase, !allowedPhases[action].some((each) => each === phase)]);
      expect(mayDo(state, action)).toBe(!isRefused);
    }
  },
);

test('every event is defined in every phase', () => {
  const events: readonly Parameters<BotHand['tell']>[0][] = [
    { kind: 'start' },
    { kind: 'ordersGone' },
    { kind: 'flatConfirmed' },
    { kind: 'pause' },
    { kind: 'resume' },
    { kind: 'signal', stepDistance: null },
    { kind: 'liquidated', fills: [] },
    { kind: 'externalClose', fills: [] },
    { kind: 'orderClosed', slot: { kind: 'stopLoss', round: 1, step: 0 }, generation: 0, reason: 'cancelled' },
    { kind: 'orderClosed', slot: { kind: 'takeProfit', round: 1, step: 4 }, generation: 0, reason: 'filled' },
  ];
  for (const [phase, state] of Object.entries(botsByPhase())) {
    for (const event of events) {
      const hand = new BotHand(state.config, 200_000n);
      hand.state = state;
      expect(() => hand.tell(event), `${phase} ${event.kind}`).not.toThrow();
    }
  }
});
