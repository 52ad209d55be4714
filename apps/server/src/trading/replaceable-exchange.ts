// The exchange of an account. Its client can be gated and replaced while bots run, and the engine uses the same object until the account is unlinked.
import type { AccountStream, Clock, Exchange, ExchangeHint, Outcome, Report, StreamNeeds } from '@rondo/engine/ports';
import type { AccountClient } from '../venues/venue.ts';

/**
 * A gated exchange sends nothing: commands are rejected locally, reads are unavailable, and streams are disconnected. The orders of the account stay at the
 * exchange.
 */
export interface ReplaceableExchange extends Exchange {
  readonly current: AccountClient;
  readonly isGated: boolean;
  /** Gates the client. When `next` is given, `next` replaces the client, so the old client sends nothing more. */
  gate(cause: string, next?: AccountClient): void;
  /** Ends the gate. When `next` is given, `next` replaces the client. Every stream is opened again, so all state is read again. */
  open(next?: AccountClient): void;
}

interface Stream {
  readonly hear: (hint: ExchangeHint) => void;
  readonly instruments: Set<Parameters<Exchange['listen']>[1][number]>;
  needs: StreamNeeds;
  session: AccountStream | null;
}

/** Wraps a client. It is gated from the start when `gateCause` is given. */
export function createReplaceableExchange(
  first: AccountClient,
  { clock, gateCause }: { readonly clock: Clock; readonly gateCause: string | null },
): ReplaceableExchange {
  let current = first;
  let gatedBy = gateCause;
  const streams = new Set<Stream>();
  const gated: Gated = {
    clock,
    current: () => current,
    gatedBy: () => gatedBy,
  };
  const connect = (stream: Stream): void => {
    stream.session = current.listen(stream.hear, [...stream.instruments], stream.needs);
  };
  return {
    get current() {
      return current;
    },
    get isGated() {
      return gatedBy !== null;
    },
    gate(cause, next) {
      gatedBy = cause;
      if (next !== undefined) current = next;
      for (const stream of streams) {
        stream.session?.close();
        stream.session = null;
        stream.hear({ kind: 'disconnected', cause });
      }
    },
    open(next) {
      for (const stream of streams) stream.session?.close();
      if (next !== undefined) current = next;
      gatedBy = null;
      for (const stream of streams) connect(stream);
    },
    venue: first.venue,
    ...forwarded(gated),
    listen(hear, instruments, needs) {
      const stream: Stream = { hear, instruments: new Set(instruments), needs, session: null };
      streams.add(stream);
      if (gatedBy === null) connect(stream);
      else hear({ kind: 'disconnected', cause: gatedBy });
      return accountStreamOf(stream, streams);
    },
  };
}

function accountStreamOf(stream: Stream, streams: Set<Stream>): AccountStream {
  return {
    watch(instrument) {
      for (const known of stream.instruments) if (known.id === instrument.id) stream.instruments.delete(known);
      stream.instruments.add(instrument);
      stream.session?.watch(instrument);
    },
    need(next) {
      stream.needs = next;
      stream.session?.need(next);
    },
    deliverTickers: () => stream.session?.deliverTickers(),
    close() {
      streams.delete(stream);
      stream.session?.close();
    },
  };
}

interface Gated {
  readonly clock: Clock;
  readonly current: () => AccountClient;
  readonly gatedBy: () => string | null;
}

/** The commands and reads of the port. They are passed to the current client only while it is not gated. */
function forwarded({ clock, current, gatedBy }: Gated): Omit<Exchange, 'listen' | 'venue'> {
  const command = <Value>(send: (exchange: AccountClient) => Promise<Outcome<Value>>): Promise<Outcome<Value>> => {
    const cause = gatedBy();
    if (cause === null) return send(current());
    return Promise.resolve({ kind: 'rejected', code: 'local_gate', message: `not sent: ${cause}`, reason: 'busy' });
  };
  const read = <Value>(ask: (exchange: AccountClient) => Promise<Report<Value>>): Promise<Report<Value>> =>
    gatedBy() === null
      ? ask(current())
      : Promise.resolve({ ok: false, cause: gatedBy() ?? '', reason: 'unavailable', startedAt: clock.now() });
  return {
    place: (order) => command((exchange) => exchange.place(order)),
    amend: (order) => command((exchange) => exchange.amend(order)),
    cancel: (order) => command((exchange) => exchange.cancel(order)),
    setLeverage: (instrumentId, leverage) => command((exchange) => exchange.setLeverage(instrumentId, leverage)),
    lookup: (instrument, clientId, trigger) => read((exchange) => exchange.lookup(instrument, clientId, trigger)),
    openOrders: (...input) => read((exchange) => exchange.openOrders(...input)),
    orderHistory: (instruments, sinceAt) => read((exchange) => exchange.orderHistory(instruments, sinceAt)),
    fillsAfter: (instruments, cursor) => read((exchange) => exchange.fillsAfter(instruments, cursor)),
    billsAfter: (instruments, cursor) => read((exchange) => exchange.billsAfter(instruments, cursor)),
    positions: (instruments) => read((exchange) => exchange.positions(instruments)),
    account: () => read((exchange) => exchange.account()),
    balance: () => read((exchange) => exchange.balance()),
    leverage: (instrumentId) => read((exchange) => exchange.leverage(instrumentId)),
    venueNow: () => current().venueNow(),
    isVenueTimeKnown: () => current().isVenueTimeKnown(),
  };
}
