// Requests for existing orders and positions: cancel an order, amend an order, close a position at market.
import { amendStops } from '../algos/attached-stops.ts';
import { flag, parameterError, refuse, text, type Checked, type Raw } from '../wire/envelope.ts';
import { addResting, removeResting } from './order-book.ts';
import { executeOrder } from './execute-order.ts';
import { instrumentOf, isClosing, markTicks } from '../accounting/margin.ts';
import { isCrossing } from './matching.ts';
import { cancelOrder, closingOrders, fillOrder, openOrder, remainingLots, queueOrderNotice } from './order-life.ts';
import { readTypedFault } from '../faults/typed-faults.ts';
import { checkBand, checkMargin, readInstrument, readPosSide, readSize, readTicks } from './placement.ts';
import type { Order } from '../state/records.ts';
import { positionKey, readMode } from '../accounting/margin-modes.ts';
import { bookOf, nextTradeId, recordChange, type Ledger, type World } from '../state/world.ts';

/** Finds an order by `ordId`, or without `ordId` by `clOrdId`. The latest order with the client id is returned. */
export function findOrder(world: World, ledger: Ledger, raw: Raw): Order | undefined {
  const instrument = readInstrument(raw);
  const ordId = text(raw, 'ordId');
  const order = ordId === '' ? ledger.ordersByClientId.get(text(raw, 'clOrdId')) : world.ordersById.get(ordId);
  if (!order || order.accountId !== ledger.account.accountId) return undefined;
  return instrument && order.instId === instrument.instId ? order : undefined;
}

/** Cancels a pending order. Refuses with 51400 when the order is not pending. */
export function requestCancel(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const missing = checkNamed(raw);
  if (missing) return missing;
  const order = findOrder(world, ledger, raw);
  if (order && ledger.pending.has(order)) fillFirst(world, order);
  if (!order || !ledger.pending.has(order)) {
    return refuse('51400', 'Cancellation failed as the order has been filled, canceled or does not exist.');
  }
  cancelOrder(world, order, '1');
  return { ok: true, value: order };
}

// Fills an order before its cancellation when a fault is active. The fault was set for the next cancellations, or the client id of the order contains the
// fault.
function fillFirst(world: World, order: Order): void {
  const isTyped = readTypedFault(order.clOrdId)?.kind === 'fillbeforecancel';
  if (!isTyped && world.switches.fillsBeforeCancel === 0) return;
  if (!isTyped) world.switches.fillsBeforeCancel -= 1;
  const ticks = order.ticks ?? markTicks(world, order.instId);
  fillOrder(world, order, { tradeId: nextTradeId(world), ticks, lots: remainingLots(order), isMaker: true });
}

/** Changes the size (including the filled part) or the price of a pending order. An order with a new price or a larger size loses its time priority. */
export function requestAmend(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const missing = checkNamed(raw);
  if (missing) return missing;
  const order = findOrder(world, ledger, raw);
  if (!order || !ledger.pending.has(order))
    return refuse('51503', 'Order modification failed as the order has been filled, canceled or does not exist.');
  const reqId = text(raw, 'reqId');
  if (!/^[A-Za-z0-9]{0,32}$/.test(reqId)) return parameterError('reqId');
  const wanted = readAmendment(world, order, raw);
  const refusal = wanted.ok ? checkAmendment(world, ledger, { order, ...wanted.value }) : wanted;
  if (!wanted.ok || refusal) {
    if (flag(raw, 'cxlOnFail')) cancelOrder(world, order, '1');
    return refusal ?? refuse('51500', 'You must enter a price, quantity or TP/SL');
  }
  const stops = amendStops(world, ledger, { order, changes: raw['attachAlgoOrds'] });
  if (stops) return { ok: false, refusal: stops };
  applyAmendment(world, order, { ...wanted.value, reqId });
  return { ok: true, value: order };
}

/** Closes a whole position at market. Returns the refusal or the closing order. */
export function closePosition(world: World, ledger: Ledger, raw: Raw): Checked<Order> {
  const instrument = readInstrument(raw);
  if (!instrument) return refuse('51001', "Instrument ID doesn't exist.");
  const mgnMode = readMode(raw, 'mgnMode');
  if (!mgnMode) return parameterError('mgnMode');
  const posSide = readPosSide(ledger, raw);
  if (!posSide) return parameterError('posSide');
  const position = ledger.positions.get(positionKey({ instId: instrument.instId, posSide, mgnMode }));
  if (!position || position.lots === 0n) return refuse('51023', "Position doesn't exist.");
  const pending = closingOrders(world, ledger.account.accountId, position);
  if (pending.length > 0 && !flag(raw, 'autoCxl'))
    return refuse('51115', 'Cancel all pending close-orders before liquidation.');
  if (position.lots > instrument.maxMarketLots)
    return refuse('51108', 'Positions exceed the limit for closing out with the market price.');
  for (const order of pending) cancelOrder(world, order, '1');
  const order = openOrder(world, {
    accountId: ledger.account.accountId,
    instId: instrument.instId,
    side: position.direction === 1 ? 'sell' : 'buy',
    posSide,
    mgnMode,
    ordType: 'market',
    lots: position.lots,
    ticks: undefined,
    reduceOnly: posSide === 'net',
    clOrdId: text(raw, 'clOrdId'),
    tag: text(raw, 'tag'),
  });
  executeOrder(world, order);
  return { ok: true, value: order };
}

