// Orders with attached take-profits and stops. All stops are checked first, then the order is placed. The stops become active when the order has filled.
import { amendAlgo, enterAlgo, type NewAlgo } from './algo-requests.ts';
import { triggerAlgos } from './algo-life.ts';
import { priceTypeFields, readLevels, readPriceTypes, type Terms, type TermsOf } from './algo-terms.ts';
import { parameterError, refuse, text, type Checked, type Raw, type Refusal } from '../wire/envelope.ts';
import { markTicks } from '../accounting/margin.ts';
import { modeOf, modeFields } from '../accounting/margin-modes.ts';
import { placeOrder, placeWith, readInstrument, readSize, readTicks } from '../orders/placement.ts';
import type { AttachedStop, Order, Side } from '../state/records.ts';
import { gridOf } from '../market/instrument-rules.ts';
import { checkSplit, mostTakeProfits, type ReadStop } from './split-take-profits.ts';
import { formatBaseUnits, multiplyDown, ONE, parseBaseUnits } from '../base-units.ts';
import { timelineOf, nextId, recordChange, type Ledger, type World } from '../state/world.ts';

const stopFields = [
  'attachAlgoClOrdId',
  'tpTriggerPx',
  'tpTriggerRatio',
  'tpTriggerPxType',
  'tpOrdPx',
  'tpOrdKind',
  'slTriggerPx',
  'slTriggerRatio',
  'slTriggerPxType',
  'slOrdPx',
  'sz',
] as const;

/**
 * The largest number of elements of `attachAlgoOrds` that the sandbox parses. This limit is ours. It is above the limit of OKX, so that a request can get each
 * refusal code of OKX.
 */
const mostAttached = 2 * mostTakeProfits;

/** Places an order together with the stops of its field `attachAlgoOrds`. */
export function placeWithStops(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const wanted = raw['attachAlgoOrds'];
  if (!Array.isArray(wanted) || wanted.length === 0) return placeOrder(world, ledger, raw);
  const read = readStops(world, raw, wanted);
  if (!read.ok) return read;
  const stops = read.value.map(({ fields }) => ({ ...named(fields), algoId: nextId(world), fields }));
  const placed = placeWith(world, ledger, { raw, attached: stops });
  if (!placed.ok) return placed;
  const order = placed.value;
  for (const [index, stop] of stops.entries()) {
    const { terms, limitTicks, lots } = read.value[index] ?? {};
    if (terms) enterStop(world, order, { ...stop, terms, lots });
    if (limitTicks !== undefined)
      enterLimit(world, order, { ...stop, ...(terms ? { algoId: nextId(world) } : {}), limitTicks, lots });
  }
  // When an order fills at placement, its take-profits are placed in the order book immediately.
  if (order.filledLots > 0n) triggerAlgos(world, timelineOf(world, order.instId));
  return placed;
}

// Levels are compared with the price of the order. For a market order, levels are compared with the mark price.
function readStops(world: World, raw: Raw, wanted: readonly unknown[]): Checked<ReadStop[]> {
  const instrument = readInstrument(raw);
  if (!instrument || wanted.length > mostAttached) return parameterError('attachAlgoOrds');
  const side: Side = text(raw, 'side') === 'buy' ? 'sell' : 'buy';
  const price = readTicks(world, instrument, text(raw, 'px'));
  const reference = price ?? markTicks(world, instrument.instId);
  const stops: ReadStop[] = [];
  for (const one of wanted) {
    if (typeof one !== 'object' || one === null) return parameterError('attachAlgoOrds');
    const fields = Object.fromEntries(stopFields.map((name) => [name, text(one as Raw, name)])); // The fields of an object are unknown until they are parsed.
    const stop = readStop(world, fields, { instrument, side, reference, isPriced: price !== undefined });
    if (!stop.ok) return stop;
    stops.push(stop.value);
  }
  const size = readSize(world, instrument, { size: text(raw, 'sz'), ordType: text(raw, 'ordType') });
  if (!size.ok) return size;
  const refusal = checkSplit(stops, size.value);
  return refusal ? { ok: false, refusal } : { ok: true, value: stops };
}

function readStop(
  world: World,
  fields: Readonly<Record<string, string>>,
  of: TermsOf & { readonly isPriced: boolean },
): Checked<ReadStop> {
  const priceTypes = readPriceTypes(fields);
  if (!priceTypes.ok) return priceTypes;
  const size =
    fields['sz'] === '' || fields['sz'] === undefined
      ? undefined
      : readSize(world, of.instrument, { size: fields['sz'], ordType: 'limit' });
  if (size && !size.ok) return size;
  const lots = size?.value;
  const isLimit = fields['tpOrdKind'] === 'limit';
  const limitTicks = isLimit ? readTicks(world, of.instrument, fields['tpOrdPx'] ?? '') : undefined;
  if (isLimit && limitTicks === undefined) return parameterError('tpOrdPx');
  const hasStop = (fields['slTriggerPx'] ?? '') !== '' || (fields['slTriggerRatio'] ?? '') !== '';
  if (isLimit && !hasStop) return { ok: true, value: { fields, terms: undefined, limitTicks, lots } };
  const levels = withRatios(
    world,
    isLimit ? { ...fields, tpTriggerPx: '', tpOrdPx: '', tpTriggerRatio: '' } : fields,
    of,
  );
  if (!levels.ok) return levels;
  const terms = readLevels(world, levels.value, of);
  if (terms.ok) return { ok: true, value: { fields, terms: terms.value, limitTicks, lots } };
  const own = of.isPriced ? besideOrder[terms.refusal.sCode] : undefined;
  return own === undefined ? terms : refuse(...own);
}

