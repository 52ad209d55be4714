// Converts the fills, the orders and the bills of a bot to the form of the API.
import {
  decimal,
  formatDecimal,
  type Decimal,
  priceOf,
  sizeOf,
  sumDecimals,
  type Ticks,
  type Lots,
} from '@rondo/decimal';
import type { BotFillWire, BotOrderWire, LedgerItem, OrderRecordWire } from '@rondo/contract';
import type { BillReport, IntentRow } from '@rondo/engine/ports';
import type { BotFillRow as StoredFill } from '@rondo/store';
import type { InstrumentRules } from '@rondo/strategy';
import { orderReason } from './order-reason.ts';

/** Returns one fill. Its price and its size are in units of its own, or in the units of `rules`. */
export function toFill(fill: StoredFill, rules: InstrumentRules): BotFillWire {
  return {
    fill_id: fill.fillId,
    order_id: fill.venueOrderId,
    client_id: fill.clientId,
    round: fill.slot?.round ?? null,
    kind: fill.slot?.kind ?? fill.kind,
    step: fill.slot?.step ?? null,
    side: fill.side,
    price: formatDecimal(priceOf(fill.price, fill.tickSz ?? rules.tickSz)),
    size: formatDecimal(sizeOf(fill.lots, fill.lotSz ?? rules.lotSz)),
    fee: formatDecimal(fill.fee),
    liquidity: fill.liquidity,
    at: fill.at,
  };
}

/** Returns the exact sum of the fees of fills. */
export function totalFees(fills: readonly BotFillWire[]): string {
  return formatDecimal(sumDecimals(fills.map((fill) => decimal(fill.fee))));
}

/** Returns the placed order of a command. Returns null for an amendment and a cancel, because they place no order. */
export function toOrder(intent: IntentRow, rules: InstrumentRules): BotOrderWire | null {
  if (intent.verb !== 'place') return null;
  const order = readPayload(intent.payload);
  const { price, size } = amountsOf(order, rules);
  return {
    client_id: intent.clientId,
    round: intent.slot.round,
    kind: intent.slot.kind,
    step: intent.slot.step,
    side: order.side === 'sell' ? 'sell' : 'buy',
    price,
    size: size ?? '0',
    state: intent.state,
    at: intent.sentAt,
  };
}

/** Returns one command with its reason. A cancel has no side, price or size. */
export function toOrderRecord(intent: IntentRow, rules: InstrumentRules): OrderRecordWire {
  const order = readPayload(intent.payload);
  const { side } = order;
  return {
    client_id: intent.clientId,
    verb: intent.verb,
    round: intent.slot.round,
    kind: intent.slot.kind,
    step: intent.slot.step,
    generation: intent.slot.generation,
    side: side === 'sell' || side === 'buy' ? side : null,
    ...amountsOf(order, rules),
    state: intent.state,
    evidence: intent.evidence,
    ...orderReason(intent),
    at: intent.sentAt,
  };
}

/** Returns one bill of the exchange in the form of the API. */
export function toLedgerItem(bill: BillReport): LedgerItem {
  return {
    bill_id: bill.billId,
    kind: bill.kind,
    fill_id: bill.fillId,
    client_id: bill.clientId,
    balance_change: formatDecimal(bill.balanceChange),
    pnl: formatDecimal(bill.pnl),
    fee: formatDecimal(bill.fee),
    at: bill.at,
  };
}

// The engine writes ticks and lots. They are in the units of the payload, or in the units of `rules`.
function amountsOf(
  { price, lots, tickSz, lotSz }: Payload,
  rules: InstrumentRules,
): { readonly price: string | null; readonly size: string | null } {
  const [tick, lot] = [unitOf(tickSz) ?? rules.tickSz, unitOf(lotSz) ?? rules.lotSz];
  return {
    price: isWhole(price) ? formatDecimal(priceOf(BigInt(price) as Ticks, tick)) : null, // the engine wrote ticks
    size: isWhole(lots) ? formatDecimal(sizeOf(BigInt(lots) as Lots, lot)) : null, // the engine wrote lots
  };
}

function unitOf(value: unknown): Decimal | null {
  return typeof value === 'string' ? decimal(value) : null;
}

type Payload = { readonly [Key in 'price' | 'lots' | 'side' | 'tickSz' | 'lotSz']?: unknown };

function readPayload(text: string): Payload {
  const value: unknown = JSON.parse(text);
  return typeof value === 'object' && value !== null ? (value as Payload) : {}; // an object of JSON
}

function isWhole(value: unknown): value is string | number {
  return (typeof value === 'string' && /^-?\d+$/.test(value)) || Number.isInteger(value);
}
