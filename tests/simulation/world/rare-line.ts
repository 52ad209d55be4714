// The rare faults of single requests: a request that is refused because the address is busy, an order that is refused, a response that is cut,
// and a list that shows the state of some seconds ago.
import type { HttpRequest, HttpResponse } from '@rondo/exchange';
import type { ExchangeCore } from '@rondo/sandbox';
import type { SeededChance, VirtualClock } from '@rondo/testkit';
import { count, type Counts } from '../checks/counts.ts';
import type { Occurrences } from '../faults/occurrences.ts';
import type { RareFaults } from '../faults/rare-faults.ts';

type RareLineDeps = {
  readonly core: ExchangeCore;
  readonly clock: VirtualClock;
  readonly counts: Counts;
  readonly occurs: Occurrences['occurs'];
  readonly rare: () => RareFaults;
  readonly rareChance: SeededChance;
  readonly lists: Map<string, { readonly at: number; readonly text: string }>;
};

/** The codes of F-REJECT: too little margin, a price beyond the band, a tier, a size below the minimum, and a wrong parameter. */
const rejectCodes = ['51008', '51008', '51006', '51004', '51020', '51000'] as const;
const listPaths = /\/(trade\/(orders-pending|orders-algo-pending)|account\/(positions|balance))/;
const staleListMs = 10_000;
const hiddenMs = 8_000;

/** Returns the response of an exchange that executes no request because too many requests arrive. Returns null when the fault does not occur. */
export function refusedBusy({ rare, rareChance, counts, occurs }: RareLineDeps): HttpResponse | null {
  if (rare().busy <= 0 || !occurs('busy', rareChance.happens(rare().busy))) return null;
  count(counts.faults, 'busy');
  const text = '{"code":"50011","msg":"Too Many Requests","data":[]}';
  return { status: 429, headers: { 'content-type': 'application/json' }, text };
}

/** Returns true when a request with this address creates orders: one order, or a batch of orders. */
export function placesOrders(url: string): boolean {
  return /\/trade\/(order|batch-orders)$/.test(url);
}

/** Makes the exchange refuse the order of this request, when the fault occurs. */
export function rejectNext({ core, rare, rareChance, counts, occurs }: RareLineDeps, request: HttpRequest): void {
  if (!placesOrders(request.url) || request.method !== 'POST') return;
  if (rare().rejected <= 0 || !rareChance.happens(rare().rejected)) return;
  const code = rareChance.pick(rejectCodes);
  if (!occurs('rejected', true, code)) return;
  count(counts.faults, 'rejected');
  core.administer('faults', { kind: 'reject', code });
}

/** Returns the text of a response, or the text that a fault makes of it. */
export function spoiledText(deps: RareLineDeps, request: HttpRequest, text: string): string {
  const { rare, rareChance, counts, clock, lists, occurs } = deps;
  if (rare().truncated > 0 && rareChance.happens(rare().truncated)) {
    const cutAt = rareChance.between(0, text.length - 1);
    if (!occurs('truncated', true, request.url)) return text;
    count(counts.faults, 'truncated');
    return text.slice(0, cutAt);
  }
  if (isHidden(deps, request, text)) {
    count(counts.faults, 'hiddenOrder');
    return '{"code":"51603","msg":"Order does not exist","data":[]}';
  }
  if (rare().staleList <= 0 || !listPaths.test(request.url)) return text;
  const key = `${request.headers['OK-ACCESS-KEY']}${request.url}`;
  const before = lists.get(key);
  const isRecent = before !== undefined && clock.now() - before.at <= staleListMs;
  const isDrawn = isRecent && before.text !== text && rareChance.happens(rare().staleList);
  if (isDrawn && occurs('staleList', true, request.url)) {
    count(counts.faults, 'staleList');
    return before.text;
  }
  lists.set(key, { at: clock.now(), text });
  return text;
}

// A lookup may not find an order that the exchange accepted some seconds ago.
function isHidden(
  { rare, rareChance, clock, occurs }: RareLineDeps,
  { method, url }: HttpRequest,
  text: string,
): boolean {
  if (method !== 'GET' || rare().hiddenOrder <= 0 || !/\/trade\/order\?/.test(url)) return false;
  const createdAt = Number(/"cTime":"(\d+)"/.exec(text)?.[1] ?? 0);
  if (clock.now() - createdAt >= hiddenMs) return false;
  return occurs('hiddenOrder', rareChance.happens(rare().hiddenOrder), url);
}
