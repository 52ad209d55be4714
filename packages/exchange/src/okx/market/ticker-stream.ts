// The ticker stream of one venue. All listeners use one public socket, which is open while the stream has a listener.
// While the socket delivers no prices, the tickers are read with requests. The stream has no subscription for an instrument
// whose tickers a preferred node publishes.
import { formatDecimal } from '@rondo/decimal';
import type { Chance, Clock, Log, TickerReport } from '@rondo/engine/ports';
import { okxTickerSchema, readOkxRow, type OkxChannelArg, type OkxTicker } from '@rondo/protocol';
import type { Transport } from '../../transport/transport.ts';
import { relayCheckMs } from '../../limits.ts';
import type { PriceRelay, PriceRow } from './price-relay.ts';
import { createPriceRefresh } from './price-refresh.ts';
import { createOkxSocket, type OkxSocket } from '../socket/socket.ts';
import { instrumentIdOf } from '../reads/field-reader.ts';
import { toTickerReport, type InstrumentRules } from '../reads/translate.ts';

/** The dependencies of the ticker stream. `url` is the address of the public socket. */
export interface TickerStreamDeps {
  readonly url: string;
  /** Other socket addresses of the same environment. A price of another environment must never be used (decision 9). */
  readonly alternates: readonly string[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly relay: PriceRelay;
  /** Reads the ticker rows of all instruments. Returns null when the reading failed. */
  readonly readAll: () => Promise<readonly unknown[] | null>;
  /** Hears pushed changes of instruments, as rows of the exchange. */
  readonly onInstruments: (rows: readonly unknown[]) => void;
  /** Called after each connection, because changes of instruments during the interruption were not pushed. */
  readonly onReady: () => void;
}

/** One listener of a stream. */
export interface TickerWatch {
  /**
   * While `isNeeded` is true, the listener gets each ticker when it arrives. Otherwise the listener gets a ticker only by
   * `deliver`. A new listener needs the tickers.
   */
  need(isNeeded: boolean): void;
  /** Passes the latest ticker to the listener when the listener did not get this ticker before. */
  deliver(): void;
  /** Removes the listener. */
  close(): void;
}

/** The tickers of many listeners over one socket. `close` removes all listeners. */
export interface TickerStream {
  watch(instrument: InstrumentRules, listener: (ticker: TickerReport) => void): TickerWatch;
  /** Returns the last ticker of the instrument, also of an instrument without a listener that another node publishes. Returns null when no ticker is known. */
  last(instrument: InstrumentRules): TickerReport | null;
  close(): void;
}

interface Listener {
  readonly rules: InstrumentRules;
  readonly tick: string;
  readonly hear: (ticker: TickerReport) => void;
  heard: LastTicker | null; // The ticker that the listener got last.
}

interface Watched {
  readonly listeners: Set<Listener>;
  readonly needy: Set<Listener>; // The listeners that need each ticker. With hundreds of accounts, a call per ticker and account would cost more than all other work on prices.
  readonly since: number; // local epoch ms of the first listener
  last: LastTicker | null;
  isSubscribed: boolean;
}

interface LastTicker {
  readonly row: OkxTicker;
  /** The row before it was parsed, for the other nodes. */
  readonly source: unknown;
  readonly receivedAt: number;
  /** The reports of the row by tick size. Most listeners have the same tick size, so the row is translated once for all of them. */
  readonly reports: Map<string, ReturnType<typeof toTickerReport>>;
}

/** Returns a stream without a connection. A later listener of an instrument receives the last ticker of the instrument immediately. */
export function createTickerStream(deps: TickerStreamDeps): TickerStream {
  const watched = new Map<string, Watched>();
  let socket: OkxSocket | null = null;
  const checks = every(deps.clock, () => {
    for (const entry of watched) followRelay(deps.relay, entry, socket);
  });
  const refresh = createPriceRefresh({
    clock: deps.clock,
    oldestReceivedAt: () => oldestReceivedAt(watched),
    readAll: async () => publish((await deps.readAll()) ?? []),
  });
  deps.relay.listen('tickers', (received) => void note(deps.log, watched, received));

  function publish(rows: readonly unknown[]): void {
    for (const row of rows) {
      const receivedAt = deps.clock.now();
      if (note(deps.log, watched, { row, receivedAt })) deps.relay.offer('tickers', row, receivedAt);
    }
  }

  function connect(instrumentId: string): OkxSocket {
    refresh.start();
    checks.start();
    return openSocket(deps, instrumentId, publish);
  }

  function release(instrumentId: string): void {
    watched.delete(instrumentId);
    socket?.unwant(argOf(instrumentId));
    if (watched.size === 0) disconnect();
  }

  function disconnect(): void {
    refresh.stop();
    checks.stop();
    socket?.close();
    socket = null;
  }

  return {
    watch(instrument, hear) {
      const known = watched.get(instrument.id);
      const target: Watched = known ?? newWatched(deps.clock.now());
      const watch = addListener(deps.log, { target, instrument, hear, release: () => release(instrument.id) });
      if (known === undefined) {
        watched.set(instrument.id, target);
        if (socket === null) socket = connect(instrument.id);
        else socket.want(argOf(instrument.id));
      }
      return watch;
    },
    last: (instrument) =>
      reportOf(watched.get(instrument.id)?.last ?? deps.relay.last('tickers', instrument.id), instrument),
    close() {
      watched.clear();
      disconnect();
    },
  };
}

// Calls the function each `relayCheckMs` between `start` and `stop`.
function every(clock: Clock, run: () => void) {
  let timer: { cancel(): void } | null = null;
  const next = (): void => void (timer = clock.after(relayCheckMs, step));
  const step = (): void => {
    next();
    run();
  };
  return {
    start: next,
    stop() {
      timer?.cancel();
      timer = null;
    },
  };
}

// Stores the row and passes it to the listeners. Returns false for a row that is not used.
function note(log: Log, watched: ReadonlyMap<string, Watched>, { row, receivedAt }: PriceRow): boolean {
  // Only rows of watched instruments are parsed, because the exchange lists several hundred instruments.
  const target = watched.get(instrumentIdOf(row));
  const parsed = target === undefined ? null : readOkxRow(okxTickerSchema, row);
  if (target === undefined || parsed?.success !== true) return false;
  // A push that arrived during the request may be newer than the rows in the response.
  if (isOlder({ at: parsed.data.ts, receivedAt }, target.last)) return false;
  target.last = { row: parsed.data, source: row, receivedAt, reports: new Map() };
  for (const listener of target.needy) pass(log, target, listener);
  return true;
}

// Subscribes to an instrument that no preferred node publishes, and to no other instrument. The last ticker is published again,
// so that the other nodes see that this node runs while the price does not change.
function followRelay(
  relay: PriceRelay,
  [instrumentId, target]: readonly [string, Watched],
  socket: OkxSocket | null,
): void {
  const isCovered = relay.isCovered('tickers', instrumentId);
  if (isCovered && target.isSubscribed) socket?.unwant(argOf(instrumentId));
  if (!isCovered && !target.isSubscribed) socket?.want(argOf(instrumentId));
  target.isSubscribed = !isCovered;
  if (target.last !== null) relay.offer('tickers', target.last.source, target.last.receivedAt);
}

function reportOf(last: LastTicker | PriceRow | null, instrument: InstrumentRules): TickerReport | null {
  const row = last === null ? undefined : readOkxRow(okxTickerSchema, 'source' in last ? last.source : last.row).data;
  const report = last === null || row === undefined ? null : toTickerReport(row, instrument, last.receivedAt);
  return report?.ok === true ? report.value : null;
}

// Another node publishes a row again while the price does not change.
function isOlder(row: { readonly at: number; readonly receivedAt: number }, last: LastTicker | null): boolean {
  if (last === null) return false;
  return row.at < last.row.ts || (row.at === last.row.ts && row.receivedAt < last.receivedAt);
}

// The first subscriptions are the tickers of one instrument and the rules of all instruments.
function openSocket(
  deps: TickerStreamDeps,
  instrumentId: string,
  publish: (rows: readonly unknown[]) => void,
): OkxSocket {
  return createOkxSocket({
    ...deps,
    urgency: () => 'managed',
    login: null,
    args: [argOf(instrumentId), { channel: 'instruments', instType: 'SWAP' }],
    onPush: ({ arg, data }) => (arg.channel === 'instruments' ? deps.onInstruments(data) : publish(data)),
    onReady: () => deps.onReady(),
    onDown: () => undefined,
  });
}

interface Watching {
  readonly target: Watched;
  readonly instrument: InstrumentRules;
  readonly hear: Listener['hear'];
  readonly release: () => void; // Called after the last listener of the instrument was removed.
}

// Adds a listener, and passes the last ticker to it.
function addListener(log: Log, { target, instrument, hear, release }: Watching): TickerWatch {
  const listener: Listener = { rules: instrument, tick: formatDecimal(instrument.tickSz), hear, heard: null };
  target.listeners.add(listener);
  target.needy.add(listener);
  pass(log, target, listener);
  return {
    need(isNeeded) {
      if (!isNeeded) return void target.needy.delete(listener);
      target.needy.add(listener);
      pass(log, target, listener);
    },
    deliver: () => pass(log, target, listener),
    close() {
      target.needy.delete(listener);
      if (target.listeners.delete(listener) && target.listeners.size === 0) release();
    },
  };
}

function newWatched(now: number): Watched {
  return { listeners: new Set(), needy: new Set(), since: now, last: null, isSubscribed: true };
}

// Passes the latest ticker to a listener that did not get it. Each listener has its own units, because bots of different ages may count in different ticks.
function pass(log: Log, { last }: Watched, listener: Listener): void {
  if (last === null || last === listener.heard) return;
  const { rules, tick, hear } = listener;
  listener.heard = last;
  const ticker = last.reports.get(tick) ?? toTickerReport(last.row, rules, last.receivedAt);
  last.reports.set(tick, ticker);
  if (ticker.ok) return hear(ticker.value);
  log.write('warn', 'okx.ticker.unreadable', { cause: ticker.cause });
}

function oldestReceivedAt(watched: ReadonlyMap<string, Watched>): number | null {
  const received = [...watched.values()].map(({ since, last }) => last?.receivedAt ?? since);
  return received.length === 0 ? null : Math.min(...received);
}

function argOf(instrumentId: string): OkxChannelArg {
  return { channel: 'tickers', instId: instrumentId };
}
