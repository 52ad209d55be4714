// Booking of money. Each function here that changes a balance also writes the bill of the change, so the sum of the bills equals the balance.
import { notionalOf } from '../market/instruments.ts';
import { instrumentOf, isClosing, MAKER_FEE, markTicks, TAKER_FEE, ticksToBaseUnits } from './margin.ts';
import { formatBaseUnits, larger, multiplyExact, smaller, type BaseUnits } from '../base-units.ts';
import type { Bill, Episode, Fill, Order, Position, PosSide, Turnover } from '../state/records.ts';
import { isIsolated, leverageOf, modeFields, modeOf, positionKey } from './margin-modes.ts';
import {
  appendRecord,
  ledgerOf,
  nextId,
  recordChange,
  indexPosition,
  type Ledger,
  type World,
} from '../state/world.ts';

/** A trade of one order: price, size, and whether the order was the maker. */
export interface Trade {
  readonly tradeId: string;
  readonly ticks: bigint;
  readonly lots: bigint;
  readonly isMaker: boolean;
}

type NewBill = Partial<Bill> & Pick<Bill, 'type' | 'subType' | 'pnl' | 'fee'>;

/** Changes a balance by `pnl + fee + moved` and writes the bill. `moved` is the margin that an isolated position returns. */
export function book(world: World, ledger: Ledger, part: NewBill): Bill {
  const { account } = ledger;
  const change = part.pnl + part.fee + (part.moved ?? 0n);
  account.cash += change;
  ledger.revision += 1;
  world.bookings += 1;
  account.updatedAt = world.clock.now();
  const bill: Bill = {
    instId: '',
    size: '',
    price: '',
    ordId: '',
    clOrdId: '',
    tradeId: '',
    tag: '',
    execType: '',
    notes: '',
    ...part,
    accountId: account.accountId,
    billId: nextId(world),
    at: world.clock.now(),
    balance: account.cash,
    change,
  };
  appendRecord(ledger.bills, bill);
  recordChange(world, { kind: 'bill', value: bill });
  recordChange(world, { kind: 'account', value: account });
  return bill;
}

/** Applies one trade to the order, the position and the balance of its account. */
export function bookTrade(world: World, order: Order, trade: Trade): Fill {
  const ledger = ledgerOf(world, order.accountId);
  const instrument = instrumentOf(order.instId);
  const at = world.clock.now();
  const fee = -multiplyExact(notionalOf(instrument, trade.ticks, trade.lots), trade.isMaker ? MAKER_FEE : TAKER_FEE);
  const { pnl, moved, position } = movePosition(world, ledger, { order, trade, fee });
  const bill = book(world, ledger, {
    ...(isIsolated(order) ? { mgnMode: modeOf(order), moved, positionBalance: position.margin ?? 0n } : {}),
    type: order.category === 'normal' ? '2' : order.category === 'adl' ? '9' : '5',
    subType: subTypeOf(order),
    pnl,
    fee,
    instId: order.instId,
    size: formatBaseUnits(trade.lots * instrument.lot),
    price: formatBaseUnits(ticksToBaseUnits(instrument, trade.ticks)),
    ordId: order.ordId,
    clOrdId: order.clOrdId,
    tradeId: trade.tradeId,
    tag: order.tag,
    execType: trade.isMaker ? 'M' : 'T',
  });
  order.filledLots += trade.lots;
  order.filledTickLots += trade.ticks * trade.lots;
  order.fills += 1;
  order.fee += fee;
  order.pnl += pnl;
  order.last = { tradeId: trade.tradeId, ticks: trade.ticks, lots: trade.lots, at };
  order.state = order.filledLots === order.lots ? 'filled' : 'partially_filled';
  order.updatedAt = at;
  const fill: Fill = {
    accountId: order.accountId,
    instId: order.instId,
    billId: bill.billId,
    tradeId: trade.tradeId,
    ordId: order.ordId,
    clOrdId: order.clOrdId,
    tag: order.tag,
    side: order.side,
    posSide: order.posSide,
    subType: subTypeOf(order),
    ticks: trade.ticks,
    lots: trade.lots,
    isMaker: trade.isMaker,
    fee,
    pnl,
    markTicks: markTicks(world, order.instId),
    at,
  };
  appendRecord(ledger.fills, fill);
  recordChange(world, { kind: 'fill', value: fill });
  recordChange(world, { kind: 'order', value: order });
  return fill;
}

