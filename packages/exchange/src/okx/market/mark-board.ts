// Reads all mark prices of one venue with one request, and repeats the request while the board has a listener whose mark price
// no preferred node publishes.
import type { Clock, Log, MarkReport } from '@rondo/engine/ports';
import { okxMarkPriceSchema, readOkxRow } from '@rondo/protocol';
import { markReadEveryMs, relayCheckMs } from '../../limits.ts';
import { instrumentIdOf } from '../reads/field-reader.ts';
import type { PriceRelay, PriceRow } from './price-relay.ts';
import { toMarkReport } from '../reads/translate.ts';

/**
 * The dependencies of the mark board. `readAll` returns the rows of all instruments, or null when the reading failed.
 * Its promise never rejects.
 */
export interface MarkBoardDeps {
  readonly clock: Clock;
  readonly log: Log;
  readonly relay: PriceRelay;
  readonly readAll: () => Promise<readonly unknown[] | null>;
}

/** The mark prices for many listeners. `close` of the result of `watch` removes one listener, and `close` of the board removes all. */
export interface MarkBoard {
  watch(instrumentId: string, listener: (mark: MarkReport) => void): { close(): void };
  close(): void;
}

type Listener = { readonly instrumentId: string; readonly hear: (mark: MarkReport) => void };

/**
 * Returns a board that sends no request before the first `watch`. At most one request runs. The time between the starts
 * of two requests is at least `markReadEveryMs`.
 */
export function createMarkBoard({ clock, log, relay, readAll }: MarkBoardDeps): MarkBoard {
  const listeners = new Set<Listener>();
  let timer: { cancel(): void } | null = null;
  let isReading = false;

  async function read(): Promise<void> {
    isReading = true;
    timer = null;
    const startedAt = clock.now();
    const isNeeded = !isCovered();
    if (isNeeded) publish((await readAll()) ?? []);
    isReading = false;
    if (listeners.size === 0) return;
    const everyMs = isNeeded ? markReadEveryMs : relayCheckMs;
    timer = clock.after(Math.max(0, startedAt + everyMs - clock.now()), () => void read());
  }

  function stopUnheard(): void {
    if (listeners.size > 0) return;
    timer?.cancel();
    timer = null;
  }

  function isCovered(): boolean {
    return [...idsOf(listeners)].every((instrumentId) => relay.isCovered('markPrice', instrumentId));
  }

  function publish(rows: readonly unknown[]): void {
    const watched = idsOf(listeners);
    const receivedAt = clock.now();
    for (const row of rows) if (watched.has(instrumentIdOf(row))) relay.offer('markPrice', row, receivedAt);
    pass(
      log,
      listeners,
      rows.map((row) => ({ row, receivedAt })),
    );
  }

  relay.listen('markPrice', (received) => pass(log, listeners, [received]));
  return {
    watch(instrumentId, hear) {
      const listener = { instrumentId, hear };
      listeners.add(listener);
      if (timer === null && !isReading) void read();
      return {
        close() {
          listeners.delete(listener);
          stopUnheard();
        },
      };
    },
    close() {
      listeners.clear();
      stopUnheard();
    },
  };
}

function idsOf(listeners: ReadonlySet<Listener>): ReadonlySet<string> {
  return new Set([...listeners].map(({ instrumentId }) => instrumentId));
}

function pass(log: Log, listeners: ReadonlySet<Listener>, rows: readonly PriceRow[]): void {
  const watched = idsOf(listeners);
  // Only rows of watched instruments are parsed, because the exchange lists several hundred instruments.
  const watchedRows = rows.filter(({ row }) => watched.has(instrumentIdOf(row)));
  const marks = new Map(watchedRows.flatMap((row) => toMarks(log, row)).map((mark) => [mark.instrumentId, mark]));
  for (const { instrumentId, hear } of listeners) {
    const mark = marks.get(instrumentId);
    if (mark !== undefined) hear(mark);
  }
}

function toMarks(log: Log, { row, receivedAt }: PriceRow): readonly MarkReport[] {
  const parsed = readOkxRow(okxMarkPriceSchema, row);
  const mark = parsed.success ? toMarkReport(parsed.data, receivedAt) : null;
  if (mark?.ok === true) return [mark.value];
  log.write('warn', 'okx.mark.unreadable', { instrumentId: instrumentIdOf(row) });
  return [];
}
