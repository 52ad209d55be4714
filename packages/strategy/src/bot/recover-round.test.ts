// Tests of the end of a round, and of the next round, of a bot that its owner has recovered (strategy 5).
import { decimal, lots, ratio, ticks } from '@rondo/decimal';
import { botConfig, noFee, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { BotConfig } from '../types.ts';

/** Returns a driver whose step 1 has filled with 3,125 lots at 2000.00, and whose owner has then closed 25 lots at 2000.00. */
function reduced(changes: Partial<BotConfig> = {}): StrategyDriver {
  const driver = new StrategyDriver(botConfig(changes), 200_000n).start();
  driver.fill('entry', 1);
  driver.dispatch({ kind: 'externalClose', fills: [{ price: ticks(200_000n), lots: lots(25n), fee: noFee }] });
  return driver;
}

/** Returns a reduced bot whose base exit has closed 3,100 lots at 2010.00 before its owner recovers it. */
function endedRound(): StrategyDriver {
  const driver = reduced();
  driver.fill('baseExit');
  return driver.finishClosing();
}

test('a bot whose round ended after the reduction opens the next round with its result when its owner continues', () => {
  const driver = endedRound();
  expect(driver.state).toMatchObject({ status: 'error', round: null });
  driver.dispatch({ kind: 'recover', as: 'continue' });
  // 3.1 ETH gain 10 USDT each. The fees are 3.125 for the entry and 3.1 * 2010 * 0.0002 = 1.2462 for the exit.
  expect(driver.state).toMatchObject({ status: 'active', round: { round: 2, budget: decimal('10026.6288') } });
});

test('a bot whose round ended after the reduction completes when its owner chooses exits only', () => {
  const driver = endedRound();
  const facts = driver.dispatch({ kind: 'recover', as: 'exitsOnly' });
  expect(driver.state).toMatchObject({ status: 'completed', completion: 'last_round' });
  expect(facts).toContainEqual({ kind: 'botCompleted', reason: 'last_round', netPnl: decimal('26.6288') });
});

test.each(['baseExit', 'stopLoss'] as const)(
  'a bot with exits only completes as its last round after its %s',
  (kind) => {
    const driver = reduced({ stopLoss: { fractionOfBudget: ratio(1n, 10n), endsBot: false } });
    driver.dispatch({ kind: 'recover', as: 'exitsOnly' });
    expect(driver.find(kind)?.lots).toBe(3_100n);
    driver.fill(kind);
    driver.finishClosing();
    expect(driver.state).toMatchObject({ status: 'completed', completion: 'last_round', round: null });
  },
);

test('a bot with exits only completes as closed by its owner after a stop', () => {
  const driver = reduced();
  driver.dispatch({ kind: 'recover', as: 'exitsOnly' });
  driver.dispatch({ kind: 'stop', closePosition: true });
  driver.finishClosing();
  expect(driver.state).toMatchObject({ status: 'completed', completion: 'stopped_closed' });
});
