// The registry of instruments of one venue: the present rules and the trading state of every watched instrument. It reads the list of the
// exchange again and again, hears pushed changes, and reads the list at the time of an announced change (okx 2.1).
import type { Clock, InstrumentReport, Log, OffGrid } from '@rondo/engine/ports';
import { commonStep, isZero, multiply, parseDecimal, type Decimal } from '@rondo/decimal';
import { instrumentIdOf } from '../reads/field-reader.ts';
import { okxInstrumentSchema, type OkxInstrument } from '@rondo/protocol';
import { instrumentReadEveryMs, instrumentReadGapMs, instrumentShownMaxAgeMs } from '../../limits.ts';
import { createInstrumentRows, type InstrumentRows } from './instrument-rows.ts';

/** The dependencies of the registry. `readAll` returns the rows of all swaps, or null when the read failed. It never rejects. */
export interface InstrumentRegistryDeps {
  readonly clock: Clock;
  readonly venueNow: () => number;
  readonly log: Log;
  readonly readAll: () => Promise<readonly unknown[] | null>;
}

/** The registry. A listener hears the present rules of its instrument, and then every change. `close` removes all listeners. */
export interface InstrumentRegistry {
  watch(instrumentId: string, hear: (instrument: InstrumentReport) => void): { close(): void };
  /**
   * Returns the rows of all instruments. When the last reading is older than `instrumentReadEveryMs`, the list is read first. Returns null
   * when this reading fails. The promise never rejects.
   */
  list(): Promise<readonly unknown[] | null>;
  /** Returns the last known rules and trading state of an instrument, or null when the instrument is unknown. An old list is read again in the background. */
  known(instrumentId: string): InstrumentReport | null;
  /** Takes over pushed rows of the exchange. */
  push(rows: readonly unknown[]): void;
  /** Makes the units of an instrument so fine that the value is a whole number of them. */
  refine(value: OffGrid): void;
  /** Reads the list soon, because the known rules are in doubt. */
  refresh(): void;
  close(): void;
}

type Known = { readonly report: InstrumentReport; readonly receivedAt: number; readonly changesAt: readonly number[] };
type Listener = { readonly instrumentId: string; readonly hear: (instrument: InstrumentReport) => void };

/** Returns a registry that reads nothing before the first `watch`. At most one request is in flight. Without a listener, the list is read only for callers of `list` and `known`. */
export function createInstrumentRegistry(deps: InstrumentRegistryDeps): InstrumentRegistry {
  const { clock } = deps;
  const listeners = new Set<Listener>();
  const board = createBoard(deps, listeners);
  const latest = createInstrumentRows(clock);
  const { read, startedAt } = createSharedReading(deps, { latest, board });
  const reading = createRepeatedReading(clock, { read, changesAt: () => nextChangeAt(deps, board.known) });
  return {
    async list() {
      if (latest.current() === null) await read();
      return latest.current();
    },
    known(instrumentId) {
      if (clock.now() - startedAt() >= instrumentShownMaxAgeMs) void read();
      return board.known.get(instrumentId)?.report ?? reportOfRow(latest.rowOf(instrumentId), deps.venueNow());
    },
    watch(instrumentId, hear) {
      const listener = { instrumentId, hear };
      const isNew = !board.isWatched(instrumentId);
      listeners.add(listener);
      const present = board.known.get(instrumentId);
      if (present !== undefined) hear(present.report);
      if (isNew) reading.soon();
      return {
        close() {
          listeners.delete(listener);
          if (!board.isWatched(instrumentId)) board.known.delete(instrumentId);
          if (listeners.size === 0) reading.stop();
        },
      };
    },
    refine(value) {
      board.refine(value);
      reading.soon();
    },
    push(rows) {
      latest.push(rows);
      board.take(rows, clock.now());
      if (listeners.size > 0) reading.plan();
    },
    refresh() {
      if (listeners.size > 0) reading.soon();
    },
    close() {
      listeners.clear();
      reading.stop();
    },
  };
}