function checkNamed(raw: Raw): ReturnType<typeof refuse> | undefined {
  if (!readInstrument(raw)) return refuse('51001', "Instrument ID doesn't exist.");
  return text(raw, 'ordId') === '' && text(raw, 'clOrdId') === ''
    ? refuse('51003', 'Either client order ID or order ID is required.')
    : undefined;
}

interface Amendment {
  readonly lots: bigint;
  readonly ticks: bigint | undefined;
}

function readAmendment(world: World, order: Order, raw: Raw): Checked<Amendment> {
  const instrument = instrumentOf(order.instId);
  const newSize = text(raw, 'newSz');
  const newPrice = text(raw, 'newPx');
  const hasStops = Array.isArray(raw['attachAlgoOrds']) && raw['attachAlgoOrds'].length > 0;
  if (newSize === '' && newPrice === '' && !hasStops)
    return refuse('51500', 'You must enter a price, quantity or TP/SL');
  const size =
    newSize === ''
      ? { ok: true as const, value: order.lots }
      : readSize(world, instrument, { size: newSize, ordType: order.ordType });
  if (!size.ok) return size;
  if (newPrice === '') return { ok: true, value: { lots: size.value, ticks: order.ticks } };
  const ticks = readTicks(world, instrument, newPrice);
  if (ticks === undefined) return parameterError('newPx');
  const bandRefusal = checkBand(world, order, ticks);
  return bandRefusal ? { ok: false, refusal: bandRefusal } : { ok: true, value: { lots: size.value, ticks } };
}

function checkAmendment(
  world: World,
  ledger: Ledger,
  change: Amendment & { order: Order },
): ReturnType<typeof refuse> | undefined {
  const { order, lots, ticks } = change;
  if (lots === order.lots && ticks === order.ticks) return undefined;
  if (
    (order.ordType === 'post_only' || order.ordType === 'rpi') &&
    ticks !== undefined &&
    ticks !== order.ticks &&
    isCrossing(world, order, ticks)
  ) {
    return refuse('51511', 'Operation failed as the order price does not meet the requirements of post-only orders.');
  }
  const open = larger(lots - order.filledLots);
  if (isClosing(order)) {
    const position = ledger.positions.get(positionKey(order));
    const others = position
      ? closingOrders(world, order.accountId, position).reduce(
          (sum, other) => (other === order ? sum : sum + remainingLots(other)),
          0n,
        )
      : 0n;
    return open + others > (position?.lots ?? 0n)
      ? refuse('51206', 'The size of existing reduce-only orders and this one exceeds the position.')
      : undefined;
  }
  // The margin that the order reserves is available for the amended order.
  ledger.pending.delete(order);
  const refusal = checkMargin(world, ledger, { ...order, lots: open, ticks });
  ledger.pending.add(order);
  if (refusal?.sCode === '51008')
    return refuse('51502', 'Order modification failed for insufficient margin or balance.');
  return refusal ? { ok: false, refusal } : undefined;
}

function larger(lots: bigint): bigint {
  return lots > 0n ? lots : 0n;
}

function applyAmendment(world: World, order: Order, change: Amendment & { reqId: string }): void {
  const losesPriority = change.ticks !== order.ticks || change.lots > order.lots;
  if (change.lots <= order.filledLots) {
    // When the new size is not larger than the filled size, OKX ends the order as filled at its filled size.
    order.lots = order.filledLots > 0n ? order.filledLots : order.lots;
    queueOrderNotice(world, order, { reqId: change.reqId, amendResult: '1' });
    cancelOrder(world, order, '1');
    return;
  }
  const book = bookOf(world, order.instId);
  if (losesPriority) removeResting(book, order);
  order.lots = change.lots;
  order.ticks = change.ticks;
  order.updatedAt = world.clock.now();
  recordChange(world, { kind: 'order', value: order });
  queueOrderNotice(world, order, { reqId: change.reqId, amendResult: '0' });
  world.notices.push({ kind: 'account', accountId: order.accountId, event: '' });
  if (!losesPriority) return;
  if (change.ticks !== undefined && isCrossing(world, order, change.ticks)) executeOrder(world, order);
  else addResting(book, order);
}
