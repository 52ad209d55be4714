// One row of the history: a finished real bot, or a finished bot of the demo world.
import { booleanOf, integerOf, textOrNull, type Row } from '../database/row.ts';
import { omitColumns, readerOf, type RecordOf } from '../tables/derive.ts';
import { simulatedHistory } from '../tables/bots.ts';

const historyColumns = omitColumns(simulatedHistory, ['fills']);

/**
 * A finished bot. Money is in USDT. The net result is the gross result less fees plus funding. `deepestStep` is the largest step of a filled entry, or 0 when
 * no entry has filled. `isSimulated` is true for a bot without real money: a bot of the demo world, or of an account of the sandbox or of demo trading. Times are epoch ms.
 */
export type HistoryRow = RecordOf<typeof historyColumns> & {
  /** The exchange account of a real bot. A bot of the demo world has no account. */
  readonly accountId: string | null;
  readonly deepestStep: number;
  readonly isSimulated: boolean;
};

const readHistory = readerOf(historyColumns);

/** Reads a finished bot. */
export function historyOf(row: Row): HistoryRow {
  return {
    ...readHistory(row),
    accountId: textOrNull(row, 'account_id'),
    deepestStep: integerOf(row, 'deepest_step'),
    isSimulated: booleanOf(row, 'is_simulated'),
  };
}
