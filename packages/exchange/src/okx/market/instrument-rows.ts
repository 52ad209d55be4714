// The rows of the last complete reading of the instruments, with the rows that were pushed after the reading.
import type { Clock } from '@rondo/engine/ports';
import { instrumentReadEveryMs } from '../../limits.ts';
import { instrumentIdOf } from '../reads/field-reader.ts';

/** The rows of all instruments. `current` returns null while no complete reading is new enough. It returns one array while no row has changed. */
export interface InstrumentRows {
  take(rows: readonly unknown[], startedAt: number): void;
  push(rows: readonly unknown[]): void;
  current(): readonly unknown[] | null;
  rowOf(instrumentId: string): unknown;
}

type Complete = {
  readonly rows: readonly unknown[];
  readonly byId: ReadonlyMap<string, unknown>;
  readonly readAt: number;
};

/** Returns the rows without a reading. Pushed rows before the first reading are dropped, because the reading contains them. */
export function createInstrumentRows(clock: Pick<Clock, 'now'>): InstrumentRows {
  let complete: Complete | null = null;
  // The rows that were pushed since the last reading was taken. Their number is at most the number of instruments.
  const pushed = new Map<string, { readonly row: unknown; readonly at: number }>();

  function store(byId: Map<string, unknown>, readAt: number): void {
    for (const [id, { row }] of pushed) byId.set(id, row);
    complete = { rows: [...byId.values()], byId, readAt };
  }

  return {
    take(rows, startedAt) {
      for (const [id, { at }] of pushed) if (at <= startedAt) pushed.delete(id);
      store(new Map(rows.map((row) => [instrumentIdOf(row), row])), startedAt);
    },
    push(rows) {
      if (complete === null) return;
      for (const row of rows) pushed.set(instrumentIdOf(row), { row, at: clock.now() });
      store(new Map(complete.byId), complete.readAt);
    },
    current: () => (complete !== null && clock.now() - complete.readAt <= instrumentReadEveryMs ? complete.rows : null),
    rowOf: (instrumentId) => complete?.byId.get(instrumentId),
  };
}
