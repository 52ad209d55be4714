// Translates OKX rows to the reports of the engine: orders, trigger orders, fills, bills, positions, balances and
// tickers. The functions are pure.
import type {
  AccountReport,
  BalanceReport,
  BillReport,
  FillReport,
  MarkReport,
  OrderReport,
  PlaceOrder,
  PositionReport,
  TickerReport,
} from '@rondo/engine/ports';
import { ceilToTick, floorToTick, lots, negate, toFraction, zero, type Decimal, type Ticks } from '@rondo/decimal';
import type {
  OkxAccountConfig,
  OkxAlgoOrder,
  OkxBalance,
  OkxBill,
  OkxFill,
  OkxMarkPrice,
  OkxOrder,
  OkxPosition,
  OkxTicker,
  Unrecognised,
} from '@rondo/protocol';
import { translate, type FieldReader, type Translated } from './field-reader.ts';

/** The tick size, the lot size, the limits and the fee rates of one instrument, as the engine uses them. */
export type InstrumentRules = PlaceOrder['instrument'];

/** Returns the report of an order. An order without its own client id gets the client id of the trigger order that created it. */
export function toOrderReport(row: OkxOrder, rules: InstrumentRules): Translated<OrderReport> {
  return translate(`order ${row.ordId}`, (field) => ({
    instrumentId: row.instId,
    venueOrderId: row.ordId,
    clientId: row.clOrdId === '' ? row.algoClOrdId : row.clOrdId,
    side: row.side,
    positionSide: toPositionSide(field, row.posSide),
    state: toOrderState(field, row.state),
    trigger: row.clOrdId === '' && row.algoClOrdId !== '',
    price: row.px === '' ? null : field.ticks('px', row.px, rules),
    lots: field.lots('sz', row.sz, rules),
    filledLots: row.accFillSz === '' ? lots(0n) : field.lots('accFillSz', row.accFillSz, rules),
    cancelSource: row.cancelSource,
    createdAt: row.cTime,
    updatedAt: row.uTime,
  }));
}

/** Returns the report of a trigger order that was not triggered. A triggered order is reported as the order that it created. */
export function toTriggerReport(row: OkxAlgoOrder, rules: InstrumentRules): Translated<OrderReport> {
  return translate(`trigger order ${row.algoId}`, (field) => ({
    instrumentId: row.instId,
    venueOrderId: row.algoId,
    clientId: row.algoClOrdId,
    side: row.side,
    positionSide: toPositionSide(field, row.posSide),
    state: toTriggerState(field, row.state),
    trigger: true,
    price: row.slTriggerPx === '' ? null : field.ticks('slTriggerPx', row.slTriggerPx, rules),
    lots: row.sz === '' ? lots(0n) : field.lots('sz', row.sz, rules),
    filledLots: lots(0n),
    cancelSource: row.failCode,
    createdAt: row.cTime,
    updatedAt: row.uTime ?? row.cTime,
  }));
}

/**
 * Returns the report of a row in a list of fills. `clientId` is the client id of the order. It is a parameter, because
 * the row may have no client id.
 */
export function toFillReport(row: OkxFill, rules: InstrumentRules, clientId: string): Translated<FillReport> {
  return translate(`fill ${row.tradeId}`, (field) => ({
    instrumentId: row.instId,
    fillId: row.tradeId,
    venueOrderId: row.ordId,
    clientId,
    side: row.side,
    positionSide: toPositionSide(field, row.posSide),
    price: field.ticks('fillPx', row.fillPx, rules),
    lots: field.lots('fillSz', row.fillSz, rules),
    fee: field.paidFee('fee', row.fee, row.feeCcy),
    liquidity: row.execType === 'M' ? 'maker' : 'taker',
    kind: toFillKind(row.subType, row.tradeId),
    billId: row.billId,
    at: row.ts,
  }));
}

/**
 * Returns the fill in a push of the channel `orders`, or null when the push contains no fill. The `billId` of the fill
 * is '', because a push contains no bill id.
 */