// When an order has a price, OKX uses these other codes for a level on the wrong side of the price.
const besideOrder: Readonly<Record<string, readonly [code: string, message: string]>> = {
  '51279': ['51046', 'The take profit trigger price must be higher than the order price.'],
  '51280': ['51047', 'The stop loss trigger price must be lower than the order price.'],
  '51277': ['51048', 'The take profit trigger price must be lower than the order price.'],
  '51278': ['51049', 'The stop loss trigger price must be higher than the order price.'],
};

// OKX accepts a ratio of the order price instead of a level. The ratio of a take-profit has the sign of the price
// change. The ratio of a stop is its distance from the order price and has no sign.
function withRatios(
  world: World,
  fields: Readonly<Record<string, string>>,
  of: TermsOf,
): Checked<Readonly<Record<string, string>>> {
  const levels: Record<string, string> = { ...fields };
  const grid = gridOf(world, of.instrument).tick;
  const price = of.reference * of.instrument.tick;
  const isBuy = of.side === 'sell';
  for (const kind of ['tp', 'sl'] as const) {
    const given = fields[`${kind}TriggerRatio`] ?? '';
    if (given === '') continue;
    const share = parseBaseUnits(given);
    if (share === undefined || share === 0n || fields[`${kind}TriggerPx`] !== '')
      return parameterError(`${kind}TriggerRatio`);
    const signed = kind === 'sl' && isBuy ? -share : share;
    levels[`${kind}TriggerPx`] = formatBaseUnits((multiplyDown(price, ONE + signed) / grid) * grid);
  }
  return { ok: true, value: levels };
}

/**
 * Changes the attached stops of an order. Returns the refusal, or undefined when all changes are accepted. A change without an id changes the only stop of
 * the order.
 */
export function amendStops(world: World, ledger: Ledger, of: { order: Order; changes: unknown }): Refusal | undefined {
  const { order, changes } = of;
  if (!Array.isArray(changes)) return undefined;
  for (const one of changes) {
    if (typeof one !== 'object' || one === null) return parameterError('attachAlgoOrds').refusal;
    const change = one as Raw; // The fields of an object are unknown until they are parsed.
    const stop = stopOf(order, change);
    if (!stop) return parameterError('attachAlgoId').refusal;
    const done = amendAlgo(world, ledger, { ...change, algoId: stop.algoId, algoClOrdId: '' });
    if (!done.ok) return done.refusal;
    const given = Object.entries(change).flatMap(([name, value]) =>
      name.startsWith('new') ? [[`${name.charAt(3).toLowerCase()}${name.slice(4)}`, String(value)]] : [],
    );
    const fields: Readonly<Record<string, string>> = { ...stop.fields, ...Object.fromEntries(given) };
    order.attached = (order.attached ?? []).map((each) => (each === stop ? { ...each, fields } : each));
    recordChange(world, { kind: 'order', value: order });
  }
  return undefined;
}

function stopOf(order: Order, change: Raw): AttachedStop | undefined {
  const [algoId, name] = [text(change, 'attachAlgoId'), text(change, 'attachAlgoClOrdId')];
  const attached = order.attached ?? [];
  if (algoId === '' && name === '') return attached.length === 1 ? attached[0] : undefined;
  return attached.find((stop) => (algoId === '' ? stop.algoClOrdId === name : stop.algoId === algoId));
}

function named(fields: Readonly<Record<string, string>>): Pick<AttachedStop, 'algoClOrdId'> {
  return { algoClOrdId: fields['attachAlgoClOrdId'] ?? '' };
}

interface Entered extends AttachedStop {
  readonly lots: bigint | undefined;
}

function enterStop(world: World, order: Order, stop: Entered & { readonly terms: Terms }): void {
  const { takeProfitTicks, stopLossTicks } = stop.terms;
  const hasBothLevels = takeProfitTicks !== undefined && stopLossTicks !== undefined;
  const wanted = {
    ...waiting(order, stop),
    ...stop.terms,
    ordType: hasBothLevels ? ('oco' as const) : ('conditional' as const),
  };
  enterAlgo(world, wanted, stop.algoId);
}

// The take-profit rests in the order book as soon as its order has filled. When the position closes, the take-profit is
// cancelled.
function enterLimit(world: World, order: Order, stop: Entered & { readonly limitTicks: bigint }): void {
  const { limitTicks } = stop;
  enterAlgo(
    world,
    {
      ...waiting(order, stop),
      ordType: 'conditional',
      takeProfitTicks: limitTicks,
      takeProfitPrice: limitTicks,
      stopLossTicks: undefined,
      isAtOnce: true,
      isTied: true,
    },
    stop.algoId,
  );
}

function waiting(order: Order, stop: Entered): Omit<NewAlgo, 'ordType' | 'takeProfitTicks' | 'stopLossTicks'> {
  return {
    accountId: order.accountId,
    instId: order.instId,
    algoClOrdId: stop.algoClOrdId,
    tag: order.tag,
    side: order.side === 'buy' ? 'sell' : 'buy',
    posSide: order.posSide,
    ...modeFields(modeOf(order)),
    reduceOnly: order.posSide === 'net',
    closesAll: false,
    priceTypes: pick(stop.fields),
    ...(stop.lots === undefined ? {} : { mostLots: stop.lots }),
    lots: stop.lots ?? order.lots,
    parentId: order.ordId,
  };
}

function pick(fields: Readonly<Record<string, string>>): Readonly<Record<string, string>> {
  return Object.fromEntries(priceTypeFields.map((name) => [name, (fields[name] ?? '') || 'last']));
}
