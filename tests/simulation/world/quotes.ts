// The prices of a run as the market made them last, and the price board of a process in a long run. The board gives them to the accounts of
// the process directly, because the client would read all prices every two seconds for days.
import { decimal, type Ticks } from '@rondo/decimal';
import type { Clock, InstrumentReport, MarkReport, TickerReport } from '@rondo/engine/ports';
import type { OkxPublic } from '@rondo/exchange';
import type { VirtualClock } from '@rondo/testkit';

/** The last price of an instrument in ticks and as a text. */
export type Quote = { readonly ticks: bigint; readonly text: string };

export type PriceBoard = Pick<
  OkxPublic,
  'watchTicker' | 'watchMark' | 'watchInstrument' | 'refreshInstruments' | 'noteOffGrid' | 'serverClock'
>;

type BoardDeps = {
  readonly quotes: ReadonlyMap<string, Quote>;
  readonly venueClock: Pick<VirtualClock, 'now'>;
  readonly clock: Clock;
  /** The instruments whose trading state has changed. */
  readonly instruments: ReadonlyMap<string, InstrumentReport>;
  /** Returns the time at which the exchange began to repeat its prices, or null. */
  readonly repeatedSince: () => number | null;
  /** Returns whether the process receives prices now. */
  readonly isReachable: () => boolean;
  /** Called when the process receives the prices. */
  readonly onPublish: (at: number) => void;
};

const pulseMs = 2_500;

/** Returns the board of one process. It publishes every price every 2.5 seconds, because an entry needs a price of the last five seconds. */
export function createPriceBoard(deps: BoardDeps): PriceBoard {
  const { quotes, venueClock, clock, isReachable, onPublish } = deps;
  const watched = new Map<
    (instrument: InstrumentReport) => void,
    { readonly id: string; reported: InstrumentReport | undefined }
  >();
  let made: ReadonlyMap<string, readonly [TickerReport, MarkReport]> = new Map();
  const tickers = new Map<(ticker: TickerReport) => void, string>();
  const marks = new Map<(mark: MarkReport) => void, string>();
  let isRunning = false;
  const makeReports = (): void => {
    const [at, receivedAt] = [venueClock.now(), clock.now()];
    const reports = new Map<string, readonly [TickerReport, MarkReport]>();
    for (const [instrumentId, { ticks, text }] of quotes) {
      const last = ticks as Ticks; // The market makes whole ticks.
      const times = { at, receivedAt };
      reports.set(instrumentId, [
        { instrumentId, last, bid: last, ask: last, ...times },
        { instrumentId, price: decimal(text), ...times },
      ]);
    }
    made = reports;
  };
  const publish = (): void => {
    // Repeated prices have their old exchange time and arrive now.
    if (deps.repeatedSince() === null || made.size === 0) makeReports();
    const receivedAt = clock.now();
    onPublish(venueClock.now());
    for (const [listener, instrumentId] of tickers) {
      const report = made.get(instrumentId);
      if (report !== undefined) listener({ ...report[0], receivedAt });
    }
    for (const [listener, instrumentId] of marks) {
      const report = made.get(instrumentId);
      if (report !== undefined) listener({ ...report[1], receivedAt });
    }
    for (const [listener, entry] of watched) {
      const report = deps.instruments.get(entry.id);
      if (report === undefined || report === entry.reported) continue;
      entry.reported = report;
      listener(report);
    }
  };
  const pulse = (): void => {
    isRunning = tickers.size + marks.size > 0;
    if (!isRunning) return;
    if (isReachable()) publish();
    clock.after(pulseMs, pulse);
  };
  const start = (): void => {
    if (isRunning) return;
    isRunning = true;
    clock.after(0, pulse);
  };
  return {
    watchTicker(instrument, listener) {
      tickers.set(listener, instrument.id);
      start();
      // This board also delivers the tickers that nobody needs.
      return {
        need: () => undefined,
        deliver: () => undefined,
        close: () => void tickers.delete(listener),
      };
    },
    watchMark(instrumentId, listener) {
      marks.set(listener, instrumentId);
      start();
      return { close: () => void marks.delete(listener) };
    },
    watchInstrument(instrumentId, listener) {
      watched.set(listener, { id: instrumentId, reported: undefined });
      return { close: () => void watched.delete(listener) };
    },
    refreshInstruments: () => undefined,
    noteOffGrid: () => undefined,
    serverClock: {
      now: () => venueClock.now(),
      isKnown: () => true,
      measure: async () => undefined,
      ready: async () => undefined,
    },
  };
}
