// The charts that the nodes for people read for each other. A chart of another node can be lost, doubled or late without harm, because it has its age, and a node
// without charts of other nodes reads the exchange itself.
import type { Clock } from '@rondo/engine/ports';
import type { OkxPublic } from '@rondo/exchange';
import type { ChartCandles, ChartPort, NodeChart } from '../../market/market.ts';
import { barMs, isBar } from './okx-bars.ts';

/** Candles with the local time at which a node began to read them. The time on the way between two nodes is a part of their age. */
export interface ReadChart extends ChartCandles {
  readonly readAt: number;
}

/** The charts of this node and of the other nodes. */
export interface ChartRelay {
  /** Publishes candles that this node has read from the exchange. */
  offer(chart: ReadChart): Promise<void>;
  /** Calls the listener for each chart of another node that this node can use. */
  listen(listener: (chart: ReadChart) => void): void;
}

/** What the relay needs. Without a port this node is alone. */
export interface ChartRelayDeps {
  readonly client: Pick<OkxPublic, 'serverClock'>;
  readonly clock: Clock;
  readonly isListed: (instrumentId: string) => boolean;
  readonly port: ChartPort | null;
}

/**
 * Creates the relay. While this node does not know the clock of the exchange, it publishes no chart and ignores the charts of the other nodes, because it does not know
 * how long they were on their way.
 */
export function createChartRelay({ client, clock, isListed, port }: ChartRelayDeps): ChartRelay {
  const { serverClock } = client;
  const isUsable = ({ instrumentId, bar, candles }: NodeChart): boolean => {
    const [first, last] = [candles[0]?.at ?? NaN, candles.at(-1)?.at ?? NaN];
    if (!isListed(instrumentId) || !isBar(bar) || last > serverClock.now()) return false;
    return first % barMs[bar] === 0 && candles.every(({ at }, index) => at === first + index * barMs[bar]);
  };
  return {
    async offer({ readAt, ...chart }) {
      if (port === null || chart.candles.length === 0) return;
      await serverClock.ready();
      if (!serverClock.isKnown()) return;
      const ageMs = Math.max(0, clock.now() - readAt);
      port.publish({ ...chart, ageMs, venueAt: serverClock.now() - ageMs });
    },
    listen(listener) {
      port?.subscribe((heard) => {
        void serverClock.ready(); // Measures the clock of the exchange when a measurement is due.
        if (!serverClock.isKnown() || !isUsable(heard)) return;
        const { ageMs, venueAt, ...chart } = heard;
        listener({ ...chart, readAt: clock.now() - Math.max(ageMs, serverClock.now() - venueAt) });
      });
    },
  };
}
