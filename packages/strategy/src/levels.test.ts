import { decimal, fraction, multiplyFractions, toFraction, type Fraction } from '@rondo/decimal';
import { botConfig, BotHand, noFee } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { cyclicTarget, stopLossPrice } from './levels.ts';
import type { BotConfig, RoundState, StepState } from './types.ts';

function opened(changes: Partial<BotConfig> = {}): BotHand {
  const hand = new BotHand(botConfig(changes), 200_000n).start();
  hand.fill('entry', 1, { fee: noFee });
  return hand;
}

function roundOf(hand: BotHand): RoundState {
  if (hand.state.round === null) throw new Error('a round is running');
  return hand.state.round;
}

function stepOf(hand: BotHand, step: number): StepState {
  const found = roundOf(hand).steps[step - 1];
  if (found === undefined) throw new Error(`no step ${step}`);
  return found;
}

test('a cyclic exit follows what its lot was bought for, and the ladder price while there is no lot', () => {
  const hand = opened();
  const target = () => cyclicTarget(roundOf(hand), stepOf(hand, 4), hand.state.config);
  // 1921.25 * 1.005 = 1930.85625.
  expect(target()).toBe(193_086n);
  hand.fill('entry', 4, { price: 191_000n });
  expect([target(), hand.find('takeProfit', 4)?.price]).toEqual([191_955n, 191_955n]);
});

test('a stop loss that only a price of nothing would reach is none', () => {
  // 3.12 contracts for 624 USDT are worth nothing at zero, and 0.00312 USDT one tick above.
  const stopAt = (loss: Fraction) => {
    const stopLoss = { fractionOfBudget: multiplyFractions(loss, fraction(1n, 10_000n)), endsBot: true };
    const hand = opened({ leverage: decimal('1'), stopLoss });
    return stopLossPrice(roundOf(hand), hand.state.config);
  };
  expect(stopAt(toFraction(decimal('623.99688')))).toBe(1n);
  expect(stopAt(toFraction(decimal('624')))).toBeNull();
});