export function toPushedFill(row: OkxOrder, rules: InstrumentRules): Translated<FillReport | null> {
  if (row.tradeId === '' || row.fillSz === '' || /^0*\.?0*$/.test(row.fillSz)) return { ok: true, value: null };
  return translate(`pushed fill ${row.tradeId}`, (field): FillReport => ({
    instrumentId: row.instId,
    fillId: row.tradeId,
    venueOrderId: row.ordId,
    clientId: row.clOrdId === '' ? row.algoClOrdId : row.clOrdId,
    side: row.side,
    positionSide: toPositionSide(field, row.posSide),
    price: field.ticks('fillPx', row.fillPx, rules),
    lots: field.lots('fillSz', row.fillSz, rules),
    fee: field.paidFee('fillFee', row.fillFee, row.fillFeeCcy),
    liquidity: row.execType === 'M' ? 'maker' : 'taker',
    kind: row.category === 'adl' ? 'adl' : row.category.endsWith('_liquidation') ? 'liquidation' : 'trade',
    billId: '',
    at: row.fillTime ?? row.uTime,
  }));
}

const billKinds: Readonly<Record<string, BillReport['kind']>> = {
  '1': 'transfer',
  '2': 'trade',
  '3': 'settlement',
  '5': 'liquidation',
  '8': 'funding',
  '9': 'adl',
};

/** Returns the report of a bill in USDT. An unknown type becomes `other`, and an empty amount becomes zero. */
export function toBillReport(row: OkxBill, clientId: string): Translated<BillReport> {
  return translate(`bill ${row.billId}`, (field) => ({
    billId: row.billId,
    instrumentId: row.instId,
    clientId,
    fillId: row.tradeId,
    kind: billKinds[row.type] ?? 'other',
    balanceChange: field.decimalOrNull('balChg', row.balChg) ?? zero,
    pnl: field.decimalOrNull('pnl', row.pnl) ?? zero,
    fee: field.decimalOrNull('fee', row.fee) ?? zero,
    ...settlementOf(field, row),
    ...closedSideOf(row),
    at: row.ts,
  }));
}

/** The bill sub-types of the settlement of a long and of a short position. Source: OKX v5, bills of type 3. */
const settlementDirections: Readonly<Record<string, 'long' | 'short'>> = { '112': 'long', '113': 'short' };

/** The bill sub-types of liquidation and auto-deleveraging that close a long and a short position. Source: OKX v5, bills of the types 5 and 9. */
const closedSides: Readonly<Record<'long' | 'short', readonly string[]>> = {
  long: ['100', '103', '104', '107', '125', '128'],
  short: ['101', '102', '105', '106', '126', '127'],
};

function closedSideOf({ subType }: OkxBill): Pick<BillReport, 'closes'> {
  const side = (['long', 'short'] as const).find((each) => closedSides[each].includes(subType));
  return side === undefined ? {} : { closes: side };
}

function settlementOf(field: FieldReader, row: OkxBill): Pick<BillReport, 'settlement'> {
  const direction = row.type === '3' ? settlementDirections[row.subType] : undefined;
  if (direction === undefined || row.px === '' || row.sz === '') return {};
  return { settlement: { direction, price: field.decimal('px', row.px), size: field.decimal('sz', row.sz) } };
}

/**
 * Returns the report of a position. An empty size means zero. The size of a short position in hedge mode has no sign at
 * OKX, and its lots are negative in the report.
 */
export function toPositionReport(row: OkxPosition, rules: InstrumentRules): Translated<PositionReport> {
  return translate(`position ${row.instId}`, (field) => {
    const size: bigint = row.pos === '' ? 0n : field.lots('pos', row.pos, rules);
    const positionSide = toPositionSide(field, row.posSide);
    if (row.mgnMode !== 'cross') field.fault('the position is not on cross margin');
    return {
      instrumentId: row.instId,
      positionSide,
      lots: positionSide === 'short' && size > 0n ? -size : size,
      averagePrice: field.decimalOrNull('avgPx', row.avgPx),
      markPrice: field.decimalOrNull('markPx', row.markPx),
      liquidationPrice: field.decimalOrNull('liqPx', row.liqPx),
      unrealisedPnl: field.decimalOrNull('upl', row.upl),
      leverage: field.decimalOrNull('lever', row.lever),
      updatedAt: row.uTime,
    };
  });
}

