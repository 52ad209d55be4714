// The ticker stream of one venue. All listeners use one public socket, which is open while the stream has a listener.
// While the socket delivers no prices, the tickers are read with requests.
import type { Chance, Clock, Log, TickerReport } from '@rondo/engine/ports';
import { okxTickerSchema, type OkxChannelArg, type OkxFrame } from '@rondo/protocol';
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
}

/**
 * The tickers of many listeners over one socket. `close` of the result of `watch` removes one listener, and `close` of
 * the stream removes all listeners.
 */
export interface TickerStream {
  watch(instrument: InstrumentRules, listener: (ticker: TickerReport) => void): { close(): void };
  close(): void;
}

interface Watched {
  readonly rules: InstrumentRules;
  readonly listeners: Set<(ticker: TickerReport) => void>;
  readonly since: number; // local epoch ms of the first listener
  last: TickerReport | null;
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
      const read = readTicker(deps, watched, row);
      // A push that arrived during the request may be newer than the rows in the response.
      if (read === null || (read.target.last !== null && read.ticker.at < read.target.last.at)) continue;
      read.target.last = read.ticker;
      for (const listener of read.target.listeners) listener(read.ticker);
    }
  }

  function onPush(frame: Extract<OkxFrame, { kind: 'push' }>): void {
    if (frame.arg.channel === 'tickers') publish(frame.data);
  }

  function subscribe(instrumentId: string): void {
    if (socket !== null) return socket.want(argOf(instrumentId));
    refresh.start();
    socket = createOkxSocket({
      ...deps,
      urgency: () => 'managed',
      login: null,
      args: [argOf(instrumentId)],
      onPush,
      onReady: () => undefined,
      onDown: () => undefined,
    });
  }

  function release(instrumentId: string): void {
    watched.delete(instrumentId);
    socket?.unwant(argOf(instrumentId));
    if (watched.size > 0) return;
    refresh.stop();
    socket?.close();
    socket = null;
  }

  return {
    watch(instrument, listener) {
      const known = watched.get(instrument.id);
      const target = known ?? { rules: instrument, listeners: new Set(), since: deps.clock.now(), last: null };
      target.listeners.add(listener);
      if (target.last !== null) listener(target.last);
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
      refresh.stop();
      socket?.close();
      socket = null;
    },
  };
}

function oldestReceivedAt(watched: ReadonlyMap<string, Watched>): number | null {
  const received = [...watched.values()].map(({ since, last }) => last?.receivedAt ?? since);
  return received.length === 0 ? null : Math.min(...received);
}

function argOf(instrumentId: string): OkxChannelArg {
  return { channel: 'tickers', instId: instrumentId };
}

// Returns null for an unreadable row and for an instrument without a listener. Only rows of watched instruments are
// parsed, because the exchange lists several hundred instruments.
function readTicker(
  { clock, log }: TickerStreamDeps,
  watched: ReadonlyMap<string, Watched>,
  row: unknown,
): { readonly target: Watched; readonly ticker: TickerReport } | null {
  const target = watched.get(instrumentIdOf(row));
  if (target === undefined) return null;
  const parsed = okxTickerSchema.safeParse(row);
  if (!parsed.success) return null;
  const ticker = toTickerReport(parsed.data, target.rules, clock.now());
  if (ticker.ok) return { target, ticker: ticker.value };
  log.write('warn', 'okx.ticker.unreadable', { cause: ticker.cause });
  return null;
}
