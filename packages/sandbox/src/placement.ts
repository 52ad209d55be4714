// Acceptance of a new order: OKX's checks in order, each with its code. Nothing changes when one fails.
import { flag, parameterError, refuse, text, wholeSteps, type Checked, type Raw, type Refusal } from './answers.ts';
import { executeOrder, priceBand } from './execution.ts';
import { instruments, type Instrument } from './instruments.ts';
import { sandboxLimits } from './limits.ts';
import { closableLots, instrumentOf, isClosing, marginOf, markTicks, openingMargin } from './margin.ts';
import { openOrder, remainingLots, type NewOrder } from './order-life.ts';
import { formatQuanta, larger, parseQuanta } from './quanta.ts';
import type { Order, OrdType, PosSide, Side } from './records.ts';
import { leverageOf, positionKey, type Ledger, type World } from './world.ts';

const orderTypes: readonly string[] = ['market', 'limit', 'post_only', 'fok', 'ioc', 'optimal_limit_ioc'];
const pricedTypes: readonly string[] = ['limit', 'post_only', 'fok', 'ioc'];

/** Places an order. On success it is already matched or resting; the account hears of it after the answer. */
export function placeOrder(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const read = readOrder(ledger, raw);
  if (!read.ok) return read;
  const wanted = read.value;
  const refusal =
    checkPrice(world, wanted) ??
    checkIds(ledger, wanted) ??
    checkClosing(ledger, wanted) ??
    checkRoom(ledger, wanted) ??
    checkMargin(world, ledger, wanted);
  if (refusal) return { ok: false, refusal };
  const order = openOrder(world, wanted);
  executeOrder(world, order);
  return { ok: true, value: order };
}

/** The instrument a request names by `instId` or `instIdCode`. */
export function readInstrument(raw: Raw): Instrument | undefined {
  const code = text(raw, 'instIdCode');
  if (code !== '')
    for (const instrument of instruments.values()) if (String(instrument.instIdCode) === code) return instrument;
  return instruments.get(text(raw, 'instId'));
}

/** The side of the position a request means, after the account's position mode. */
export function readPosSide(ledger: Ledger, raw: Raw): PosSide | undefined {
  const posSide = text(raw, 'posSide');
  if (ledger.account.posMode === 'net_mode') return posSide === '' || posSide === 'net' ? 'net' : undefined;
  return posSide === 'long' || posSide === 'short' ? posSide : undefined;
}