/** Returns the USDT part of a balance. The amounts are zero for an account without a USDT row. */
export function toBalanceReport(row: OkxBalance): Translated<BalanceReport> {
  const usdt = row.details.find((detail) => detail.ccy === 'USDT');
  if (usdt === undefined) return { ok: true, value: { equity: zero, cash: zero, available: zero, at: row.uTime } };
  return translate('balance', (field) => ({
    equity: field.decimal('eq', usdt.eq),
    cash: field.decimal('cashBal', usdt.cashBal),
    available: field.decimal('availEq', usdt.availEq === '' ? usdt.availBal : usdt.availEq),
    at: row.uTime,
  }));
}

/** Returns the identity and the settings of the account. An unknown position mode is an error. */
export function toAccountReport(row: OkxAccountConfig): Translated<AccountReport> {
  return translate('account', (field) => {
    if (row.posMode !== 'long_short_mode' && row.posMode !== 'net_mode')
      field.fault(`position mode ${row.posMode.raw}`);
    return {
      uid: row.uid,
      level: row.acctLv,
      positionMode: row.posMode === 'long_short_mode' ? 'hedge' : 'net',
      permissions: row.perm.split(',').filter((one) => one !== ''),
      addresses: row.ip.split(',').filter((one) => one !== ''),
    };
  });
}

/**
 * Returns the report of a ticker. A row without a last price is an error. A price between two ticks is rounded, because the exchange may
 * have made its price step smaller: the last price and the bid down, the ask up. `receivedAt` is local time in epoch ms.
 */
export function toTickerReport(row: OkxTicker, rules: InstrumentRules, receivedAt: number): Translated<TickerReport> {
  return translate(`ticker ${row.instId}`, (field) => ({
    instrumentId: row.instId,
    last: floorToTick(toFraction(field.decimal('last', row.last)), rules.tickSz),
    bid: roundedTicks(field.decimalOrNull('bidPx', row.bidPx), rules, floorToTick),
    ask: roundedTicks(field.decimalOrNull('askPx', row.askPx), rules, ceilToTick),
    at: row.ts,
    receivedAt,
  }));
}

function roundedTicks(price: Decimal | null, rules: InstrumentRules, round: typeof floorToTick): Ticks | null {
  return price === null ? null : round(toFraction(price), rules.tickSz);
}

/** Returns the report of a mark price. `receivedAt` is local time in epoch ms. */
export function toMarkReport(row: OkxMarkPrice, receivedAt: number): Translated<MarkReport> {
  return translate(`mark price ${row.instId}`, (field) => ({
    instrumentId: row.instId,
    price: field.decimal('markPx', row.markPx),
    at: row.ts,
    receivedAt,
  }));
}

/** Returns a fee rate that is positive when the account pays it. At OKX a paid rate is negative. */
export function toPaidRate(field: FieldReader, name: string, text: string): ReturnType<FieldReader['decimal']> {
  return negate(field.decimal(name, text));
}

function toPositionSide(field: FieldReader, side: OkxOrder['posSide']): OrderReport['positionSide'] {
  if (side === 'long' || side === 'short') return side;
  if (typeof side === 'object') field.fault(`position side ${side.raw}`);
  return 'net';
}

function toOrderState(field: FieldReader, state: OkxOrder['state']): OrderReport['state'] {
  switch (state) {
    case 'live':
    case 'filled':
      return state;
    case 'partially_filled':
      return 'partiallyFilled';
    case 'canceled':
    case 'mmp_canceled':
      return 'cancelled';
    default:
      return unknownState(field, state);
  }
}

function toTriggerState(field: FieldReader, state: OkxAlgoOrder['state']): OrderReport['state'] {
  switch (state) {
    case 'live':
    case 'pause':
      return 'live';
    case 'partially_effective':
    case 'effective':
      return 'filled';
    case 'canceled':
    case 'order_failed':
    case 'partially_failed':
      return 'cancelled';
    default:
      return unknownState(field, state);
  }
}

function unknownState(field: FieldReader, state: Unrecognised): OrderReport['state'] {
  field.fault(`state ${state.raw}`);
  return 'live';
}

// The bill sub-types 100-107 are liquidations, and 125-128 are ADL. A negative trade id also means a liquidation.
// Source: OKX v5, fills and bills.
function toFillKind(subType: string, tradeId: string): FillReport['kind'] {
  const number = Number(subType);
  if (number >= 125 && number <= 128) return 'adl';
  if ((number >= 100 && number <= 107) || tradeId.startsWith('-')) return 'liquidation';
  return 'trade';
}
