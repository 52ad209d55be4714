// Acceptance of a new order: the checks have the sequence and the codes of OKX. A refused order changes no state.
import {
  flag,
  parameterError,
  refuse,
  text,
  wholeSteps,
  type Checked,
  type Raw,
  type Refusal,
} from '../wire/envelope.ts';
import { executeOrder, priceBand } from './execute-order.ts';
import { instruments, notionalOf, type Instrument } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import {
  closableLots,
  instrumentOf,
  isClosing,
  marginOf,
  markTicks,
  openingMargin,
  withdrawable,
} from '../accounting/margin.ts';
import { openOrder, remainingLots, type NewOrder } from './order-life.ts';
import { readTypedFault } from '../faults/typed-faults.ts';
import { checkTradable, gridOf, ruleOf } from '../market/instrument-rules.ts';
import { formatBaseUnits, larger, ONE, parseBaseUnits, smaller } from '../base-units.ts';
import type { AttachedStop, Order, OrdType, PosSide, Side } from '../state/records.ts';
import {
  isIsolated,
  isSameSlot,
  leverageOf,
  modeOf,
  positionKey,
  readMode,
  type PositionSlot,
} from '../accounting/margin-modes.ts';
import type { Ledger, World } from '../state/world.ts';

const DAY_MS = 86_400_000;
const orderTypes: readonly string[] = ['market', 'limit', 'post_only', 'rpi', 'fok', 'ioc', 'optimal_limit_ioc'];
const stpModes: readonly string[] = ['cancel_maker', 'cancel_taker', 'cancel_both'];
const pricedTypes: readonly string[] = ['limit', 'post_only', 'rpi', 'fok', 'ioc'];

/**
 * Places an order. On success the order has already been matched, and its remainder rests in the order book. The pushes
 * follow the response.
 */
export function placeOrder(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  return placeWith(world, ledger, { raw, attached: [] });
}

/** Places an order with attached stops that were already checked. */
export function placeWith(
  world: World,
  ledger: Ledger,
  asked: { readonly raw: Raw; readonly attached: readonly AttachedStop[] },
): Checked<Order> {
  const { raw, attached } = asked;
  const read = readOrder(world, ledger, raw);
  if (!read.ok) return read;
  const wanted = clamped(world, read.value, text(raw, 'pxAmendType'));
  const refusal =
    askedRefusal(world, wanted) ??
    checkPrice(world, wanted) ??
    checkWorth(wanted) ??
    checkIds(world, ledger, wanted) ??
    checkClosing(ledger, wanted) ??
    checkPendingLimit(ledger, wanted) ??
    checkMargin(world, ledger, wanted);
  if (refusal) return { ok: false, refusal };
  const order = openOrder(world, attached.length === 0 ? wanted : { ...wanted, attached });
  executeOrder(world, order);
  return { ok: true, value: order };
}

/** Returns the instrument of a request, by `instId` or `instIdCode`. */
export function readInstrument(raw: Raw): Instrument | undefined {
  const code = text(raw, 'instIdCode');
  if (code !== '')
    for (const instrument of instruments.values()) if (String(instrument.instIdCode) === code) return instrument;
  return instruments.get(text(raw, 'instId'));
}

/** Returns the position side of a request, depending on the position mode of the account. */
export function readPosSide(ledger: Ledger, raw: Raw): PosSide | undefined {
  const posSide = text(raw, 'posSide');
  if (ledger.account.posMode === 'net_mode') return posSide === '' || posSide === 'net' ? 'net' : undefined;
  return posSide === 'long' || posSide === 'short' ? posSide : undefined;
}

function readOrder(world: World, ledger: Ledger, raw: Raw): Checked<NewOrder> {
  const instrument = readInstrument(raw);
  if (!instrument) return refuse('51001', "Instrument ID, Instrument ID code, or Spread ID doesn't exist.");
  if (ledger.account.acctLv === '1')
    return refuse('51010', 'You can’t complete this request under your current account mode.');
  const mgnMode = readMode(raw, 'tdMode');
  if (!mgnMode) return parameterError('tdMode');
  const side = text(raw, 'side');
  if (side !== 'buy' && side !== 'sell') return parameterError('side');
  const ordType = text(raw, 'ordType') === 'elp' ? 'rpi' : text(raw, 'ordType');
  if (!orderTypes.includes(ordType)) return parameterError('ordType');
  const closed = checkTradable(world, instrument, ordType);
  if (closed) return { ok: false, refusal: closed };
  const stpMode = text(raw, 'stpMode') || 'cancel_maker';
  if (!stpModes.includes(stpMode)) return parameterError('stpMode');
  if (stpMode === 'cancel_both' && ordType === 'fok')
    return refuse(
      '54036',
      'You cannot place fill or kill orders when self-trade is set to both maker and taker orders.',
    );
  const clOrdId = text(raw, 'clOrdId');
  if (!/^[A-Za-z0-9]{0,32}$/.test(clOrdId)) return parameterError('clOrdId');
  const tag = text(raw, 'tag');
  if (!/^[A-Za-z0-9]{0,16}$/.test(tag)) return parameterError('tag');
  const posSide = readPosSide(ledger, raw);
  if (!posSide) return parameterError('posSide');
  const size = readSize(world, instrument, { size: text(raw, 'sz'), ordType });
  if (!size.ok) return size;
  let ticks: bigint | undefined;
  if (pricedTypes.includes(ordType)) {
    if (text(raw, 'px') === '') return refuse('51204', 'The price for the limit order cannot be empty.');
    const px = readTicks(world, instrument, text(raw, 'px'));
    if (px === undefined) return parameterError('px');
    ticks = px;
  }
  return {
    ok: true,
    value: {
      accountId: ledger.account.accountId,
      instId: instrument.instId,
      side: side satisfies Side,
      posSide,
      mgnMode,
      ordType: toOrdType(ordType),
      lots: size.value,
      ticks,
      reduceOnly: posSide === 'net' && flag(raw, 'reduceOnly'),
      clOrdId,
      tag,
      stpMode,
    },
  };
}

