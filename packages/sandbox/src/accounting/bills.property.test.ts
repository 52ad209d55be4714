// Property test: after random actions of the accounts, the sum of the bills equals the balance exactly.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { parseBaseUnits } from '../base-units.ts';
import { openHarness, type Fields } from '../../tests/_harness.ts';

const action = fc.record({
  account: fc.integer({ min: 0, max: 1 }),
  instId: fc.constantFrom('ETH-USDT-SWAP', 'SOL-USDT-SWAP'),
  side: fc.constantFrom('buy', 'sell'),
  ordType: fc.constantFrom('market', 'limit', 'post_only', 'ioc', 'fok'),
  offset: fc.integer({ min: -300, max: 300 }),
  size: fc.integer({ min: 1, max: 3_000 }),
  move: fc.integer({ min: -900, max: 900 }),
  reduceOnly: fc.boolean(),
  tdMode: fc.constantFrom('cross', 'isolated'),
  restMs: fc.constantFrom(0, 1_000, 9 * 3_600_000),
});

const amount = (text: string | undefined): bigint => parseBaseUnits(text ?? '') ?? 0n;
const sum = (rows: readonly Fields[], name: string): bigint =>
  rows.reduce((total, row) => total + amount(row[name]), 0n);

test('every balance and every isolated margin is the exact sum of its bills, and the sum of the trade bills equals the fees and profits of the fills', () => {
  fc.assert(
    fc.property(fc.array(action, { maxLength: 25 }), (deeds) => {
      const harness = openHarness();
      for (const next of deeds) {
        const last = Math.round(Number(harness.get(`/api/v5/market/ticker?instId=${next.instId}`)[0]?.['last']) * 100);
        harness.order(
          {
            ...next,
            account: undefined,
            px: ((last + next.offset) / 100).toFixed(2),
            sz: (next.size / 100).toFixed(2),
          },
          next.account,
        );
        harness.core.advance({ instId: next.instId, prices: [((last + next.move) / 100).toFixed(2)] });
        harness.clock.pass(next.restMs);
        harness.core.step();
      }
      for (const account of [0, 1]) {
        const bills = harness.get('/api/v5/account/bills-archive', account);
        const fills = harness.get('/api/v5/trade/fills-history?instType=SWAP', account);
        const details: unknown = harness.get('/api/v5/account/balance', account)[0]?.['details'];
        const cash = Array.isArray(details) ? String(details[0].cashBal) : '';
        expect(sum(bills, 'balChg')).toBe(amount(cash));
        // The margin that the bills moved into isolated positions equals the margin of these positions.
        expect(sum(bills, 'posBalChg')).toBe(sum(harness.get('/api/v5/account/positions', account), 'margin'));
        const trades = bills.filter((bill) => bill['type'] === '2' || bill['type'] === '5');
        expect(sum(trades, 'balChg') + sum(trades, 'posBalChg')).toBe(sum(fills, 'fee') + sum(fills, 'fillPnl'));
      }
    }),
    { numRuns: 60 },
  );
});
