// Prices of stops, take-profits, trigger orders and trailing orders: they are parsed, converted to ticks and compared with a reference price.
import { flag, parameterError, refuse, text, type Checked, type Raw } from '../wire/envelope.ts';
import type { Instrument } from '../market/instruments.ts';
import { markTicks } from '../accounting/margin.ts';
import { readTicks } from '../orders/placement.ts';
import { parseBaseUnits, baseUnits } from '../base-units.ts';
import type { Algo, AlgoType, Side, Trailing } from '../state/records.ts';
import type { World } from '../state/world.ts';

/** The prices of an algo order. The type of the algo order decides which prices apply. */
export type Terms = Pick<
  Algo,
  'takeProfitTicks' | 'stopLossTicks' | 'takeProfitPrice' | 'stopLossPrice' | 'trigger' | 'trailing'
>;

/** The instrument, side and reference price for the parsing of prices. */
export interface TermsOf {
  readonly instrument: Instrument;
  readonly side: Side;
  /** The price with which levels are compared: the mark price, or the price of the order to which the levels are attached. */
  readonly reference: bigint;
}

/** The request fields that name the price type of a level. The default is the last price. */
export const priceTypeFields = ['tpTriggerPxType', 'slTriggerPxType', 'triggerPxType'] as const;

/** Returns the requested price type of each level, or a refusal for an unknown type. */
export function readPriceTypes(raw: Raw): Checked<Readonly<Record<string, string>>> {
  for (const name of priceTypeFields)
    if (!['', 'last', 'index', 'mark'].includes(text(raw, name))) return parameterError(name);
  return { ok: true, value: Object.fromEntries(priceTypeFields.map((name) => [name, text(raw, name) || 'last'])) };
}

const blank: Terms = { takeProfitTicks: undefined, stopLossTicks: undefined };
/** On OKX a callback ratio is between 0.1 % and 100 %. */
const callbackBounds = { least: baseUnits('0.001'), most: baseUnits('1') };

/** Parses the prices of an algo order of a type. The refusal names the invalid field. */
export function readTerms(world: World, raw: Raw, of: TermsOf & { readonly ordType: AlgoType }): Checked<Terms> {
  if (of.ordType === 'trigger') return readTrigger(world, raw, of);
  if (of.ordType === 'move_order_stop') return readTrailing(world, raw, of);
  return readLevels(world, raw, of);
}

/** Returns the reference for levels that are compared with the mark price. */
export function markReference(world: World, instrument: Instrument, side: Side): TermsOf {
  return { instrument, side, reference: markTicks(world, instrument.instId) };
}

/**
 * Parses take-profit and stop. Each level must be on the correct side of the reference (51277 to 51280). The order of a level is a market order (-1) or has a
 * price.
 */
export function readLevels(world: World, raw: Raw, of: TermsOf): Checked<Terms> {
  const prices = new Map<string, bigint | undefined>();
  for (const name of ['tpTriggerPx', 'slTriggerPx', 'tpOrdPx', 'slOrdPx'] as const) {
    const value = text(raw, name);
    const isMarket = value === '' || (value === '-1' && name.endsWith('OrdPx'));
    const ticks = isMarket ? undefined : readTicks(world, of.instrument, value);
    if (!isMarket && ticks === undefined) return parameterError(name);
    prices.set(name, ticks);
  }
  const takeProfit = prices.get('tpTriggerPx');
  const stopLoss = prices.get('slTriggerPx');
  if (takeProfit === undefined && stopLoss === undefined) return parameterError('slTriggerPx');
  const isSell = of.side === 'sell';
  if (takeProfit !== undefined && (isSell ? takeProfit <= of.reference : takeProfit >= of.reference))
    return refuse(isSell ? '51279' : '51277', 'TP trigger price is on the wrong side of the price.');
  if (stopLoss !== undefined && (isSell ? stopLoss >= of.reference : stopLoss <= of.reference))
    return refuse(isSell ? '51280' : '51278', 'SL trigger price is on the wrong side of the price.');
  return {
    ok: true,
    value: {
      takeProfitTicks: takeProfit,
      stopLossTicks: stopLoss,
      takeProfitPrice: prices.get('tpOrdPx'),
      stopLossPrice: prices.get('slOrdPx'),
    },
  };
}

function readTrigger(world: World, raw: Raw, of: TermsOf): Checked<Terms> {
  const ticks = readTicks(world, of.instrument, text(raw, 'triggerPx'));
  if (ticks === undefined) return parameterError('triggerPx');
  const sent = text(raw, 'orderPx') || text(raw, 'ordPx');
  const price = sent === '-1' ? undefined : readTicks(world, of.instrument, sent);
  if (sent !== '-1' && price === undefined) return parameterError('orderPx');
  return { ok: true, value: { ...blank, trigger: { ticks, isRise: ticks > of.reference, price } } };
}

function readTrailing(world: World, raw: Raw, of: TermsOf): Checked<Terms> {
  const ratio = text(raw, 'callbackRatio') === '' ? undefined : parseBaseUnits(text(raw, 'callbackRatio'));
  const spread =
    text(raw, 'callbackSpread') === '' ? undefined : readTicks(world, of.instrument, text(raw, 'callbackSpread'));
  if ((ratio === undefined) === (spread === undefined)) return parameterError('callbackRatio');
  if (ratio !== undefined && (ratio < callbackBounds.least || ratio > callbackBounds.most))
    return refuse('51059', 'The callback rate is out of range.');
  const sent = text(raw, 'activePx');
  const activeTicks = sent === '' ? undefined : readTicks(world, of.instrument, sent);
  if (sent !== '' && activeTicks === undefined) return parameterError('activePx');
  const trailing: Trailing = {
    ratio,
    spreadTicks: spread,
    activeTicks,
    bestTicks: activeTicks === undefined ? of.reference : undefined,
  };
  return { ok: true, value: { ...blank, trailing } };
}

/** Returns whether a request closes the whole position, or a refusal when the fields are invalid or net mode forbids them. */
export function readClosesAll(raw: Raw, isNet: boolean): Checked<boolean> {
  if (text(raw, 'closeFraction') === '') return { ok: true, value: false };
  if (text(raw, 'closeFraction') !== '1') return parameterError('closeFraction');
  return isNet && !flag(raw, 'reduceOnly') ? parameterError('reduceOnly') : { ok: true, value: true };
}
