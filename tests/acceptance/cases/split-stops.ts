// Cases 980-989: orders with several attached take-profits, and the rules of the exchange for split take-profits.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness, Fields } from '../support/harness.ts';

const profit = (level: string, sz: string, more: Fields = {}): Fields => ({
  tpTriggerPx: level,
  tpOrdPx: '-1',
  sz,
  ...more,
});
const rest = (price: string, sz: string): Fields => ({ tpOrdKind: 'limit', tpOrdPx: price, sz });
const stop = (level: string): Fields => ({ slTriggerPx: level, slOrdPx: '-1' });

/** Invalid attached stops of an order of three contracts, each with the code of OKX's refusal. */
const refused: readonly (readonly [code: string, attached: readonly Fields[]])[] = [
  ['51076', [profit('2010', '1', stop('1950')), profit('2020', '2')]],
  ['51079', Array.from({ length: 11 }, (_, index) => profit(String(2_010 + index), '0.1'))],
  ['51080', [profit('2010', '1', { tpTriggerPxType: 'mark' }), profit('2020', '2')]],
  ['51081', [profit('2010', '1'), profit('2010', '2')]],
  ['51083', [profit('2010', '1'), profit('2020', '1')]],
  ['51084', [profit('2010', '1'), profit('2020', '2'), stop('1950'), stop('1940')]],
  ['51089', [profit('2010', ''), profit('2020', '2')]],
  ['51091', [profit('2010', '1'), rest('2020', '2')]],
  ['51092', [rest('2010', '1'), rest('2010', '2')]],
];

/** The cases of split take-profits. */
export const splitStopCases = cases([
  ...refused.map(
    ([code, attachAlgoOrds], index) =>
      [
        980 + index,
        `3.2 attachAlgoOrds (split TPs), ${code}`,
        `an order is refused with ${code} when its split take-profits break the rule of this code`,
        async (harness: Harness) => {
          expect((await harness.order({ sz: '3', attachAlgoOrds })).row['sCode']).toBe(code);
          expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
        },
      ] as const,
  ),
  [
    989,
    '3.2 attachAlgoOrds (split TPs)',
    'an order with split take-profits and one stop is accepted when the take-profits add up to the size of the order',
    async (harness) => {
      const attachAlgoOrds = [profit('2010', '1'), profit('2020', '2'), stop('1950')];
      expect((await harness.order({ sz: '3', attachAlgoOrds })).row['sCode']).toBe('0');
      expect((await harness.get('trade/orders-pending')).row['attachAlgoOrds']).toHaveLength(3);
    },
  ],
]);
