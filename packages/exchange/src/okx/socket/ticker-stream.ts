// One public socket for all ticker listeners: opened for the first listener, closed after the last.
import type { Chance, Clock, Log, TickerReport } from '@rondo/engine/ports';
import { okxTicker, type OkxFrame } from '@rondo/protocol';
import type { Transport } from '../../transport/transport.ts';
import { createOkxSocket, type OkxSocket } from './socket.ts';
import { toTickerReport, type InstrumentRules } from '../reads/translate.ts';

/** The dependencies of the ticker stream. `url` is the address of the public socket. */
export interface TickerStreamDeps {
  readonly url: string;
  /** Other addresses of the same environment, because a price of another environment must never be used (decision 9). */
  readonly alternates: readonly string[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
}

/** Tickers of many listeners over one socket. The result of `watch` removes one listener; `close` removes all. */
export interface TickerStream {
  watch(instrument: InstrumentRules, listener: (ticker: TickerReport) => void): { close(): void };
  close(): void;
}

interface Watched {
  readonly rules: InstrumentRules;
  readonly listeners: Set<(ticker: TickerReport) => void>;
  last: TickerReport | null;
}

/** Returns a stream without a connection. A later listener of an instrument gets its last ticker at once. */
export function createTickerStream(deps: TickerStreamDeps): TickerStream {
  const watched = new Map<string, Watched>();
  let socket: OkxSocket | null = null;

  function onPush(frame: Extract<OkxFrame, { kind: 'push' }>): void {
    if (frame.arg.channel !== 'tickers') return;
    for (const one of frame.data) {
      const row = okxTicker.safeParse(one);
      const target = row.success ? watched.get(row.data.instId) : undefined;
      if (!row.success || target === undefined) continue;
      const ticker = toTickerReport(row.data, target.rules, deps.clock.now());
      if (!ticker.ok) {
        deps.log.write('warn', 'okx.ticker.unreadable', { cause: ticker.cause });
        continue;
      }
      target.last = ticker.value;
      for (const listener of target.listeners) listener(ticker.value);
    }
  }

  function argOf(instrumentId: string): { channel: string; instId: string } {
    return { channel: 'tickers', instId: instrumentId };
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
