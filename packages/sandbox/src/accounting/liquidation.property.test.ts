// Property test: an account is liquidated at its liquidation price, in whatever steps the price moves to it.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';

const instId = 'ETH-USDT-SWAP';
const positionsPath = '/api/v5/account/positions';

test('a position is reduced by a liquidation exactly when the price passes its liquidation price', () => {
  const seen = { liquidated: 0, kept: 0 };
  fc.assert(
    fc.property(
      fc.constantFrom('buy', 'sell'),
      fc.integer({ min: 600, max: 1_000 }),
      fc.array(fc.integer({ min: -10, max: 60 }), { minLength: 20, maxLength: 30 }),
      (side, size, steps) => {
        const harness = openHarness();
        harness.post('/api/v5/account/set-leverage', { instId, lever: '50', mgnMode: 'cross' });
        harness.order({ side, ordType: 'market', sz: String(size) });
        const direction = side === 'buy' ? -1 : 1;
        let price = 2_000;
        for (const step of steps) {
          const [before] = harness.get(positionsPath);
          if (before === undefined) break;
          price += direction * step;
          harness.walk(price.toFixed(2));
          const [after] = harness.get(positionsPath);
          const isPassed = (price - Number(before['liqPx'])) * direction >= 0;
          expect(after?.['pos'] !== before['pos']).toBe(isPassed);
          seen[isPassed ? 'liquidated' : 'kept'] += 1;
        }
      },
    ),
    { numRuns: 15 },
  );
  expect(seen.liquidated).toBeGreaterThan(0);
  expect(seen.kept).toBeGreaterThan(0);
});