/** Closes a whole position at a settlement price in ticks, with a bill of type 3 and without a fee. Only cross positions are settled. */
export function expirePosition(
  world: World,
  ledger: Ledger,
  { position, ticks }: { readonly position: Position; readonly ticks: bigint },
): void {
  const instrument = instrumentOf(position.instId);
  const { lots, direction } = position;
  const worth = notionalOf(instrument, ticks, lots);
  const pnl = BigInt(direction) * (worth - position.cost);
  book(world, ledger, {
    type: '3',
    subType: direction === 1 ? '112' : '113',
    pnl,
    fee: 0n,
    instId: position.instId,
    size: formatBaseUnits(lots * instrument.lot),
    price: formatBaseUnits(ticksToBaseUnits(instrument, ticks)),
  });
  position.lots = 0n;
  position.cost = 0n;
  position.pnl += pnl;
  position.closed = addTurnover(position.closed, lots, worth);
  position.closedAt = world.clock.now();
  position.updatedAt = world.clock.now();
  indexPosition(world, position);
  recordChange(world, { kind: 'position', value: position });
}

interface Move {
  readonly order: Order;
  readonly trade: Trade;
  readonly fee: BaseUnits;
}

// Closes opposite lots first and opens lots with the rest of the trade. Returns the realised profit without fees and the returned isolated margin.
function movePosition(
  world: World,
  ledger: Ledger,
  { order, trade, fee }: Move,
): { pnl: BaseUnits; moved: BaseUnits; position: Position } {
  const position = positionFor(world, ledger, order);
  const instrument = instrumentOf(order.instId);
  const direction = order.posSide === 'net' ? (order.side === 'buy' ? 1 : -1) : order.posSide === 'long' ? 1 : -1;
  const reduces = order.posSide === 'net' ? position.lots > 0n && position.direction !== direction : isClosing(order);
  const closed = reduces ? (trade.lots < position.lots ? trade.lots : position.lots) : 0n;
  let pnl = 0n;
  const marginBefore = position.margin ?? 0n;
  if (closed > 0n) {
    // The cost of the closed part is truncated to 1e-18, and the open part keeps the remainder. So the sum of the
    // profits is exact when the position has become flat.
    const cost = (position.cost * closed) / position.lots;
    pnl = BigInt(position.direction) * (notionalOf(instrument, trade.ticks, closed) - cost);
    position.cost -= cost;
    if (isIsolated(position)) position.margin = marginBefore - released(position, { order, closed, loss: pnl + fee });
    position.lots -= closed;
    position.pnl += pnl;
    position.closedAs = order.category === 'normal' ? '1' : order.category === 'adl' ? '5' : '4';
    position.closedAt = world.clock.now();
    position.closed = addTurnover(position.closed, closed, notionalOf(instrument, trade.ticks, closed));
  }
  position.fee += fee;
  if (closed > 0n && position.lots === 0n) endEpisode(world, ledger, { position, order });
  const opened = trade.lots - closed;
  if (opened > 0n)
    openLots(world, position, { direction, lots: opened, cost: notionalOf(instrument, trade.ticks, opened), fee });
  if (opened > 0n && isIsolated(position))
    position.margin =
      (position.margin ?? 0n) + notionalOf(instrument, trade.ticks, opened) / BigInt(leverageOf(ledger.account, order));
  position.lastTradeId = trade.tradeId;
  position.updatedAt = world.clock.now();
  indexPosition(world, position);
  recordChange(world, { kind: 'position', value: position });
  return { pnl, moved: marginBefore - (position.margin ?? 0n), position };
}

// A closing trade returns its share of the margin. A partial liquidation takes only the amount of its loss from the margin.
function released(position: Position, of: { order: Order; closed: bigint; loss: BaseUnits }): BaseUnits {
  const margin = position.margin ?? 0n;
  if (of.closed === position.lots) return margin;
  if (of.order.category === 'partial_liquidation') return smaller(margin, larger(0n, -of.loss));
  return (margin * of.closed) / position.lots;
}

