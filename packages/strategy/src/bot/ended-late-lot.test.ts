// Tests of the late lot of a bot that has no round: at the end of its instrument, and after the bot has ended.
import { decimal, lots, ticks } from '@rondo/decimal';
import { botConfig, noFee, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { netRealised, openSize } from '../round/ledger.ts';

// Returns the forced fill of these lots at 2010 USDT. One lot is 0.001 ETH.
function forced(count: bigint) {
  return { price: ticks(201_000n), lots: lots(count), fee: noFee };
}

// Returns a bot that the exchange has liquidated, and whose step 2 then gets a late fill at 2000 USDT.
function liquidatedWithLateLot(): StrategyDriver {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.dispatch({ kind: 'liquidated', fills: [] });
  driver.dispatchFill('entry', { step: 2, lots: 10n });
  return driver;
}

test('the end of an instrument books the gain of a late lot when the bot has no round', () => {
  const driver = new StrategyDriver(botConfig({ waitsForSignal: true }), 200_000n);
  driver.dispatch({ kind: 'start' });
  driver.dispatchFill('entry', { step: 2, lots: 10n });
  driver.dispatch({ kind: 'expired', fills: [forced(10n)] });
  expect(driver.state).toMatchObject({ status: 'completed', completion: 'expired', lateLot: { entered: 0n } });
  // 10 lots are 0.01 ETH, and each ETH gains 10 USDT.
  expect(netRealised(driver.state)).toEqual(decimal('0.1'));
});

test('a late fill after a liquidation has a closing order, and the bot stays liquidated', () => {
  const driver = liquidatedWithLateLot();
  expect(driver.desired()).toMatchObject([{ slot: { kind: 'close' }, lots: 10n, reduces: true }]);
  driver.fill('close', 0, { price: 201_000n, fee: noFee });
  expect([driver.state.status, driver.desired(), netRealised(driver.state)]).toEqual([
    'liquidated',
    [],
    decimal('0.1'),
  ]);
});

test.each(['liquidated', 'externalClose', 'expired'] as const)(
  'the event %s closes the late lot of a liquidated bot and books its gain',
  (kind) => {
    const driver = liquidatedWithLateLot();
    driver.dispatch({ kind, fills: [forced(10n)] });
    expect(driver.state).toMatchObject({ status: 'liquidated', errorKey: null, lateLot: { entered: 0n } });
    expect(netRealised(driver.state)).toEqual(decimal('0.1'));
  },
);

test('a missing late lot of a liquidated bot is removed with the gain of its closed part, and the bot stays liquidated', () => {
  const driver = liquidatedWithLateLot();
  driver.fill('close', 0, { lots: 4n, price: 201_000n, fee: noFee });
  const facts = driver.dispatch({ kind: 'flatConfirmed' });
  expect([driver.state.status, openSize(driver.state), driver.desired()]).toEqual(['liquidated', 0n, []]);
  expect(netRealised(driver.state)).toEqual(decimal('0.04'));
  expect(facts).toEqual([{ kind: 'error', key: 'position_missing' }]);
});
