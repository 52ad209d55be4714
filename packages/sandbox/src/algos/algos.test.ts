// Tests of stops and trailing stops: when they trigger, when they are refused, and when they are cancelled.
import { expect, test } from 'vitest';
import { openHarness, type Fields, type Harness } from '../../tests/_harness.ts';

const stop = { ordType: 'conditional', side: 'sell', sz: '1', slTriggerPx: '1950', slOrdPx: '-1', reduceOnly: true };

/** Returns an exchange whose first account has a long position of one contract at about 2000. */
function openLong(): Harness {
  const harness = openHarness();
  harness.order({ side: 'buy', ordType: 'market', sz: '1' });
  return harness;
}

function place(harness: Harness, fields: Record<string, unknown>): Fields {
  const body = { instId: 'ETH-USDT-SWAP', tdMode: 'cross', ...fields };
  return harness.post('/api/v5/trade/order-algo', body).row;
}

const pending = (harness: Harness, ordType = 'conditional'): readonly Fields[] =>
  harness.get(`/api/v5/trade/orders-algo-pending?ordType=${ordType}`);

test('a stop closes the position only when the price reaches its trigger level', () => {
  const harness = openLong();
  expect(place(harness, stop)).toMatchObject({ sCode: '0' });
  harness.walk('1950.01');
  expect(pending(harness)).toHaveLength(1);
  harness.walk('1950');
  expect(pending(harness)).toEqual([]);
  expect(harness.get('/api/v5/account/positions')).toEqual([]);
});

test('a stop is refused when its trigger level is above the price of a long position', () => {
  expect(place(openLong(), { ...stop, slTriggerPx: '2050' })['sCode']).toMatch(/^512(77|78|79|80)$/);
});

test('a cancelled stop does not trigger', () => {
  const harness = openLong();
  const { algoId = '' } = place(harness, stop);
  harness.post('/api/v5/trade/cancel-algos', [{ instId: 'ETH-USDT-SWAP', algoId }]);
  harness.walk('1900');
  expect(harness.get('/api/v5/account/positions')).toHaveLength(1);
});

test('a stop with `cxlOnClosePos` is cancelled when its position closes', () => {
  const harness = openLong();
  place(harness, { ...stop, cxlOnClosePos: true });
  harness.order({ side: 'sell', ordType: 'market', sz: '1', reduceOnly: true });
  expect(pending(harness)).toEqual([]);
});

test('a trailing stop follows a rising price and triggers when the price falls by the callback ratio', () => {
  const harness = openLong();
  place(harness, { ordType: 'move_order_stop', side: 'sell', sz: '1', callbackRatio: '0.01', reduceOnly: true });
  harness.walk('2100', '2080');
  expect(pending(harness, 'move_order_stop')).toHaveLength(1);
  harness.walk('2079');
  expect(pending(harness, 'move_order_stop')).toEqual([]);
  expect(harness.get('/api/v5/account/positions')).toEqual([]);
});
