// Handles rows of the lists of fills and bills that cannot be translated. Such a row is stored with its text, and the bot on
// its instrument is frozen, because the books of this bot lack the row. The reading continues with the next row.
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { Log, UnreadableRowFact, UnreadableRow } from '../ports/index.ts';
import { botOnInstrument } from './attribution.ts';
import type { FactContext } from './batch.ts';
import { remember } from './ledger-facts.ts';

/** Stores the new unreadable rows of a list, logs them, and marks the bots on their instruments as failed. */
export function noteUnreadableRows(
  { memory, batch, keyedHash }: FactContext,
  { list, rows, log }: { readonly list: 'fill' | 'bill'; readonly rows: readonly UnreadableRow[]; readonly log: Log },
): void {
  for (const { rowId, ...row } of rows) {
    const rowKey = rowId ?? `hash:${keyedHash(row.raw).slice(0, 32)}`;
    const known = `${list}:${rowKey}`;
    if (memory.unreadableKeys.has(known)) continue;
    remember(memory.unreadableKeys, known);
    const { accountId } = memory;
    const { instrumentId, cause } = row;
    log.write('error', 'ledger.unreadable', { accountId, list, rowKey, instrumentId, cause });
    const stored = { ...row, list, rowKey, readAt: batch.now };
    batch.unreadableRows.push(stored);
    const bot = botOfUnreadable(memory, stored);
    if (bot !== null) bot.failure ??= failureOf(stored);
  }
}

/** Returns the running bot whose books lack the row. Returns null when the row is older than the bot or when no bot has its instrument. */
export function botOfUnreadable(
  memory: AccountMemory,
  { instrumentId, at }: Pick<UnreadableRowFact, 'instrumentId' | 'at'>,
): BotMemory | null {
  const bot = instrumentId === null ? null : botOnInstrument(memory, instrumentId);
  return bot !== null && (at === null || at >= bot.row.createdAt) ? bot : null;
}

/** Returns the reason for which an unreadable row freezes a bot. */
export function failureOf({ list, rowKey, cause }: UnreadableRowFact): string {
  return `The ${list} ${rowKey} cannot be read: ${cause}`;
}