function openLots(
  world: World,
  position: Position,
  opened: { direction: 1 | -1; lots: bigint; cost: BaseUnits; fee: BaseUnits },
): void {
  if (position.lots === 0n) {
    position.direction = opened.direction;
    position.openedAt = world.clock.now();
    position.pnl = 0n;
    position.fee = opened.fee;
    position.fundingFee = 0n;
    delete position.opened;
    delete position.closed;
    delete position.closedAs;
    delete position.closedAt;
  }
  position.lots += opened.lots;
  position.cost += opened.cost;
  position.opened = addTurnover(position.opened, opened.lots, opened.cost);
}

function addTurnover(before: Turnover | undefined, lots: bigint, worth: BaseUnits): Turnover {
  return { lots: (before?.lots ?? 0n) + lots, worth: (before?.worth ?? 0n) + worth };
}

// Writes the row of the position history when a position has become flat.
function endEpisode(world: World, ledger: Ledger, of: { position: Position; order: Order }): void {
  const { position, order } = of;
  const type = order.category === 'normal' ? '2' : order.category === 'adl' ? '5' : '3';
  const episode = episodeOf(position, { lever: order.lever, type, at: world.clock.now() });
  if (!episode) return;
  appendRecord(ledger.episodes, episode);
  recordChange(world, { kind: 'episode', value: episode });
}

/** Returns the history row of a partly closed position (OKX types 1, 4 and 5). Returns undefined before the first close. */
export function openEpisode(position: Position, lever: number): Episode | undefined {
  const { closedAs, closedAt } = position;
  return position.lots > 0n && closedAs !== undefined && closedAt !== undefined
    ? episodeOf(position, { lever, type: closedAs, at: closedAt })
    : undefined;
}

function episodeOf(position: Position, of: { lever: number; type: string; at: number }): Episode | undefined {
  const { opened, closed, accountId, posId, instId, posSide, direction, pnl, fee, fundingFee, openedAt } = position;
  if (!opened || !closed) return undefined;
  const mode = modeFields(modeOf(position));
  return {
    accountId,
    posId,
    instId,
    posSide,
    ...mode,
    direction,
    opened,
    closed,
    pnl,
    fee,
    fundingFee,
    openedAt,
    ...of,
  };
}

function positionFor(world: World, ledger: Ledger, order: Order): Position {
  const key = positionKey(order);
  const known = ledger.positions.get(key);
  if (known) return known;
  const made: Position = {
    posId: nextId(world),
    accountId: order.accountId,
    instId: order.instId,
    posSide: order.posSide,
    ...modeFields(modeOf(order)),
    direction: order.posSide === 'short' ? -1 : 1,
    lots: 0n,
    cost: 0n,
    pnl: 0n,
    fee: 0n,
    fundingFee: 0n,
    lastTradeId: '',
    openedAt: world.clock.now(),
    updatedAt: world.clock.now(),
  };
  ledger.positions.set(key, made);
  return made;
}

// OKX bill subtypes: 1 buy, 2 sell, 3 open long, 4 open short, 5 close long, 6 close short, 100 to 103 liquidation, 125 to 128 ADL.
function subTypeOf(order: Order): string {
  const closing = isClosing(order);
  if (order.category === 'adl') return deleveragingSubType(order.posSide, order.side);
  if (order.category !== 'normal') return liquidationSubType(order.posSide, order.side);
  if (order.posSide === 'net') return order.side === 'buy' ? '1' : '2';
  if (order.posSide === 'long') return closing ? '5' : '3';
  return closing ? '6' : '4';
}

function liquidationSubType(posSide: PosSide, side: string): string {
  if (posSide === 'net') return side === 'buy' ? '102' : '103';
  return posSide === 'long' ? '100' : '101';
}

function deleveragingSubType(posSide: PosSide, side: string): string {
  if (posSide === 'net') return side === 'buy' ? '127' : '128';
  return posSide === 'long' ? '125' : '126';
}