function toOrdType(value: string): OrdType {
  // The caller has checked that the value is one of `orderTypes`.
  return value as OrdType;
}

/** Parses a size into lots. Checks the minimum, the lot size and the maximum of the instrument. */
export function readSize(
  world: World,
  instrument: Instrument,
  asked: { readonly size: string; readonly ordType: string },
): Checked<bigint> {
  const { size, ordType } = asked;
  const amount = parseBaseUnits(size);
  const lots = wholeSteps(size, instrument.lot);
  if (amount === undefined || lots === undefined) return parameterError('sz');
  if (amount < ruleOf(world, instrument).minLots * instrument.lot)
    return refuse('51020', 'Your order should meet or exceed the minimum order amount.');
  if (lots === 'uneven' || amount % gridOf(world, instrument).lot !== 0n)
    return refuse('51121', 'Order quantity must be a multiple of the lot size.');
  if (ordType === 'market' || ordType === 'optimal_limit_ioc') {
    return lots > instrument.maxMarketLots
      ? refuse('51202', 'Market order amount exceeds the maximum amount.')
      : { ok: true, value: lots };
  }
  return lots > instrument.maxLimitLots
    ? refuse('51101', 'Order amount exceeds the maximum order amount.')
    : { ok: true, value: lots };
}

/** Returns a price in ticks. Returns undefined when the price is not a multiple of the current tick size. */
export function readTicks(world: World, instrument: Instrument, price: string): bigint | undefined {
  const steps = wholeSteps(price, gridOf(world, instrument).tick);
  return steps === undefined || steps === 'uneven' ? undefined : steps * ruleOf(world, instrument).tickSteps;
}

// When `pxAmendType` is 1, the exchange moves a price outside the band to the edge of the band.
function clamped(world: World, wanted: NewOrder, pxAmendType: string): NewOrder {
  if (pxAmendType !== '1' || wanted.ticks === undefined) return wanted;
  const { buyLimit, sellLimit } = priceBand(world, wanted.instId);
  const ticks = wanted.side === 'buy' ? smaller(wanted.ticks, buyLimit) : larger(wanted.ticks, sellLimit);
  return { ...wanted, ticks };
}

// Returns the refusal of a fault. The fault was set for the next orders, or the client id of this order contains the fault.
function askedRefusal(world: World, wanted: NewOrder): Refusal | undefined {
  const typed = readTypedFault(wanted.clOrdId ?? '');
  const code = typed?.kind === 'reject' ? String(typed.amount) : world.switches.refusals.shift();
  return code === undefined ? undefined : { sCode: code, sMsg: 'a test requested this refusal' };
}

// OKX refuses a limit order whose value is too large.
function checkWorth(wanted: NewOrder): Refusal | undefined {
  if (wanted.ticks === undefined) return undefined;
  const worth = notionalOf(instrumentOf(wanted.instId), wanted.ticks, wanted.lots);
  return worth > BigInt(sandboxLimits.orderWorthUsd) * ONE
    ? { sCode: '51201', sMsg: `Value of per limit order cannot exceed ${sandboxLimits.orderWorthUsd} USD.` }
    : undefined;
}

function checkPrice(world: World, wanted: NewOrder): Refusal | undefined {
  return wanted.ticks === undefined ? undefined : checkBand(world, wanted, wanted.ticks);
}

/** Returns the refusal of a price outside the price band. */
export function checkBand(world: World, order: { instId: string; side: Side }, ticks: bigint): Refusal | undefined {
  const { buyLimit, sellLimit } = priceBand(world, order.instId);
  const { tick } = instrumentOf(order.instId);
  if (order.side === 'buy' ? ticks <= buyLimit : ticks >= sellLimit) return undefined;
  return {
    sCode: '51006',
    sMsg: `Order price is not within the price limit (max buy price: ${formatBaseUnits(buyLimit * tick)} min sell price: ${formatBaseUnits(sellLimit * tick)})`,
    subCode: '',
  };
}

