// The process of the exchange: the sandbox over real sockets with the handshake limit of OKX and without a journal on disk.
// Its prices change only when the bench changes them.
import { runSandbox } from '@rondo/sandbox';
import { seededChance } from '@rondo/testkit';
import { ownUsage, serveOrders } from './child.ts';

/** A price at which orders rest, and the number of these orders. */
export interface Level {
  readonly instId: string;
  readonly price: string;
  readonly orders: number;
}

/** The decimal places of the tick of each instrument. */
const decimalPlaces: Readonly<Record<string, number>> = {
  'ETH-USDT-SWAP': 2,
  'BTC-USDT-SWAP': 1,
  'XRP-USDT-SWAP': 4,
  'DOGE-USDT-SWAP': 5,
};

const running = await runSandbox({ speed: 0, limitsHandshakes: true, accounts: [] });
const { core } = running;
const chance = seededChance('prices');
let jitter: NodeJS.Timeout | null = null;

const orders = {
  addresses: () => ({ rest: running.rest, ws: running.ws }),
  openAccounts: (count: number) =>
    Array.from({ length: count }, (_, place) => {
      const keys = core.createAccount({ label: `account-${place}`, usdt: '100000' });
      if (keys === undefined) throw new Error('The sandbox cannot open another account.');
      return keys;
    }),
  usage: () => ({ ...ownUsage(), handshakes: JSON.stringify(core.state()['handshakes']) }),
  /** Returns the levels of the resting entries of these instruments, with the highest price of each instrument first. */
  levels: (instIds: readonly string[]): readonly Level[] => instIds.flatMap(levelsOf),
  /** Moves the prices to the levels in sequence, at random instants with this mean rate. Returns how late each price change was, in ms. */
  descend: ({ levels, perSecond }: { readonly levels: readonly Level[]; readonly perSecond: number }) =>
    descend(levels, perSecond),
  /** Raises and lowers the prices of all instruments by one tick four times a second, or ends this movement. */
  jitter: (instIds: readonly string[]) => {
    if (jitter !== null) clearInterval(jitter);
    jitter = instIds.length === 0 ? null : setInterval(() => instIds.forEach(shake), 250);
  },
};
/** The functions of this process. */
export type ExchangeOrders = typeof orders;

serveOrders(orders);

function levelsOf(instId: string): readonly Level[] {
  const counts = new Map<string, number>();
  for (const { label } of core.accounts) {
    const rows = core.ledger(label)?.['orders'] as readonly Readonly<Record<string, string>>[]; // The ledger has this list.
    for (const { instId: id, state, side, reduceOnly, px = '' } of rows)
      if (id === instId && state === 'live' && side === 'buy' && reduceOnly !== 'true')
        counts.set(px, (counts.get(px) ?? 0) + 1);
  }
  const levels = [...counts].map(([price, count]) => ({ instId, price, orders: count }));
  return levels.toSorted((a, b) => Number(b.price) - Number(a.price));
}

async function descend(levels: readonly Level[], perSecond: number): Promise<readonly number[]> {
  const late: number[] = [];
  let at = performance.now();
  for (const { instId, price, orders: count } of levels) {
    at += chance.exponential((1_000 / perSecond) * count);
    while (performance.now() < at) await new Promise((resolve) => setTimeout(resolve, 1));
    late.push(performance.now() - at);
    // An order fills when the price passes its level.
    move(instId, [shifted(instId, price, -1)]);
    // Late price changes follow one another, and the requests that arrived in the meantime are processed between them.
    await new Promise((resolve) => setImmediate(resolve));
  }
  return late;
}

function shake(instId: string): void {
  const last = move(instId, []);
  move(instId, [shifted(instId, last, 1)]);
  move(instId, [last]);
}

// Returns the price that is this number of ticks higher.
function shifted(instId: string, price: string, ticks: number): string {
  const places = decimalPlaces[instId] ?? 0;
  return (Number(price) + ticks / 10 ** places).toFixed(places);
}

function move(instId: string, prices: readonly string[]): string {
  const moved = core.advance({ instId, prices });
  if (!moved.ok) throw new Error(moved.reason);
  if (prices.length > 0) core.step();
  return moved.last;
}
