// Rows of the journal as the engine's records, and back.
import { formatDecimal } from '@rondo/decimal';
import type { BillReport, BotEventRow, BotLogRow, BotView, FactBatch, IntentRow, SlotKey } from '@rondo/engine/ports';
import type { BotFill } from '../bots/bot-records.ts';
import {
  bigintOf,
  booleanOf,
  decimalOf,
  integerOf,
  integerOrNull,
  lotsOf,
  textOf,
  textOrNull,
  ticksOf,
  wordOf,
  wordOrNull,
  type Row,
} from '../database/row.ts';

const slotKinds = ['entry', 'takeProfit', 'baseExit', 'close', 'stopLoss'] as const;
const intentStates = [
  'sent',
  'live',
  'partiallyFilled',
  'filled',
  'cancelled',
  'rejected',
  'never',
  'unknown',
  'done',
] as const;

export function slotOf(row: Row): SlotKey {
  return {
    botId: textOf(row, 'bot_id'),
    botNumber: integerOf(row, 'bot_number'),
    round: integerOf(row, 'round'),
    kind: wordOf(row, 'kind', slotKinds),
    step: integerOf(row, 'step'),
    generation: integerOf(row, 'generation'),
  };
}

export function intentOf(row: Row): IntentRow {
  return {
    id: textOf(row, 'id'),
    slot: slotOf(row),
    clientId: textOf(row, 'client_id'),
    verb: wordOf(row, 'verb', ['place', 'amend', 'cancel']),
    payload: textOf(row, 'payload'),
    payloadHash: textOf(row, 'payload_hash'),
    deadlineAt: integerOf(row, 'deadline_at'),
    epoch: bigintOf(row, 'epoch'),
    state: wordOf(row, 'state', intentStates),
    evidence: textOf(row, 'evidence'),
    sentAt: integerOf(row, 'sent_at'),
  };
}

export function eventOf(row: Row): BotEventRow {
  return {
    botId: textOf(row, 'bot_id'),
    position: integerOf(row, 'position'),
    key: textOf(row, 'key'),
    body: textOf(row, 'body'),
    at: integerOf(row, 'at'),
  };
}

export function logOf(row: Row): BotLogRow {
  return {
    botId: textOf(row, 'bot_id'),
    type: wordOf(row, 'type', ['PROFIT', 'LOSS', 'ERROR', 'ORDER', 'OTHER']),
    messageKey: textOf(row, 'message_key'),
    parameters: parametersOf(textOf(row, 'parameters')),
    at: integerOf(row, 'at'),
  };
}

/** The lines of one bot out of a JSON text of [type, key, parameters, instant]. */
export function logsOf(botId: string, text: string): readonly BotLogRow[] {
  const rows: readonly (readonly unknown[])[] = JSON.parse(text); // json_agg of json_build_array holds nothing else
  return rows.map(([type, key, parameters, at]) =>
    logOf({ bot_id: botId, type, message_key: key, parameters, at: String(at) }),
  );
}

/** A view; its own end stands in `view_ended_at` because it is read beside the bot's. */
export function viewOf(row: Row): BotView {
  return {
    botId: textOf(row, 'id'),
    phase: textOf(row, 'phase'),
    status: wordOf(row, 'status', ['active', 'completed']),
    endReason: textOrNull(row, 'end_reason'),
    round: integerOf(row, 'round'),
    cycles: integerOf(row, 'cycles'),
    currentStep: integerOf(row, 'current_step'),
    isLast: booleanOf(row, 'is_last'),
    entryPrice: textOrNull(row, 'entry_price'),
    positionSize: textOf(row, 'position_size'),
    realisedPnl: textOf(row, 'realised_pnl'),
    state: textOf(row, 'state'),
    eventPosition: integerOf(row, 'event_position'),
    updatedAt: integerOf(row, 'updated_at'),
    endedAt: integerOrNull(row, 'view_ended_at'),
  };
}

export function fillOf(row: Row): BotFill {
  return {
    instrumentId: textOf(row, 'instrument_id'),
    fillId: textOf(row, 'fill_id'),
    venueOrderId: textOf(row, 'venue_order_id'),
    clientId: textOf(row, 'client_id'),
    side: wordOf(row, 'side', ['buy', 'sell']),
    positionSide: wordOf(row, 'position_side', ['long', 'short', 'net']),
    price: ticksOf(row, 'price_ticks'),
    lots: lotsOf(row, 'lots'),
    fee: decimalOf(row, 'fee'),
    liquidity: wordOf(row, 'liquidity', ['maker', 'taker']),
    kind: wordOf(row, 'kind', ['trade', 'liquidation', 'adl']),
    billId: textOf(row, 'bill_id'),
    at: integerOf(row, 'at'),
    botId: textOrNull(row, 'bot_id'),
    slot: fillSlotOf(row),
  };
}

