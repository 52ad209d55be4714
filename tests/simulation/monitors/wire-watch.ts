// Watches the requests of the engine: it changes only its own orders (I15), one environment (I17), request budgets (I18, L07), and no command
// without database or lease (L11, L12).
import type { HttpRequest, HttpResponse } from '@rondo/exchange';
import { parseClientOrderId } from '@rondo/engine';
import type { CheckContext } from '../checks/checkers.ts';
import type { TrueMarket } from '../checks/truth.ts';

/** A command may still leave this long after the database stopped to respond, because its intent was committed before. */
const leavesWithinMs = 1_000;
/** While a key is refused, the engine sends one private request in this time. */
const refusedKeyMs = 30_000;
/** A request that was refused because the key is unknown, expired, or frozen has one of these codes. */
const refusedKeyCodes: ReadonlySet<string> = new Set(['50100', '50110', '50111', '50114', '50119']);
/** The reading that asks whether the key is valid may be sent while the key is refused. */
const keyReading = '/api/v5/account/config';
/** The largest number of orders in one request. */
const batchMax = 20;

export type WireMonitor = {
  /** A process sends a request. */
  sent(process: string, request: HttpRequest): void;
  /** A request arrives at the exchange. */
  arrived(request: HttpRequest, body: unknown): void;
  /** A process receives a response. */
  received(process: string, request: HttpRequest, response: Pick<HttpResponse, 'status' | 'text'>): void;
};

type WireMonitorDeps = {
  readonly context: CheckContext;
  readonly now: () => number;
  /** Returns the account of the product that an API key belongs to. */
  readonly accountOf: (apiKey: string) => string | undefined;
  readonly marketOf: (venueAccount: string, instId: string) => TrueMarket;
  readonly holderOf: (accountId: string) => string | null;
  /** Returns the time since when the database does not respond to a process, or null. */
  readonly databaseCutSince: (process: string) => number | null;
  /** Returns true when a fault may refuse requests because too many arrive. */
  readonly mayBeBusy: () => boolean;
  readonly host: string;
};

type Row = Readonly<Record<string, unknown>>;

/** Returns a watch over a network without requests. */
export function createWireMonitor(deps: WireMonitorDeps): WireMonitor {
  const { context, now } = deps;
  /** The time of the latest allowed request of each process with a refused key. */
  const refusedKeys = new Map<string, { asked: number }>();
  const fail = (invariant: string, text: string): void => context.report({ invariant, at: context.now(), text });
  const keyOf = (request: HttpRequest): string | undefined => request.headers['OK-ACCESS-KEY'];
  const checkRefusedKey = (key: string, { url }: HttpRequest): void => {
    const refused = refusedKeys.get(key);
    if (refused === undefined || url.includes(keyReading)) return;
    if (now() - refused.asked < refusedKeyMs)
      fail('L07', `two private requests with a refused key were sent within ${refusedKeyMs / 1_000} s`);
    refused.asked = now();
  };
  return {
    sent(process, request) {
      const { host, pathname } = new URL(request.url);
      if (host !== deps.host || request.headers['x-simulated-trading'] !== undefined)
        fail('I17', `the request ${request.url} goes to another environment`);
      const apiKey = keyOf(request);
      if (apiKey === undefined) return;
      checkRefusedKey(`${process}/${apiKey}`, request);
      if (!changesOrders(request)) return;
      const cutSince = deps.databaseCutSince(process);
      if (cutSince !== null && now() - cutSince > leavesWithinMs)
        fail('L11', `${process} sent ${pathname} while its database did not respond`);
      const holder = deps.holderOf(deps.accountOf(apiKey) ?? '');
      if (holder !== null && holder !== process)
        fail('L12', `${process} sent ${pathname} while ${holder} held the lease`);
    },
    arrived(request, body) {
      if (!changesOrders(request)) return;
      const rows = (Array.isArray(body) ? body : [body]) as readonly Row[]; // Each row of an order request is a JSON object.
      if (rows.length > batchMax) fail('I31', `a request has ${rows.length} orders`);
      if (!/cancel|amend/.test(request.url)) return;
      const bot = botsOf(deps, keyOf(request) ?? '');
      for (const row of rows)
        if (!isOwn(deps, bot, row)) fail('I15', `the engine changes the order ${JSON.stringify(row)}`);
    },
    received(process, request, response) {
      const key = `${process}/${keyOf(request)}`;
      const code = /^\{"code":"(\d+)"/.exec(response.text)?.[1] ?? '';
      if (!refusedKeyCodes.has(code) && code !== '') refusedKeys.delete(key);
      else if (code !== '' && !refusedKeys.has(key)) refusedKeys.set(key, { asked: now() });
      if (code === '50011' && !deps.mayBeBusy())
        fail('I18', `the exchange refused ${request.url} because too many requests arrived`);
    },
  };
}

/** Returns true for a request that places, amends or cancels orders. */
export function changesOrders({ method, url }: Pick<HttpRequest, 'method' | 'url'>): boolean {
  return method === 'POST' && url.includes('/api/v5/trade/');
}

function botsOf({ context, accountOf }: WireMonitorDeps, apiKey: string): string | undefined {
  const accountId = accountOf(apiKey);
  return context.roster.all.find((bot) => bot.accountId === accountId)?.venueAccount;
}

// An order is ours when its client id has our checksum and names a bot of this account and instrument.
function isOwn({ context, marketOf }: WireMonitorDeps, venueAccount: string | undefined, row: Row): boolean {
  if (venueAccount === undefined) return false;
  const instId = String(row['instId']);
  const market = marketOf(venueAccount, instId);
  const clientId =
    row['clOrdId'] ??
    row['algoClOrdId'] ??
    market.orders.get(String(row['ordId']))?.clOrdId ??
    market.triggers.get(String(row['algoId']))?.algoClOrdId;
  const slot = typeof clientId === 'string' ? parseClientOrderId(clientId, context.keyedHash) : null;
  const bot = slot === null ? undefined : context.roster.byNumber(slot.botNumber);
  return bot?.venueAccount === venueAccount && bot.config.instrument.id === instId;
}