function readOrder(ledger: Ledger, raw: Raw): Checked<NewOrder> {
  const instrument = readInstrument(raw);
  if (!instrument) return refuse('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  if (text(raw, 'tdMode') !== 'cross') return parameterError('tdMode');
  const side = text(raw, 'side');
  if (side !== 'buy' && side !== 'sell') return parameterError('side');
  const ordType = text(raw, 'ordType');
  if (!orderTypes.includes(ordType)) return parameterError('ordType');
  const clOrdId = text(raw, 'clOrdId');
  if (!/^[A-Za-z0-9]{0,32}$/.test(clOrdId)) return parameterError('clOrdId');
  const tag = text(raw, 'tag');
  if (!/^[A-Za-z0-9]{0,16}$/.test(tag)) return parameterError('tag');
  const posSide = readPosSide(ledger, raw);
  if (!posSide) return parameterError('posSide');
  const size = readSize(instrument, text(raw, 'sz'), ordType);
  if (!size.ok) return size;
  let ticks: bigint | undefined;
  if (pricedTypes.includes(ordType)) {
    const px = wholeSteps(text(raw, 'px'), instrument.tick);
    if (px === undefined || px === 'uneven') return parameterError('px');
    ticks = px;
  }
  return {
    ok: true,
    value: {
      accountId: ledger.account.accountId,
      instId: instrument.instId,
      side: side satisfies Side,
      posSide,
      ordType: toOrdType(ordType),
      lots: size.value,
      ticks,
      reduceOnly: posSide === 'net' && flag(raw, 'reduceOnly'),
      clOrdId,
      tag,
      stpMode: text(raw, 'stpMode') || 'cancel_maker',
    },
  };
}

function toOrdType(value: string): OrdType {
  // The caller has checked the value against the list of the same literals.
  return value as OrdType;
}

/** A size in lots after minimum, step and maximum of the instrument. */
export function readSize(instrument: Instrument, size: string, ordType: string): Checked<bigint> {
  const amount = parseQuanta(size);
  const lots = wholeSteps(size, instrument.lot);
  if (amount === undefined || lots === undefined) return parameterError('sz');
  if (amount < instrument.minLots * instrument.lot)
    return refuse('51020', 'Your order should meet or exceed the minimum order amount.');
  if (lots === 'uneven') return refuse('51121', 'Order quantity must be a multiple of the lot size.');
  if (ordType === 'market' || ordType === 'optimal_limit_ioc') {
    return lots > instrument.maxMarketLots
      ? refuse('51202', 'Market order amount exceeds the maximum amount.')
      : { ok: true, value: lots };
  }
  return lots > instrument.maxLimitLots
    ? refuse('51101', 'Order amount exceeds the maximum order amount.')
    : { ok: true, value: lots };
}

function checkPrice(world: World, wanted: NewOrder): Refusal | undefined {
  return wanted.ticks === undefined ? undefined : checkBand(world, wanted, wanted.ticks);
}

/** Refuses a price outside the band. */
export function checkBand(world: World, order: { instId: string; side: Side }, ticks: bigint): Refusal | undefined {
  const { buyLimit, sellLimit } = priceBand(world, order.instId);
  const { tick } = instrumentOf(order.instId);
  if (order.side === 'buy' ? ticks <= buyLimit : ticks >= sellLimit) return undefined;
  return {
    sCode: '51006',
    sMsg: `Order price is not within the price limit (max buy price: ${formatQuanta(buyLimit * tick)} min sell price: ${formatQuanta(sellLimit * tick)})`,
    subCode: '',
  };
}

function checkIds(ledger: Ledger, wanted: NewOrder): Refusal | undefined {
  const known = wanted.clOrdId ? ledger.ordersByClientId.get(wanted.clOrdId) : undefined;
  return known && ledger.pending.has(known) ? { sCode: '51016', sMsg: 'Client order ID already exists.' } : undefined;
}

// Net mode: reduce-only needs an opposite position that other reduce-only orders leave room in. Hedge mode: the closing direction likewise.
function checkClosing(ledger: Ledger, wanted: NewOrder): Refusal | undefined {
  if (!isClosing(wanted)) return undefined;
  const position = ledger.positions.get(positionKey(wanted.instId, wanted.posSide));
  if (!position || position.lots === 0n)
    return {
      sCode: '51169',
      sMsg: "Order failed because you don't have any positions in this direction for this contract to reduce or close.",
    };
  if ((position.direction === 1) === (wanted.side === 'buy'))
    return {
      sCode: '51170',
      sMsg: 'Failed to place order. A reduce-only order can’t be the same trading direction as your existing positions.',
    };
  if (wanted.lots > position.lots)
    return { sCode: '51112', sMsg: 'Close order size exceeds the available size for this position.' };
  const pending = pendingClosing(ledger, { ...position });
  if (pending + wanted.lots > position.lots)
    return { sCode: '51206', sMsg: 'The size of existing reduce-only orders and this one exceeds the position.' };
  return undefined;
}

function pendingClosing(ledger: Ledger, position: { instId: string; posSide: PosSide; direction: 1 | -1 }): bigint {
  const side: Side = position.direction === 1 ? 'sell' : 'buy';
  let lots = 0n;
  for (const order of ledger.pending) {
    if (
      order.instId === position.instId &&
      order.posSide === position.posSide &&
      order.side === side &&
      isClosing(order)
    )
      lots += remainingLots(order);
  }
  return lots;
}

function checkRoom(ledger: Ledger, wanted: NewOrder): Refusal | undefined {
  let here = 0;
  for (const order of ledger.pending) if (order.instId === wanted.instId) here += 1;
  if (here >= sandboxLimits.pendingPerInstrument || ledger.pending.size >= sandboxLimits.pendingPerAccount) {
    return { sCode: '51174', sMsg: 'Order failed, too many pending orders.' };
  }
  return undefined;
}

/** Tier cap of the leverage (51004) and free margin (51008) for the opening part of an order. */
export function checkMargin(
  world: World,
  ledger: Ledger,
  wanted: Pick<Order, 'instId' | 'side' | 'posSide' | 'reduceOnly' | 'lots' | 'ticks'>,
): Refusal | undefined {
  if (isClosing(wanted)) return undefined;
  const instrument = instrumentOf(wanted.instId);
  const lever = leverageOf(ledger.account, wanted.instId);
  const opening = wanted.posSide === 'net' ? larger(0n, wanted.lots - openClosable(ledger, wanted)) : wanted.lots;
  if (opening === 0n) return undefined;
  const cap = maxLots(instrument, lever);
  if (exposedLots(ledger, wanted) + opening > cap) {
    return {
      sCode: '51004',
      sMsg: `Order failed. The sum of position, pending and this order exceeds ${formatQuanta(cap * instrument.lot)} contracts at ${lever}x.`,
      subCode: '51004_1101',
    };
  }
  const ticks = wanted.ticks ?? markTicks(world, wanted.instId);
  const needed = openingMargin(instrument, { ticks, lots: opening, lever, isMarket: wanted.ticks === undefined });
  const { available } = marginOf(world, ledger);
  return needed > available
    ? { sCode: '51008', sMsg: 'Order failed. Insufficient USDT margin in account.', subCode: '51008_1000' }
    : undefined;
}

/** The most lots a leverage allows on one instrument. */
export function maxLots(instrument: Instrument, lever: number): bigint {
  return instrument.tiers.filter((tier) => tier.maxLever >= lever).at(-1)?.maxLots ?? 0n;
}

// Lots of the opposite net position that pending orders of this side do not claim already.
function openClosable(ledger: Ledger, wanted: Pick<Order, 'instId' | 'side'>): bigint {
  let closable = closableLots(ledger, wanted);
  for (const order of ledger.pending) {
    if (order.instId === wanted.instId && order.side === wanted.side && !order.reduceOnly)
      closable -= remainingLots(order);
  }
  return larger(0n, closable);
}

// Hedge mode counts both directions, net mode the order's own (OKX).
function exposedLots(ledger: Ledger, wanted: Pick<Order, 'instId' | 'side' | 'posSide'>): bigint {
  let lots = 0n;
  for (const position of ledger.positions.values()) {
    if (position.instId !== wanted.instId || position.lots === 0n) continue;
    if (position.posSide !== 'net' || (position.direction === 1) === (wanted.side === 'buy')) lots += position.lots;
  }
  for (const order of ledger.pending) {
    if (order.instId !== wanted.instId || isClosing(order)) continue;
    if (order.posSide !== 'net' || order.side === wanted.side) lots += remainingLots(order);
  }
  return lots;
}
