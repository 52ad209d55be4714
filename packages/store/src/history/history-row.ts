// One row of the history: a finished bot, real or of the demo world.
import { booleanOf, integerOf, type Row } from '../database/row.ts';
import { omitColumns, readerOf, type RecordOf } from '../tables/derive.ts';
import { simulatedHistory } from '../tables/bots.ts';

const historyColumns = omitColumns(simulatedHistory, ['fills']);

/**
 * A finished bot. Money is USDT, net = gross - fees + funding. `deepestStep` is the largest step of a filled entry, 0 without one;
 * `isSimulated`: the bot is of the demo world. Instants are epoch ms.
 */
export type HistoryRow = RecordOf<typeof historyColumns> & {
  readonly deepestStep: number;
  readonly isSimulated: boolean;
};

const readHistory = readerOf(historyColumns);

/** Reads a finished bot. */
export function historyOf(row: Row): HistoryRow {
  return {
    ...readHistory(row),
    deepestStep: integerOf(row, 'deepest_step'),
    isSimulated: booleanOf(row, 'is_simulated'),
  };
}
