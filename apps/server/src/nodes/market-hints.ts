// The prices and charts that the nodes publish for each other, as hints of the bus.
import { maxCandlesBytes, type Bus } from '@rondo/bus';
import type { PricePort } from '@rondo/exchange';
import type { ServerRole } from '../env.ts';
import type { ChartPort, MarketCandle } from '../market/market.ts';

type CandleRow = [at: number, open: string, high: string, low: string, close: string, volume: string];

/** Connects the prices with the bus. Of two nodes, the one whose name in the hints is smaller is preferred. A node of people publishes no price. */
export function createPriceHints(bus: Bus, role: ServerRole): PricePort {
  return {
    publish({ channel, row, ageMs, venueAt }) {
      const { instId } = row;
      if (role === 'api' || typeof instId !== 'string' || !bus.figures().isConnected) return;
      bus.publish('price', { channel, row: { ...row, instId }, ageMs, venueAt });
    },
    subscribe: (listener) =>
      void bus.subscribe('price', ({ origin, fields }) => listener(fields, role === 'api' || origin.from < bus.node)),
  };
}

/** Connects the charts with the bus. A node that only trades publishes and receives no charts. A chart that is too large for one message is not published. */
export function createChartHints(bus: Bus, role: ServerRole): ChartPort {
  if (role === 'engine') return { publish: () => undefined, subscribe: () => undefined };
  return {
    publish({ candles, ...chart }) {
      const rows = candles.map(toRow);
      if (!bus.figures().isConnected || Buffer.byteLength(JSON.stringify(rows)) > maxCandlesBytes) return;
      bus.publish('chart', { ...chart, candles: rows });
    },
    subscribe: (listener) =>
      void bus.subscribe('chart', ({ fields }) => listener({ ...fields, candles: fields.candles.map(toCandle) })),
  };
}

function toRow({ at, open, high, low, close, volume }: MarketCandle): CandleRow {
  return [at, open, high, low, close, volume];
}

function toCandle([at, open, high, low, close, volume]: CandleRow): MarketCandle {
  return { at, open, high, low, close, volume };
}
