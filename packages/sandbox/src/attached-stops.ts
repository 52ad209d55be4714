// Orders that bring their own take-profit and stop: both are checked first, then the order is placed, then its stops wait for it.
import { enterAlgo } from './algo-desk.ts';
import { readLevels, type Terms } from './algo-terms.ts';
import { parameterError, text, type Checked, type Raw } from './answers.ts';
import { markTicks } from './margin.ts';
import { modeOf, modePart } from './margin-modes.ts';
import { placeOrder, placeWith, readInstrument, readTicks } from './placement.ts';
import type { AttachedStop, Order, Side } from './records.ts';
import { nextId, type Ledger, type World } from './world.ts';

const stopFields = [
  'attachAlgoClOrdId',
  'tpTriggerPx',
  'tpTriggerPxType',
  'tpOrdPx',
  'tpOrdKind',
  'slTriggerPx',
  'slTriggerPxType',
  'slOrdPx',
  'sz',
] as const;

/** OKX takes at most this many split take-profits with one order; ours is the same for all. */
const mostAttached = 10;

/** Places an order together with the stops it names in `attachAlgoOrds`. */
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
    const { terms } = read.value[index] ?? {};
    if (terms) enterStop(world, order, { ...stop, terms });
  }
  return placed;
}

interface ReadStop {
  readonly fields: Readonly<Record<string, string>>;
  readonly terms: Terms;
}

// Levels are compared with the order's own price; a market order's with the mark.
function readStops(world: World, raw: Raw, wanted: readonly unknown[]): Checked<ReadStop[]> {
  const instrument = readInstrument(raw);
  if (!instrument || wanted.length > mostAttached) return parameterError('attachAlgoOrds');
  const side: Side = text(raw, 'side') === 'buy' ? 'sell' : 'buy';
  const reference = readTicks(world, instrument, text(raw, 'px')) ?? markTicks(world, instrument.instId);
  const stops: ReadStop[] = [];
  for (const one of wanted) {
    if (typeof one !== 'object' || one === null) return parameterError('attachAlgoOrds');
    const fields = Object.fromEntries(stopFields.map((name) => [name, text(one as Raw, name)])); // an object's fields are unknown until read
    const terms = readLevels(world, fields, { instrument, side, reference });
    if (!terms.ok) return terms;
    stops.push({ fields, terms: terms.value });
  }
  return { ok: true, value: stops };
}

function named(fields: Readonly<Record<string, string>>): Pick<AttachedStop, 'algoClOrdId'> {
  return { algoClOrdId: fields['attachAlgoClOrdId'] ?? '' };
}

function enterStop(world: World, order: Order, stop: AttachedStop & { readonly terms: Terms }): void {
  enterAlgo(
    world,
    {
      ...stop.terms,
      accountId: order.accountId,
      instId: order.instId,
      algoClOrdId: stop.algoClOrdId,
      tag: order.tag,
      side: order.side === 'buy' ? 'sell' : 'buy',
      posSide: order.posSide,
      ...modePart(modeOf(order)),
      ordType:
        stop.terms.takeProfitTicks !== undefined && stop.terms.stopLossTicks !== undefined ? 'oco' : 'conditional',
      reduceOnly: order.posSide === 'net',
      closesAll: false,
      lots: order.lots,
      parentId: order.ordId,
    },
    stop.algoId,
  );
}