function checkIds(world: World, ledger: Ledger, wanted: NewOrder): Refusal | undefined {
  const known = wanted.clOrdId ? ledger.ordersByClientId.get(wanted.clOrdId) : undefined;
  const scope = world.switches.duplicateScope;
  const isTaken =
    known !== undefined &&
    (scope === 'live' ? ledger.pending.has(known) : scope === 'day' && world.clock.now() - known.createdAt < DAY_MS);
  return isTaken ? { sCode: '51016', sMsg: 'Client order ID already exists.' } : undefined;
}

// In net mode, a reduce-only order must not exceed the part of the opposite position that other reduce-only orders leave open. In hedge mode, this rule
// applies to all orders in the closing direction.
function checkClosing(ledger: Ledger, wanted: NewOrder): Refusal | undefined {
  if (!isClosing(wanted)) return undefined;
  const position = ledger.positions.get(positionKey(wanted));
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

function pendingClosing(ledger: Ledger, position: PositionSlot & { readonly direction: 1 | -1 }): bigint {
  const side: Side = position.direction === 1 ? 'sell' : 'buy';
  let lots = 0n;
  for (const order of ledger.pending) {
    if (isSameSlot(order, position) && order.side === side && isClosing(order)) lots += remainingLots(order);
  }
  return lots;
}

function checkPendingLimit(ledger: Ledger, wanted: NewOrder): Refusal | undefined {
  let pendingCount = 0;
  for (const order of ledger.pending) if (order.instId === wanted.instId) pendingCount += 1;
  if (pendingCount >= sandboxLimits.pendingPerInstrument || ledger.pending.size >= sandboxLimits.pendingPerAccount) {
    return { sCode: '51174', sMsg: 'Order failed, too many pending orders.' };
  }
  return undefined;
}

/** Checks the opening part of an order: refuses with 51004 above the largest position that the leverage allows, and with 51008 above the free margin. */
export function checkMargin(
  world: World,
  ledger: Ledger,
  wanted: Pick<Order, 'instId' | 'side' | 'posSide' | 'mgnMode' | 'reduceOnly' | 'lots' | 'ticks'>,
): Refusal | undefined {
  if (isClosing(wanted)) return undefined;
  const instrument = instrumentOf(wanted.instId);
  const lever = leverageOf(ledger.account, wanted);
  const opening = wanted.posSide === 'net' ? larger(0n, wanted.lots - openClosable(ledger, wanted)) : wanted.lots;
  if (opening === 0n) return undefined;
  const cap = maxLots(instrument, lever);
  if (exposedLots(ledger, wanted) + opening > cap) {
    return {
      sCode: '51004',
      sMsg: `Order failed. The sum of position, pending and this order exceeds ${formatBaseUnits(cap * instrument.lot)} contracts at ${lever}x.`,
      subCode: '51004_1101',
    };
  }
  const ticks = wanted.ticks ?? markTicks(world, wanted.instId);
  const needed = openingMargin(instrument, { ticks, lots: opening, lever, isMarket: wanted.ticks === undefined });
  const available = isIsolated(wanted) ? withdrawable(world, ledger) : marginOf(world, ledger).available;
  return needed > available
    ? { sCode: '51008', sMsg: 'Order failed. Insufficient USDT margin in account.', subCode: '51008_1000' }
    : undefined;
}

/** Returns the largest position in lots that a leverage allows on one instrument. */
export function maxLots(instrument: Instrument, lever: number): bigint {
  return instrument.tiers.filter((tier) => tier.maxLever >= lever).at(-1)?.maxLots ?? 0n;
}

// Returns the lots of the opposite net position minus the lots that pending orders of this side already close.
function openClosable(ledger: Ledger, wanted: Pick<Order, 'instId' | 'side' | 'mgnMode'>): bigint {
  let closable = closableLots(ledger, wanted);
  for (const order of ledger.pending) {
    if (hasSameInstrumentAndMode(order, wanted) && order.side === wanted.side && !order.reduceOnly)
      closable -= remainingLots(order);
  }
  return larger(0n, closable);
}

// Returns the lots of positions and pending orders that count for the limit. In hedge mode both directions count. In net mode only the direction of the order
// counts. This is the rule of OKX.
function exposedLots(ledger: Ledger, wanted: Pick<Order, 'instId' | 'side' | 'posSide' | 'mgnMode'>): bigint {
  let lots = 0n;
  for (const position of ledger.positions.values()) {
    if (!hasSameInstrumentAndMode(position, wanted) || position.lots === 0n) continue;
    if (position.posSide !== 'net' || (position.direction === 1) === (wanted.side === 'buy')) lots += position.lots;
  }
  for (const order of ledger.pending) {
    if (!hasSameInstrumentAndMode(order, wanted) || isClosing(order)) continue;
    if (order.posSide !== 'net' || order.side === wanted.side) lots += remainingLots(order);
  }
  return lots;
}

function hasSameInstrumentAndMode(
  one: Pick<PositionSlot, 'instId' | 'mgnMode'>,
  other: Pick<PositionSlot, 'instId' | 'mgnMode'>,
): boolean {
  return one.instId === other.instId && modeOf(one) === modeOf(other);
}
