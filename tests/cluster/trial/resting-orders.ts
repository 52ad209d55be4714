// Checks that the orders on the markets that do not move stay at the exchange. Their bots want the same orders during the whole trial.
import { isDeepStrictEqual } from 'node:util';
import { setTimeout as wait } from 'node:timers/promises';
import { readLedger } from '../../e2e/support/exchange-truth.ts';
import type { TrialAccounts } from './accounts.ts';
import type { TrialWorld } from './world.ts';

const steadyWithinMs = 60_000;
/** Two equal readings with this time between them show that the bots have placed all their orders. */
const steadyMs = 3_000;

/** The open orders of one account, one text for each order, sorted. */
type OpenOrders = readonly string[];

export interface RestingOrders {
  /** The number of orders at the begin. */
  readonly count: number;
  /** Returns one sentence for each account whose orders are not those of the begin. */
  changed(): Promise<readonly string[]>;
}

/**
 * Waits until the orders of the bots on quiet markets no longer change, and returns the check against them. Rejects when a bot has no order, or when the orders still
 * change after 60 s.
 */
export async function watchRestingOrders(
  { home }: Pick<TrialWorld, 'home'>,
  { quiet }: Pick<TrialAccounts, 'quiet'>,
): Promise<RestingOrders> {
  const read = async (): Promise<ReadonlyMap<string, OpenOrders>> => {
    const orders = new Map<string, OpenOrders>();
    for (const { label, instrumentId } of quiet)
      orders.set(`${label} ${instrumentId}`, await openOrdersOf(home, { label, instrumentId }));
    return orders;
  };
  const expected = await untilSteady(read);
  return {
    count: [...expected.values()].flat().length,
    async changed() {
      const found = await read();
      return [...expected].flatMap(([name, wanted]) =>
        isDeepStrictEqual(found.get(name), wanted)
          ? []
          : [`${name}: the exchange has the orders ${list(found.get(name))} instead of ${list(wanted)}`],
      );
    },
  };
}

const list = (orders: OpenOrders = []): string => `[${orders.join(', ')}]`;

async function untilSteady(
  read: () => Promise<ReadonlyMap<string, OpenOrders>>,
): Promise<ReadonlyMap<string, OpenOrders>> {
  const beganAt = Date.now();
  let last = await read();
  for (;;) {
    await wait(steadyMs);
    const next = await read();
    const without = [...next].filter(([, orders]) => orders.length === 0).map(([name]) => name);
    if (without.length === 0 && isDeepStrictEqual(next, last)) return next;
    if (Date.now() - beganAt > steadyWithinMs)
      throw new Error(`The orders of the quiet markets are not steady. Without an order: ${without.join(', ')}`);
    last = next;
  }
}

async function openOrdersOf(
  home: string,
  { label, instrumentId }: { readonly label: string; readonly instrumentId: string },
): Promise<OpenOrders> {
  const { orders } = await readLedger(home, label);
  return orders
    .filter(({ instId, state }) => instId === instrumentId && (state === 'live' || state === 'partially_filled'))
    .map(({ side, posSide, sz, px }) => `${side} ${posSide} ${sz} at ${px}`)
    .toSorted();
}
