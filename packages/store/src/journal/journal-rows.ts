// Converts rows of the journal to records of the engine and back.
import type { BotLogRow, BotView, FactBatch, IntentRow } from '@rondo/engine/ports';
import type { Row } from '../database/row.ts';
import {
  bills,
  botCheckpoints,
  botEvents,
  botLogs,
  botViews,
  botWaits,
  fills,
  intents,
  unreadableRows,
} from '../tables/journal.ts';
import {
  allColumns,
  omitColumns,
  pickColumns,
  readerOf,
  valuesOf,
  type DriverValue,
  type RecordOf,
} from '../tables/derive.ts';

/** A stored fill. A fill of a bot has the bot and the slot of the order. */
export type BotFillRow = FactBatch['fills'][number];

/** The columns of a written intent. All rows of a batch have the same account, and the database assigns `sequence` and `id`. */
export const intentColumns = omitColumns(intents, ['accountId', 'epoch', 'sequence']);
/** The columns of a written fill. */
export const fillColumns = omitColumns(fills, ['accountId', 'sequence']);
/** The columns of a written bill. */
export const billColumns = omitColumns(bills, ['accountId', 'sequence']);
/** The columns of an event. */
export const eventColumns = allColumns(botEvents);
/** The columns of a written log line. */
export const logColumns = omitColumns(botLogs, ['id']);
/** The columns of a view. */
export const viewColumns = allColumns(botViews);
/** The columns of a written checkpoint. */
export const checkpointColumns = omitColumns(botCheckpoints, ['fillSequence']);
/** The columns of the waits of a bot without the epoch, which is the epoch of the batch. */
export const waitsColumns = omitColumns(botWaits, ['epoch']);
/** The columns of a row that cannot be translated. */
export const unreadableColumns = omitColumns(unreadableRows, ['accountId']);
/** The prefix of view columns in rows that also have the columns of the bot. */
export const viewPrefix = 'view_';

const readIntent = readerOf(omitColumns(intents, ['accountId', 'sequence']));
const slotColumns = pickColumns(fills, ['slotBotNumber', 'slotRound', 'slotKind', 'slotStep', 'slotGeneration']);
const readFill = readerOf(
  omitColumns(fills, ['accountId', 'slotBotNumber', 'slotRound', 'slotKind', 'slotStep', 'slotGeneration', 'sequence']),
);
const readSlot = readerOf(slotColumns);
const readLog = readerOf(logColumns);

/** Reads an event. */
export const eventOf = readerOf(eventColumns);
/** Reads a checkpoint. */
export const checkpointOf = readerOf(checkpointColumns);
/** Reads a bill. */
export const billOf = readerOf(omitColumns(bills, ['accountId', 'botId', 'sequence']));
/** Reads a row that cannot be translated. */
export const unreadableRowOf = readerOf(unreadableColumns);
/** Reads a view. */
export const viewOf: (row: Row) => BotView = readerOf(viewColumns);
/** Reads a view from a row that also has the columns of the bot. */
export const joinedViewOf: (row: Row) => BotView = readerOf(viewColumns, viewPrefix);

/** Reads an intent with the slot of its order. */
export function intentOf(row: Row): IntentRow {
  const { botId, botNumber, round, kind, step, generation, ...intent } = readIntent(row);
  return { ...intent, slot: { botId, botNumber, round, kind, step, generation } };
}

/** Reads a fill. A fill of a bot has the slot of its order. */
export function fillOf(row: Row): BotFillRow {
  const fill = readFill(row);
  return { ...fill, slot: fillSlotOf(fill, readSlot(row)) };
}

/** Reads a log line of a bot. */
export function logOf(row: Row): BotLogRow {
  const { parameters, ...log } = readLog(row);
  return { ...log, parameters: parametersOf(parameters) };
}

/** Reads the log lines of one bot from a JSON text with entries [type, key, parameters, time]. */
export function logsOf(botId: string, text: string): readonly BotLogRow[] {
  const rows: readonly (readonly unknown[])[] = JSON.parse(text); // The json_agg of json_build_array always has this shape.
  return rows.map(([type, key, parameters, at]) =>
    logOf({ bot_id: botId, type, message_key: key, parameters, at: String(at) }),
  );
}

/** Returns the values of an intent. */
export function intentValues({ slot, ...intent }: IntentRow): Record<string, DriverValue> {
  return valuesOf(intentColumns, { ...slot, ...intent });
}

/** Returns the values of a fill. */
export function fillValues({ slot, ...fill }: BotFillRow): Record<string, DriverValue> {
  return valuesOf(fillColumns, {
    ...fill,
    botId: fill.botId ?? slot?.botId ?? null,
    slotBotNumber: slot?.botNumber ?? null,
    slotRound: slot?.round ?? null,
    slotKind: slot?.kind ?? null,
    slotStep: slot?.step ?? null,
    slotGeneration: slot?.generation ?? null,
  });
}

/** Returns the values of a log line. The parameters are sorted, because their text is part of the unique index. */
export function logValues(log: BotLogRow): Record<string, DriverValue> {
  const sorted = Object.fromEntries(Object.entries(log.parameters).toSorted(([a], [b]) => (a < b ? -1 : 1)));
  return valuesOf(logColumns, { ...log, parameters: JSON.stringify(sorted) });
}

/** Returns the values of a bill. */
export function billValues(bill: FactBatch['bills'][number]): Record<string, DriverValue> {
  return valuesOf(billColumns, bill);
}

/** Returns the values of a view. */
export function viewValues(view: BotView): Record<string, DriverValue> {
  return valuesOf(viewColumns, view);
}

// A check of the database ensures that the five columns of a slot are all null or all have a value.
function fillSlotOf(
  { botId, fillId }: { readonly botId: string | null; readonly fillId: string },
  { slotBotNumber, slotRound, slotKind, slotStep, slotGeneration }: RecordOf<typeof slotColumns>,
): BotFillRow['slot'] {
  if (slotBotNumber === null || slotRound === null || slotKind === null || slotStep === null || slotGeneration === null)
    return null;
  if (botId === null) throw new Error(`fill ${fillId} has a slot and no bot`);
  const order = { botId, botNumber: slotBotNumber, round: slotRound, kind: slotKind };
  return { ...order, step: slotStep, generation: slotGeneration };
}

function parametersOf(text: string): Readonly<Record<string, string>> {
  const value: unknown = JSON.parse(text);
  if (typeof value !== 'object' || value === null) throw new Error('the parameters of a log line are not an object');
  return Object.fromEntries(
    Object.entries(value).map(([key, parameter]) => {
      if (typeof parameter !== 'string') throw new Error(`the parameter ${key} of a log line is not a text`);
      return [key, parameter];
    }),
  );
}
