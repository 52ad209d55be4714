// The ticker stream of one venue. All listeners use one public socket, which is open while the stream has a listener.
// While the socket delivers no prices, the tickers are read with requests.
import { formatDecimal } from '@rondo/decimal';
import type { Chance, Clock, Log, TickerReport } from '@rondo/engine/ports';
import { okxTickerSchema, type OkxChannelArg, type OkxTicker } from '@rondo/protocol';
import type { Transport } from '../../transport/transport.ts';
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
  /** Reads the ticker rows of all instruments. Returns null when the reading failed. */
  readonly readAll: () => Promise<readonly unknown[] | null>;
  /** Hears pushed changes of instruments, as rows of the exchange. */
  readonly onInstruments: (rows: readonly unknown[]) => void;
  /** Called after each connection, because changes of instruments during the interruption were not pushed. */
  readonly onReady: () => void;
}

/**
 * The tickers of many listeners over one socket. `close` of the result of `watch` removes one listener, and `close` of
 * the stream removes all listeners.
 */
export interface TickerStream {
  watch(instrument: InstrumentRules, listener: (ticker: TickerReport) => void): { close(): void };
  close(): void;
}

interface Listener {
  readonly rules: InstrumentRules;
  readonly tick: string;
  readonly hear: (ticker: TickerReport) => void;
}

interface Watched {
  readonly listeners: Set<Listener>;
  readonly since: number; // local epoch ms of the first listener
  last: LastTicker | null;
}

interface LastTicker {
  readonly row: OkxTicker;
  readonly receivedAt: number;
  /** The reports of the row by tick size. Most listeners have the same tick size, so the row is translated once for all of them. */
  readonly reports: Map<string, ReturnType<typeof toTickerReport>>;
}

/** Returns a stream without a connection. A later listener of an instrument receives the last ticker of the instrument immediately. */
export function createTickerStream(deps: TickerStreamDeps): TickerStream {
  const watched = new Map<string, Watched>();
  let socket: OkxSocket | null = null;
  const refresh = createPriceRefresh({
    clock: deps.clock,
    oldestReceivedAt: () => oldestReceivedAt(watched),
    readAll: async () => publish((await deps.readAll()) ?? []),
  });

  function publish(rows: readonly unknown[]): void {
    for (const row of rows) {
      // Only rows of watched instruments are parsed, because the exchange lists several hundred instruments.
      const target = watched.get(instrumentIdOf(row));
      const parsed = target === undefined ? null : okxTickerSchema.safeParse(row);
      if (target === undefined || parsed?.success !== true) continue;
      // A push that arrived during the request may be newer than the rows in the response.
      if (target.last !== null && parsed.data.ts < target.last.row.ts) continue;
      target.last = { row: parsed.data, receivedAt: deps.clock.now(), reports: new Map() };
      for (const listener of target.listeners) pass(deps.log, target, listener);
    }
  }

  function subscribe(instrumentId: string): void {
    if (socket !== null) return socket.want(argOf(instrumentId));
    refresh.start();
    socket = openSocket(deps, instrumentId, publish);
  }

  function release(instrumentId: string): void {
    watched.delete(instrumentId);
    socket?.unwant(argOf(instrumentId));
    if (watched.size === 0) disconnect();
  }

  function disconnect(): void {
    refresh.stop();
    socket?.close();
    socket = null;
  }

  return {
    watch(instrument, hear) {
      const known = watched.get(instrument.id);
      const target: Watched = known ?? { listeners: new Set(), since: deps.clock.now(), last: null };
      const listener = { rules: instrument, tick: formatDecimal(instrument.tickSz), hear };
      target.listeners.add(listener);
      pass(deps.log, target, listener);
      if (known === undefined) {
        watched.set(instrument.id, target);
        subscribe(instrument.id);
      }
      return {
        close() {
          if (target.listeners.delete(listener) && target.listeners.size === 0) release(instrument.id);
        },
      };
    },
    close() {
      watched.clear();
      disconnect();
    },
  };
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

// Each listener has its own units, because bots of different ages may count in different ticks.
function pass(log: Log, { last }: Watched, { rules, tick, hear }: Listener): void {
  if (last === null) return;
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
