// The request limits of OKX. The requests to each endpoint are counted in windows of two seconds, per network address or per account, as OKX documents.
import { failure, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import type { World } from '../state/world.ts';

/**
 * The limit of an endpoint. `most` is the largest count in a window. `by` says which requests are counted together. When `countsItems` is true, each item of
 * a batch is counted.
 */
interface Limit {
  readonly most: number;
  readonly by: 'ip' | 'ipInstrument' | 'account' | 'accountInstrument';
  readonly countsItems?: boolean;
  readonly windowMs?: number;
}

const { rateWindowMs } = sandboxLimits;
const orders = { most: 60, by: 'accountInstrument' } as const;
const batches = { most: 300, by: 'accountInstrument', countsItems: true } as const;
const algos = { most: 20, by: 'accountInstrument' } as const;

/** The limits of okx 1.4 by method and path. A path without a row has the limit `otherPublic` or `otherPrivate`. */
const limits: Readonly<Record<string, Limit>> = {
  'POST /api/v5/trade/order': orders,
  'POST /api/v5/trade/cancel-order': orders,
  'POST /api/v5/trade/amend-order': orders,
  'POST /api/v5/trade/batch-orders': batches,
  'POST /api/v5/trade/cancel-batch-orders': batches,
  'POST /api/v5/trade/amend-batch-orders': batches,
  'POST /api/v5/trade/close-position': algos,
  'POST /api/v5/trade/order-algo': algos,
  'POST /api/v5/trade/cancel-algos': algos,
  'POST /api/v5/trade/amend-algos': algos,
  'POST /api/v5/trade/cancel-all-after': { most: 1, by: 'account', windowMs: 1_000 },
  'GET /api/v5/trade/order': orders,
  'GET /api/v5/trade/orders-pending': { most: 60, by: 'account' },
  'GET /api/v5/trade/orders-history': { most: 40, by: 'account' },
  'GET /api/v5/trade/orders-history-archive': { most: 20, by: 'account' },
  'GET /api/v5/trade/fills': { most: 60, by: 'account' },
  'GET /api/v5/trade/fills-history': { most: 10, by: 'account' },
  'GET /api/v5/account/balance': { most: 10, by: 'account' },
  'GET /api/v5/account/positions': { most: 10, by: 'account' },
  'GET /api/v5/account/config': { most: 5, by: 'account' },
  'POST /api/v5/account/set-position-mode': { most: 5, by: 'account' },
  'GET /api/v5/account/bills': { most: 5, by: 'account' },
  'GET /api/v5/account/bills-archive': { most: 5, by: 'account' },
  'GET /api/v5/account/trade-fee': { most: 5, by: 'account' },
  'GET /api/v5/market/candles': { most: 40, by: 'ip' },
  'GET /api/v5/public/mark-price': { most: 10, by: 'ip' },
  'GET /api/v5/public/position-tiers': { most: 10, by: 'ip' },
  'GET /api/v5/public/time': { most: 10, by: 'ip' },
  'GET /api/v5/public/funding-rate': { most: 10, by: 'ipInstrument' },
};
const otherPrivate: Limit = { most: 20, by: 'account' };
const otherPublic: Limit = { most: 20, by: 'ip' };

/**
 * The new and amended orders of one account are counted together. When their number in a window is above `sandboxLimits.accountOrdersPerWindow`, OKX refuses
 * the order with 50061.
 */
const ordersOfAccount = new Set([
  'POST /api/v5/trade/order',
  'POST /api/v5/trade/batch-orders',
  'POST /api/v5/trade/amend-order',
  'POST /api/v5/trade/amend-batch-orders',
]);

/** The REST endpoint whose limit a socket operation uses. */
const restEndpoints: Readonly<Record<string, string>> = {
  order: 'POST /api/v5/trade/order',
  'batch-orders': 'POST /api/v5/trade/batch-orders',
  'cancel-order': 'POST /api/v5/trade/cancel-order',
  'batch-cancel-orders': 'POST /api/v5/trade/cancel-batch-orders',
  'amend-order': 'POST /api/v5/trade/amend-order',
  'batch-amend-orders': 'POST /api/v5/trade/amend-batch-orders',
};

/** Counts a public request. Returns the refusal when the limit is exceeded. */
export function countPublic(world: World, name: string, of: { ip: string; instId: string }): CoreResponse | undefined {
  const limit = limits[name] ?? otherPublic;
  const key = `${name}|${of.ip}${limit.by === 'ipInstrument' ? `|${of.instId}` : ''}`;
  return takes(world, key, { limit, count: 1 }) ? undefined : tooMany();
}

/** Counts a private request with its items. Returns the refusal when a limit is exceeded. */
export function countPrivate(
  world: World,
  name: string,
  of: { readonly accountId: string; readonly items: readonly Raw[]; readonly instrumentOf: (item: Raw) => string },
): CoreResponse | undefined {
  const limit = limits[name] ?? otherPrivate;
  if (ordersOfAccount.has(name)) {
    const cap = { most: sandboxLimits.accountOrdersPerWindow, by: 'account' } as const;
    if (!takes(world, `orders|${of.accountId}`, { limit: cap, count: Math.max(1, of.items.length) }))
      return failure('50061', 'Sub-account rate limit exceeded.');
  }
  const shares = new Map<string, number>();
  for (const item of of.items.length === 0 ? [{}] : of.items) {
    const where = limit.by === 'accountInstrument' ? of.instrumentOf(item) : '';
    shares.set(where, (shares.get(where) ?? 0) + 1);
  }
  for (const [where, count] of shares)
    if (!takes(world, `${name}|${of.accountId}|${where}`, { limit, count: limit.countsItems ? count : 1 }))
      return tooMany();
  return undefined;
}

/** Returns the REST endpoint whose limit a socket operation uses. */
export function restEndpointOf(op: string): string {
  return restEndpoints[op] ?? op;
}

function tooMany(): CoreResponse {
  return failure('50011', 'Too Many Requests', 429);
}

function takes(world: World, key: string, ask: { readonly limit: Limit; readonly count: number }): boolean {
  const now = world.clock.now();
  const known = world.rates.get(key);
  const windowMs = ask.limit.windowMs ?? rateWindowMs;
  const rate = known && now - known.since < windowMs ? known : { since: now, used: 0 };
  if (rate.used + ask.count > ask.limit.most) return false;
  rate.used += ask.count;
  world.rates.set(key, rate);
  if (world.rates.size > sandboxLimits.rateKeys) forgetOld(world, now);
  return true;
}

function forgetOld(world: World, now: number): void {
  for (const [key, rate] of world.rates) if (now - rate.since >= rateWindowMs) world.rates.delete(key);
}
