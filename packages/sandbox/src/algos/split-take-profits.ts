// The rules of OKX for several take-profits that are attached to one order ("split TPs").
import type { Terms } from './algo-terms.ts';
import type { Refusal } from '../wire/envelope.ts';

/** One parsed element of `attachAlgoOrds`: a take-profit, a stop, or both. */
export interface ReadStop {
  readonly fields: Readonly<Record<string, string>>;
  /** The trigger levels. The field is undefined for a take-profit that is a plain limit order. */
  readonly terms: Terms | undefined;
  readonly limitTicks: bigint | undefined;
  /** The size in lots, when the take-profit or stop closes only a part of the order. The field is undefined for the whole order. */
  readonly lots: bigint | undefined;
}

/** The largest number of take-profits that OKX allows with one order. An order with several take-profits may have one stop. */
export const mostTakeProfits = 10;

/**
 * Returns the refusal of the first broken rule for an order with this number of lots. Returns undefined for a single take-profit. Source: OKX API v5, place
 * order.
 */
export function checkSplit(stops: readonly ReadStop[], orderLots: bigint): Refusal | undefined {
  const profits = stops.filter(isProfit);
  if (profits.length < 2) return undefined;
  const broken = rules.find(([, , holds]) => !holds({ stops, profits, orderLots }));
  return broken && { sCode: broken[0], sMsg: broken[1] };
}

interface Split {
  readonly stops: readonly ReadStop[];
  readonly profits: readonly ReadStop[];
  readonly orderLots: bigint;
}

const rules: readonly (readonly [code: string, message: string, holds: (split: Split) => boolean])[] = [
  [
    '51079',
    `The number of TP orders with Split TPs attached in a same order cannot exceed ${mostTakeProfits}`,
    ({ profits }) => profits.length <= mostTakeProfits,
  ],
  [
    '51084',
    'The number of SL orders with Split TPs attached in a same order cannot exceed 1',
    ({ stops }) => stops.filter(isStop).length <= 1,
  ],
  [
    '51076',
    "TP/SL orders in Split TPs only support one-way TP/SL. You can't use slTriggerPx&slOrdPx and tpTriggerPx&tpOrdPx at the same time.",
    ({ profits }) => !profits.some(isStop),
  ],
  [
    '51091',
    'All TP orders in one order must be of the same type.',
    ({ profits }) => areAlike(profits, ({ fields }) => fields['tpOrdKind'] || 'condition'),
  ],
  [
    '51080',
    'Take-profit trigger price types (tpTriggerPxType) must be the same in an order with Split TPs attached',
    ({ profits }) => areAlike(profits, ({ fields }) => fields['tpTriggerPxType'] || 'last'),
  ],
  [
    '51081',
    'Take-profit trigger prices (tpTriggerPx) cannot be the same in an order with Split TPs attached',
    ({ profits }) => areDifferent(profits.filter(({ limitTicks }) => limitTicks === undefined).map(priceOf)),
  ],
  [
    '51092',
    'TP order prices (tpOrdPx) in one order must be different.',
    ({ profits }) => areDifferent(profits.filter(({ limitTicks }) => limitTicks !== undefined).map(priceOf)),
  ],
  [
    '51089',
    'The size of the TP order among split TPs attached cannot be empty',
    ({ profits }) => profits.every(({ lots }) => lots !== undefined),
  ],
  [
    '51083',
    'The total size of TP orders with Split TPs attached in a same order should equal the size of this order',
    ({ profits, orderLots }) => profits.reduce((sum, { lots }) => sum + (lots ?? 0n), 0n) === orderLots,
  ],
];

function isProfit({ terms, limitTicks }: ReadStop): boolean {
  return limitTicks !== undefined || terms?.takeProfitTicks !== undefined;
}

function isStop({ terms }: ReadStop): boolean {
  return terms?.stopLossTicks !== undefined;
}

function priceOf({ terms, limitTicks }: ReadStop): bigint | undefined {
  return limitTicks ?? terms?.takeProfitTicks;
}

function areAlike(stops: readonly ReadStop[], wordOf: (stop: ReadStop) => string): boolean {
  return new Set(stops.map(wordOf)).size <= 1;
}

function areDifferent(prices: readonly unknown[]): boolean {
  return new Set(prices).size === prices.length;
}
