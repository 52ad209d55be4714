// Converts a list of stored bots without the bots whose stored texts cannot be parsed, because one bot must not hide the other bots of a list.
import type { AppContext } from '../app-context.ts';
import { UnreadableBot } from './stored-bot.ts';

/** Converts each row with `show`. A row for which `show` throws UnreadableBot is left out, and the log names its bot. */
export function showReadable<Row, Shown>(
  { log }: Pick<AppContext, 'log'>,
  rows: readonly Row[],
  { idOf, show }: { readonly idOf: (row: Row) => string; readonly show: (row: Row) => Shown },
): Shown[] {
  return rows.flatMap((row) => {
    try {
      return [show(row)];
    } catch (error) {
      if (!(error instanceof UnreadableBot)) throw error;
      log.write('error', 'bot.unreadable', { botId: idOf(row) });
      return [];
    }
  });
}
