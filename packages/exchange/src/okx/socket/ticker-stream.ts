// One public socket for all ticker listeners. It is opened for the first listener and closed after the last listener has ended.
import type { Chance, Clock, Log, TickerReport } from '@rondo/engine/ports';
import { okxTickerSchema, type OkxChannelArg, type OkxFrame } from '@rondo/protocol';
import type { Transport } from '../../transport/transport.ts';
import { createOkxSocket, type OkxSocket } from './socket.ts';
import { toTickerReport, type InstrumentRules } from '../reads/translate.ts';

/** The dependencies of the ticker stream. `url` is the address of the public socket. */
export interface TickerStreamDeps {
  readonly url: string;
  /** Other addresses of the same environment. A price of another environment must never be used (decision 9). */
  readonly alternates: readonly string[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
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
  last: TickerReport | null;
}

/** Returns a stream without a connection. A later listener of an instrument receives the last ticker of the instrument immediately. */
export function createTickerStream(deps: TickerStreamDeps): TickerStream {
  const watched = new Map<string, Watched>();
  let socket: OkxSocket | null = null;

  function onPush(frame: Extract<OkxFrame, { kind: 'push' }>): void {
    if (frame.arg.channel !== 'tickers') return;
    for (const row of frame.data) {
      const read = readTicker(deps, watched, row);
      if (read === null) continue;
      read.target.last = read.ticker;
      for (const listener of read.target.listeners) listener(read.ticker);
    }
  }

  function subscribe(instrumentId: string): void {
    if (socket !== null) return socket.want(argOf(instrumentId));
    socket = createOkxSocket({
      ...deps,
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
    socket?.close();
    socket = null;
  }

  return {
    watch(instrument, listener) {
      const known = watched.get(instrument.id);
      const target = known ?? { rules: instrument, listeners: new Set(), last: null };
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
      socket?.close();
      socket = null;
    },
  };
}

function argOf(instrumentId: string): OkxChannelArg {
  return { channel: 'tickers', instId: instrumentId };
}

// Returns null for an unreadable row and for an instrument without a listener.
function readTicker(
  { clock, log }: TickerStreamDeps,
  watched: ReadonlyMap<string, Watched>,
  row: unknown,
): { readonly target: Watched; readonly ticker: TickerReport } | null {
  const parsed = okxTickerSchema.safeParse(row);
  const target = parsed.success ? watched.get(parsed.data.instId) : undefined;
  if (!parsed.success || target === undefined) return null;
  const ticker = toTickerReport(parsed.data, target.rules, clock.now());
  if (ticker.ok) return { target, ticker: ticker.value };
  log.write('warn', 'okx.ticker.unreadable', { cause: ticker.cause });
  return null;
}
