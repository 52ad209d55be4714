// Tests of the end of an instrument while a bot has a late lot and no round.
import { decimal, lots, ticks } from '@rondo/decimal';
import { botConfig, noFee, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { netRealised } from '../round/ledger.ts';

test('the end of an instrument books the gain of a late lot when the bot has no round', () => {
  const driver = new StrategyDriver(botConfig({ waitsForSignal: true }), 200_000n);
  driver.dispatch({ kind: 'start' });
  driver.dispatchFill('entry', { step: 2, lots: 10n });
  driver.dispatch({ kind: 'expired', fills: [{ price: ticks(201_000n), lots: lots(10n), fee: noFee }] });
  expect(driver.state).toMatchObject({ status: 'completed', completion: 'expired', lateLot: { entered: 0n } });
  // 10 lots are 0.01 ETH, and each ETH gains 10 USDT.
  expect(netRealised(driver.state)).toEqual(decimal('0.1'));
});