export function billOf(row: Row): BillReport {
  return {
    billId: textOf(row, 'bill_id'),
    instrumentId: textOf(row, 'instrument_id'),
    clientId: textOf(row, 'client_id'),
    fillId: textOf(row, 'fill_id'),
    kind: wordOf(row, 'kind', ['trade', 'funding', 'liquidation', 'adl', 'transfer', 'other']),
    balanceChange: decimalOf(row, 'balance_change'),
    pnl: decimalOf(row, 'pnl'),
    fee: decimalOf(row, 'fee'),
    at: integerOf(row, 'at'),
  };
}

/** JSON rows for `jsonb_to_recordset`: exact numbers travel as texts. */
export function fillInsert(fill: FactBatch['fills'][number]): Record<string, string | number | null> {
  return {
    instrument_id: fill.instrumentId,
    fill_id: fill.fillId,
    venue_order_id: fill.venueOrderId,
    client_id: fill.clientId,
    side: fill.side,
    position_side: fill.positionSide,
    price_ticks: fill.price.toString(),
    lots: fill.lots.toString(),
    fee: formatDecimal(fill.fee),
    liquidity: fill.liquidity,
    kind: fill.kind,
    bill_id: fill.billId,
    at: fill.at,
    bot_id: fill.botId ?? fill.slot?.botId ?? null,
    slot_bot_number: fill.slot?.botNumber ?? null,
    slot_round: fill.slot?.round ?? null,
    slot_kind: fill.slot?.kind ?? null,
    slot_step: fill.slot?.step ?? null,
    slot_generation: fill.slot?.generation ?? null,
  };
}

export function billInsert(bill: FactBatch['bills'][number]): Record<string, string | number | null> {
  return {
    bill_id: bill.billId,
    instrument_id: bill.instrumentId,
    client_id: bill.clientId,
    fill_id: bill.fillId,
    kind: bill.kind,
    balance_change: formatDecimal(bill.balanceChange),
    pnl: formatDecimal(bill.pnl),
    fee: formatDecimal(bill.fee),
    at: bill.at,
    bot_id: bill.botId,
  };
}

export function intentInsert(intent: IntentRow): Record<string, string | number> {
  const { slot } = intent;
  return {
    id: intent.id,
    bot_id: slot.botId,
    bot_number: slot.botNumber,
    round: slot.round,
    kind: slot.kind,
    step: slot.step,
    generation: slot.generation,
    client_id: intent.clientId,
    verb: intent.verb,
    payload: intent.payload,
    payload_hash: intent.payloadHash,
    deadline_at: intent.deadlineAt,
    state: intent.state,
    evidence: intent.evidence,
    sent_at: intent.sentAt,
  };
}

export function logInsert(log: BotLogRow): Record<string, string | number> {
  const sorted = Object.fromEntries(Object.entries(log.parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return {
    bot_id: log.botId,
    type: log.type,
    message_key: log.messageKey,
    parameters: JSON.stringify(sorted),
    at: log.at,
  };
}

export function viewInsert(view: BotView): Record<string, string | number | boolean | null> {
  return {
    bot_id: view.botId,
    phase: view.phase,
    status: view.status,
    end_reason: view.endReason,
    round: view.round,
    cycles: view.cycles,
    current_step: view.currentStep,
    is_last: view.isLast,
    entry_price: view.entryPrice,
    position_size: view.positionSize,
    realised_pnl: view.realisedPnl,
    state: view.state,
    event_position: view.eventPosition,
    updated_at: view.updatedAt,
    ended_at: view.endedAt,
  };
}

function fillSlotOf(row: Row): SlotKey | null {
  const kind = wordOrNull(row, 'slot_kind', slotKinds);
  if (kind === null) return null;
  return {
    botId: textOf(row, 'bot_id'),
    botNumber: integerOf(row, 'slot_bot_number'),
    round: integerOf(row, 'slot_round'),
    kind,
    step: integerOf(row, 'slot_step'),
    generation: integerOf(row, 'slot_generation'),
  };
}

function parametersOf(text: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('parameters of a log line are no object');
  return Object.fromEntries(
    Object.entries(value).map(([key, parameter]) => {
      if (typeof parameter !== 'string') throw new Error(`parameter ${key} of a log line is no text`);
      return [key, parameter];
    }),
  );
}
