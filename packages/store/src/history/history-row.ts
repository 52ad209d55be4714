// One row of the history: a finished bot, its own or one of the demo world.
import { booleanOf, integerOf, type Row } from '../database/row.ts';
import { omitColumns, readerOf, type RecordOf } from '../tables/derive.ts';
import { simulatedHistory } from '../tables/bots.ts';

const historyColumns = omitColumns(simulatedHistory, ['fills']);

/**
 * A finished bot. Money is USDT, net = gross - fees + funding. `deepestStep` is of all entries that filled, 0 when none did;
 * `isSimulated`: it is one of the demo world's. Instants are epoch ms.
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
