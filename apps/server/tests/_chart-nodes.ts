// Nodes whose requests for candles are counted, with one sandbox as their exchange. The time of the sandbox and of the nodes changes only by `passTime`, so that no
// candle begins unexpectedly.
import { contractLimits } from '@rondo/contract';
import { createNodeTransport, createOkxPublic, type Transport } from '@rondo/exchange';
import { runSandbox } from '@rondo/sandbox';
import { wallClock } from '../src/async/wall-clock.ts';
import type { ChartPort, MarketCandle } from '../src/market/market.ts';
import { barMs } from '../src/venues/okx/okx-bars.ts';
import { createOkxMarket } from '../src/venues/okx/okx-market.ts';

/** The instrument and the bar of the charts. */
export const chartOf = { instrumentId: 'BTC-USDT-SWAP', bar: '15m' } as const;

/** Starts the sandbox at one minute after the beginning of a candle. */
export async function startChartNodes() {
  let now = Math.floor(wallClock.now() / barMs['1D']) * barMs['1D'] + barMs['1m'];
  const clock = { now: () => now, after: (delayMs: number, run: () => void) => wallClock.after(delayMs, run) };
  const sandbox = await runSandbox({ seed: 7, hold: true, accounts: [], clock });
  const network = createNodeTransport();

  /** Opens a node that knows the clock of the exchange and has read the instruments. */
  async function open(charts: ChartPort) {
    const counts = { recent: 0, older: 0 };
    const transport: Transport = {
      request(request) {
        if (request.url.includes('/market/candles')) counts.recent += 1;
        if (request.url.includes('/market/history-candles')) counts.older += 1;
        return network.request(request);
      },
      openSocket: (url, urgency) => network.openSocket(url, urgency),
    };
    const client = createOkxPublic({
      restOrigin: sandbox.rest,
      wsBase: sandbox.ws,
      environment: 'sandbox',
      clock,
      log: { write: () => undefined },
      transport,
      addressBudget: { take: async () => true, penalise: () => undefined },
    });
    const market = createOkxMarket({ client, clock, charts });
    // The exchange permits few requests for its time in 2 s.
    now += 2_000;
    await client.serverClock.measure();
    const listings = await market.listings();
    if (!client.serverClock.isKnown() || !listings.ok) throw new Error('The node knows no clock or no instruments.');
    return {
      counts,
      measure: () => client.serverClock.measure(),
      async chart(
        of: { readonly instrumentId?: string; readonly bar?: string } = {},
      ): Promise<readonly MarketCandle[]> {
        const read = await market.candles({ ...chartOf, ...of, limit: contractLimits.candleRows });
        if (!read.ok) throw new Error(read.cause);
        return read.value;
      },
    };
  }

  return {
    open,
    now: () => now,
    passTime: (ms: number): void => void (now += ms),
    async close() {
      await network.close();
      await sandbox.close();
    },
  };
}
