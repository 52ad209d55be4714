// Reads an account at the exchange and compares the fills of a bot with the fills of the account. This module uses no code of the server.
import { readFileSync } from 'node:fs';
import path from 'node:path';
import {
  add,
  decimal,
  formatDecimal,
  isZero,
  multiply,
  negate,
  signOf,
  subtract,
  sumDecimals,
  type Decimal,
} from '@rondo/decimal';

type Row = Readonly<Record<string, string>>;

/** The response of `GET /sandbox/ledger`: all orders, fills and bills of an account and its open positions, as rows of OKX. */
export type Ledger = {
  readonly orders: readonly Row[];
  readonly fills: readonly Row[];
  readonly bills: readonly Row[];
  readonly positions: readonly Row[];
};

/** One fill as the server reports it. */
export type ReportedFill = {
  readonly fill_id: string;
  readonly order_id: string;
  readonly side: string;
  readonly price: string;
  readonly size: string;
  readonly fee: string;
};

/** Reads the port and the process id of the exchange from its file in the home folder. The address leads to the exchange without a proxy. */
export function exchangeOf(home: string): { readonly pid: number; readonly rest: string } {
  const status = JSON.parse(readFileSync(path.join(home, 'sandbox', 'server.json'), 'utf8')) as {
    pid: number;
    port: number;
  }; // The sandbox defines this shape.
  return { pid: status.pid, rest: `http://127.0.0.1:${status.port}` };
}

/** Returns the ledger of the account with a label. The default is the account of the demo member. */
export async function readLedger(home: string, label = 'member'): Promise<Ledger> {
  const response = await fetch(`${exchangeOf(home).rest}/sandbox/ledger?label=${encodeURIComponent(label)}`);
  if (!response.ok) throw new Error(`The request for the ledger returned the status ${response.status}.`);
  return (await response.json()) as Ledger; // The sandbox defines this shape. When a list is missing, the comparison fails.
}

/**
 * The slot of a client order id with or without an instance mark: bot, round, kind and step. Two orders that are live at the same time must not
 * have the same slot.
 */
const slotPattern = /^(?:q1r|q2r[0-9a-z]{4})([0-9a-z]{14})/;

/**
 * Returns every slot that had two live orders at the same time. The function compares the times at which the exchange created and ended the
 * orders of each slot.
 */
export function sharedSlots(ledger: Ledger): readonly string[] {
  const last = new Map<string, Row>();
  const shared: string[] = [];
  for (const order of ledger.orders) {
    const slot = slotPattern.exec(order['clOrdId'] ?? '')?.[1];
    if (slot === undefined) continue;
    const previous = last.get(slot);
    if (previous !== undefined && endOf(previous) > Number(order['cTime'])) shared.push(slot);
    last.set(slot, order);
  }
  return shared;
}

function endOf(order: Row): number {
  const isLive = order['state'] === 'live' || order['state'] === 'partially_filled';
  return isLive ? Number.POSITIVE_INFINITY : Number(order['uTime']);
}

/** The result of a comparison: the counts, the two sums, and one sentence for each difference. */
export type Comparison = {
  readonly orders: number;
  readonly fills: number;
  readonly netOfFills: string;
  readonly netOfBills: string;
  readonly disagreements: readonly string[];
};

/** Compares the fills that the server reports for a bot with the fills at the exchange. The bot must be the only bot of the instrument and must have no position. */
export function compareWithExchange(
  reportedFills: readonly ReportedFill[],
  ledger: Ledger,
  instrument: { readonly id: string; readonly contractValue: string },
): Comparison {
  const own = (row: Row): boolean => row['instId'] === instrument.id;
  const orders = ledger.orders.filter(own);
  const fills = ledger.fills.filter(own);
  const orderIds = new Set(orders.map((order) => order['ordId']));
  const bills = ledger.bills.filter((bill) => orderIds.has(bill['ordId']));
  const netOfBills = sumDecimals(bills.map((bill) => decimal(bill['balChg'] ?? '')));
  const netOfFills = netOf(reportedFills, decimal(instrument.contractValue));
  const live = orders.filter((order) => endOf(order) === Number.POSITIVE_INFINITY);
  return {
    orders: orders.length,
    fills: fills.length,
    netOfFills: formatDecimal(netOfFills),
    netOfBills: formatDecimal(netOfBills),
    disagreements: [
      ...sharedSlots(ledger).map((slot) => `two orders of slot ${slot} were live at one time`),
      ...live.map((order) => `order ${order['clOrdId']} is still live`),
      ...ledger.positions.filter(own).map((position) => `a position of ${position['pos']} is open`),
      ...compareFills(reportedFills, fills),
      ...(isZero(subtract(netOfFills, netOfBills))
        ? []
        : ['the net result of the fills differs from the sum of the bills']),
    ],
  };
}

function compareFills(reportedFills: readonly ReportedFill[], fills: readonly Row[]): readonly string[] {
  const known = new Set(fills.map((fill) => fill['tradeId']));
  const unknownFills = reportedFills.filter((fill) => !known.has(fill.fill_id));
  const wrong = fills.flatMap((fill) => {
    const matches = reportedFills.filter((each) => each.fill_id === fill['tradeId']);
    if (matches.length !== 1) return [`fill ${fill['tradeId']} is reported ${matches.length} times`];
    return matches.some((match) => isSame(match, fill)) ? [] : [`fill ${fill['tradeId']} is reported differently`];
  });
  return [...wrong, ...unknownFills.map((fill) => `fill ${fill.fill_id} is unknown to the exchange`)];
}

function isSame(reported: ReportedFill, fill: Row): boolean {
  const equals = (left: string, right: string | undefined): boolean =>
    isZero(subtract(decimal(left), decimal(right ?? '')));
  return (
    reported.order_id === fill['ordId'] &&
    reported.side === fill['side'] &&
    equals(reported.price, fill['fillPx']) &&
    equals(reported.size, fill['fillSz']) &&
    signOf(add(decimal(reported.fee), decimal(fill['fee'] ?? ''))) === 0
  );
}

/** Returns the sales minus the purchases minus the fees. This is the result of a bot without a position. */
function netOf(reportedFills: readonly ReportedFill[], contractValue: Decimal): Decimal {
  const flows = reportedFills.map((fill) => {
    const value = multiply(multiply(decimal(fill.price), decimal(fill.size)), contractValue);
    return subtract(fill.side === 'sell' ? value : negate(value), decimal(fill.fee));
  });
  return sumDecimals(flows);
}