// Keeps the present report of each watched instrument, and passes changes on.
function createBoard({ clock, venueNow, log }: InstrumentRegistryDeps, listeners: ReadonlySet<Listener>) {
  const known = new Map<string, Known>();
  const isWatched = (instrumentId: string): boolean =>
    [...listeners].some((listener) => listener.instrumentId === instrumentId);

  function publish(next: Known): void {
    const { report } = next;
    const before = known.get(report.instrumentId)?.report;
    known.set(report.instrumentId, next);
    if (before !== undefined && textOf(before) === textOf(report)) return;
    if (before !== undefined) log.write('info', 'okx.instrument.changed', { instrument: textOf(report) });
    for (const { instrumentId, hear } of listeners) if (instrumentId === report.instrumentId) hear(report);
  }

  return {
    known,
    isWatched,
    // A row of a reading that began before a push is older than the push.
    take(rows: readonly unknown[], startedAt: number): void {
      for (const row of rows) {
        const instrumentId = instrumentIdOf(row);
        const before = known.get(instrumentId);
        if (!isWatched(instrumentId) || (before !== undefined && before.receivedAt > startedAt)) continue;
        const parsed = okxInstrumentSchema.safeParse(row);
        const seenAt = venueNow() - (clock.now() - startedAt);
        const report = parsed.success ? toReport(parsed.data, { before: before?.report, seenAt }) : null;
        if (parsed.success && report !== null)
          publish({ report, receivedAt: clock.now(), changesAt: changesOf(parsed.data) });
        else log.write('warn', 'okx.instrument.unreadable', { instrumentId });
      }
    },
    // The exchange removes an instrument from its list after the announced end of trading.
    noteAbsent(listed: ReadonlySet<string>): void {
      for (const { report } of known.values()) {
        const hasEnded = report.expiresAt !== null && venueNow() >= report.expiresAt;
        if (listed.has(report.instrumentId) || !hasEnded) continue;
        publish({ report: { ...report, state: 'expired' }, receivedAt: clock.now(), changesAt: [] });
      }
    },
    refine({ instrumentId, step, text }: OffGrid): void {
      const value = positive(text.replace('-', ''));
      const before = known.get(instrumentId);
      if (value === undefined || before === undefined) return;
      const { units } = before.report;
      const finer =
        step === 'tick'
          ? { ...units, tickSz: commonStep(units.tickSz, value) }
          : { ...units, lotSz: commonStep(units.lotSz, value) };
      publish({ ...before, report: { ...before.report, units: finer } });
    },
  };
}

// Concurrent callers share one reading. A failed reading changes nothing.
function createSharedReading(
  { clock, readAll }: InstrumentRegistryDeps,
  { latest, board }: { readonly latest: InstrumentRows; readonly board: ReturnType<typeof createBoard> },
) {
  let inFlight: Promise<void> | null = null;
  let startedAt = -Infinity;

  async function readOnce(): Promise<void> {
    const beganAt = clock.now();
    startedAt = beganAt;
    const rows = await readAll();
    if (rows === null) return;
    latest.take(rows, beganAt);
    board.take(rows, beganAt);
    board.noteAbsent(new Set(rows.map(instrumentIdOf)));
  }

  return {
    startedAt: () => startedAt,
    read: (): Promise<void> => {
      inFlight ??= readOnce().finally(() => (inFlight = null));
      return inFlight;
    },
  };
}

type Repeated = {
  /** Reads now, or `instrumentReadGapMs` after the start of the last reading. */
  soon(): void;
  /** Plans the next regular reading again, because the time of an announced change may be new. */
  plan(): void;
  stop(): void;
};

function createRepeatedReading(
  clock: Clock,
  { read, changesAt }: { readonly read: () => Promise<void>; readonly changesAt: () => number | null },
): Repeated {
  let timer: { cancel(): void } | null = null;
  let startedAt: number | null = null;
  let isReading = false;
  let isWanted = false;
  let isStopped = false;

  function start(): void {
    timer = null;
    isReading = true;
    isWanted = false;
    startedAt = clock.now();
    void read().finally(() => {
      isReading = false;
      if (isStopped) return;
      if (isWanted) soon();
      else plan();
    });
  }

  function at(instant: number): void {
    timer?.cancel();
    timer = clock.after(Math.max(0, instant - clock.now()), start);
  }

  function soon(): void {
    isWanted = true;
    isStopped = false;
    if (isReading) return;
    if (startedAt === null) start();
    else at(startedAt + instrumentReadGapMs);
  }

  function plan(): void {
    if (isReading || isWanted || startedAt === null) return;
    const regular = startedAt + instrumentReadEveryMs;
    const change = changesAt();
    at(change === null ? regular : Math.min(regular, Math.max(change, startedAt + instrumentReadGapMs)));
  }

  return {
    soon,
    plan,
    stop() {
      timer?.cancel();
      timer = null;
      isWanted = false;
      isStopped = true;
    },
  };
}

