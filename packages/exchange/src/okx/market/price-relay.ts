// The rows of prices that the nodes of one installation send to each other, so that one node subscribes to the ticker of an
// instrument and reads its mark price for all nodes. A row of another node can be lost or late without harm, because each
// row has its age, and a node without rows reads the exchange itself.
import type { Clock } from '@rondo/engine/ports';
import { maxRelayedPrices, relayGapMs, relaySilentMs, relayStaleMs, relayTrustedAfterMs } from '../../limits.ts';
import { instrumentIdOf } from '../reads/field-reader.ts';
import type { ServerClock } from '../rest/server-clock.ts';

/** The kind of a relayed row: a ticker or a mark price. */
export type PriceChannel = 'tickers' | 'markPrice';

/** A row of the exchange that a node has received. */
export interface NodePrice {
  readonly channel: PriceChannel;
  readonly row: Readonly<Record<string, unknown>>;
  /** The time between the receipt of the row and its publication. */
  readonly ageMs: number;
  /** The time of the exchange at the receipt of the row, in epoch ms. The clocks of two nodes can differ, and the clock of the exchange is the same for both. */
  readonly venueAt: number;
}

/** The way to the other nodes. No call waits. */
export interface PricePort {
  publish(price: NodePrice): void;
  /**
   * Calls the listener for each row of another node. `isPreferred` is true when this node must leave the instruments of the
   * other node to it. Of two nodes exactly one is preferred.
   */
  subscribe(listener: (price: NodePrice, isPreferred: boolean) => void): void;
}

/** A row of a price with the local time at which a node received it from the exchange. The time on the way between two nodes is a part of its age. */
export type PriceRow = { readonly row: unknown; readonly receivedAt: number };

/** The rows of this node and of the other nodes. */
export interface PriceRelay {
  /** Publishes a row that this node has received from the exchange, when no preferred node publishes the instrument. */
  offer(channel: PriceChannel, row: unknown, receivedAt: number): void;
  /** Calls the listener for each row of another node. */
  listen(channel: PriceChannel, listener: (received: PriceRow) => void): void;
  /** Returns whether a preferred node publishes fresh rows of the instrument. */
  isCovered(channel: PriceChannel, instrumentId: string): boolean;
  /** Returns the last row of the instrument that another node has published, or null. */
  last(channel: PriceChannel, instrumentId: string): PriceRow | null;
}

// `since` is the time since which a preferred node has published the instrument without an interruption.
type Heard = PriceRow & { readonly at: number; readonly since: number | null };

/** What the relay needs. Without a port this node is alone. */
export interface PriceRelayDeps {
  readonly clock: Clock;
  readonly venueClock: Pick<ServerClock, 'now' | 'isKnown' | 'ready'>;
  readonly port: PricePort | null;
}

/**
 * Creates the relay. While this node does not know the clock of the exchange, it publishes no row and ignores the rows of the other nodes, because it does not know
 * how long they were on their way.
 */
export function createPriceRelay({ clock, venueClock, port }: PriceRelayDeps): PriceRelay {
  const heard = new Map<string, Heard>();
  const publishedAt = new Map<string, number>();
  const listeners: { readonly channel: PriceChannel; readonly hear: (received: PriceRow) => void }[] = [];
  const keyOf = (channel: PriceChannel, instrumentId: string): string => `${channel} ${instrumentId}`;
  const isAlive = ({ at, receivedAt }: Heard): boolean =>
    clock.now() - at <= relaySilentMs && clock.now() - receivedAt <= relayStaleMs;
  const isCovered = (channel: PriceChannel, instrumentId: string): boolean => {
    const known = heard.get(keyOf(channel, instrumentId));
    if (known === undefined || known.since === null) return false;
    return isAlive(known) && clock.now() - known.since >= relayTrustedAfterMs;
  };
  const knowsVenueTime = (): boolean => {
    void venueClock.ready(); // Measures the clock of the exchange when a measurement is due.
    return venueClock.isKnown();
  };
  port?.subscribe(({ channel, row, ageMs, venueAt }, isPreferred) => {
    if (!knowsVenueTime()) return;
    const key = keyOf(channel, instrumentIdOf(row));
    const known = heard.get(key);
    const isContinued = known !== undefined && known.since !== null && isAlive(known);
    // A node that is not preferred does not end the time of the preferred node.
    const since = isContinued ? known.since : isPreferred ? clock.now() : null;
    const at = isPreferred || known === undefined ? clock.now() : known.at;
    const received = { row, receivedAt: clock.now() - Math.max(ageMs, venueClock.now() - venueAt) };
    put(heard, key, { ...received, at, since });
    for (const each of listeners) if (each.channel === channel) each.hear(received);
  });
  return {
    offer(channel, row, receivedAt) {
      if (port === null || !isRecord(row) || !knowsVenueTime()) return;
      const instrumentId = instrumentIdOf(row);
      const key = keyOf(channel, instrumentId);
      if (clock.now() - (publishedAt.get(key) ?? -Infinity) < relayGapMs || isCovered(channel, instrumentId)) return;
      put(publishedAt, key, clock.now());
      const ageMs = Math.max(0, clock.now() - receivedAt);
      port.publish({ channel, row, ageMs, venueAt: venueClock.now() - ageMs });
    },
    listen: (channel, hear) => void listeners.push({ channel, hear }),
    isCovered,
    last: (channel, instrumentId) => heard.get(keyOf(channel, instrumentId)) ?? null,
  };
}

/** Stores an entry. When the map is full, the oldest entry is deleted. */
function put<T>(map: Map<string, T>, key: string, value: T): void {
  const [oldest] = map.keys();
  if (!map.has(key) && map.size >= maxRelayedPrices && oldest !== undefined) map.delete(oldest);
  map.set(key, value);
}

function isRecord(row: unknown): row is Readonly<Record<string, unknown>> {
  return typeof row === 'object' && row !== null && !Array.isArray(row);
}