// Returns the local time shortly after the next announced change. Returns null when no change is announced.
function nextChangeAt({ clock, venueNow }: InstrumentRegistryDeps, known: ReadonlyMap<string, Known>): number | null {
  const now = venueNow();
  const due = [...known.values()].flatMap(({ changesAt }) => changesAt.filter((at) => at + instrumentReadGapMs > now));
  return due.length === 0 ? null : clock.now() + Math.min(...due) + instrumentReadGapMs - now;
}

function changesOf(row: OkxInstrument): readonly number[] {
  return [...(row.upcChg ?? []).map(({ effTime }) => effTime), row.expTime].filter((at) => at !== null);
}

function reportOfRow(row: unknown, venueNow: number): InstrumentReport | null {
  const parsed = okxInstrumentSchema.safeParse(row);
  return parsed.success ? toReport(parsed.data, { before: undefined, seenAt: venueNow }) : null;
}

/** The report before a row, and the exchange time at which the row was true. */
type Seen = { readonly before: InstrumentReport | undefined; readonly seenAt: number };

// A row without rules, for example of an instrument that is prepared for trading, changes only the state.
function toReport(row: OkxInstrument, { before, seenAt }: Seen): InstrumentReport | null {
  const state = stateOf(row);
  const changesAt = announcedAfter(row, seenAt);
  const numbers = [row.tickSz, row.lotSz, row.minSz, row.ctVal].map((text) => positive(text));
  const [tickSz, lotSz, minSz, ctVal] = numbers;
  if (tickSz === undefined || lotSz === undefined || minSz === undefined || ctVal === undefined)
    return before === undefined ? null : { ...before, state, expiresAt: row.expTime, changesAt };
  const [limit, market, multiplier] = [positive(row.maxLmtSz), positive(row.maxMktSz), positive(row.ctMult)];
  return {
    instrumentId: row.instId,
    // Facts of the past and orders that still rest may be on an earlier, finer grid.
    units: {
      tickSz: before === undefined ? tickSz : commonStep(before.units.tickSz, tickSz),
      lotSz: before === undefined ? lotSz : commonStep(before.units.lotSz, lotSz),
    },
    rules: {
      tickSz,
      lotSz,
      minSz,
      ...(limit === undefined ? {} : { maxLimitSz: limit }),
      ...(market === undefined ? {} : { maxMarketSz: market }),
    },
    contractValue: multiplier === undefined ? ctVal : multiply(ctVal, multiplier),
    state,
    expiresAt: row.expTime,
    changesAt,
  };
}

// Returns the time of the first announced change of the rules that this row may not contain yet. The exchange makes a change shortly after
// its announced time.
function announcedAfter({ upcChg }: OkxInstrument, seenAt: number): number | null {
  const times = (upcChg ?? []).flatMap(({ effTime }) =>
    effTime === null || effTime + instrumentReadGapMs <= seenAt ? [] : [effTime],
  );
  return times.length === 0 ? null : Math.min(...times);
}

function positive(text: string): Decimal | undefined {
  const value = text === '' ? undefined : parseDecimal(text);
  return value === undefined || isZero(value) ? undefined : value;
}

/** Returns the trading state that a row of the exchange shows. */
export function stateOf({ state }: OkxInstrument): InstrumentReport['state'] {
  switch (state) {
    case 'live':
    case 'expired':
      return state;
    case 'post_only':
      return 'postOnly';
    default:
      return 'halted';
  }
}

function textOf(report: InstrumentReport): string {
  return JSON.stringify(report, (_key, value: unknown) => (typeof value === 'bigint' ? String(value) : value));
}
