// Builds the state of each traded market from the changes that the exchange reports: orders, triggers, fills, bills and the position.
import type { Change, ExchangeCore } from '@rondo/sandbox';

export type TrueOrder = Extract<Change, { kind: 'order' }>['value'];
export type TrueFill = Extract<Change, { kind: 'fill' }>['value'];
export type TrueTrigger = Extract<Change, { kind: 'algo' }>['value'];
type TrueAccount = Extract<Change, { kind: 'account' }>['value'];
export type TrueBill = Extract<Change, { kind: 'bill' }>['value'];

/** The orders and fills of one instrument in one account of the exchange. At most one bot trades there. */
export type TrueMarket = {
  readonly orders: Map<string, TrueOrder>; // The key is the order id of the exchange.
  readonly byClientId: Map<string, TrueOrder>; // The newest order of each client id.
  readonly triggers: Map<string, TrueTrigger>; // The key is the id of the trigger at the exchange.
  readonly fills: TrueFill[];
  readonly bills: TrueBill[];
  /** The position in signed lots after each change. The newest entry is the last element. */
  readonly positions: { readonly at: number; readonly lots: bigint }[];
  position: bigint;
};

export type Truth = {
  /** Returns the market of an account and an instrument. `venueAccount` is the id of the account at the exchange. */
  market(venueAccount: string, instId: string): TrueMarket;
  /** Returns true when the exchange has made a fill with this trade id. */
  hasFill(tradeId: string): boolean;
  /** Returns the number of funding bills until now. */
  fundings(): number;
  /** Returns all bills of each account. The key is the id of the account at the exchange. */
  billsByAccount(): ReadonlyMap<string, readonly TrueBill[]>;
  /** Returns a text that differs when a record of the account has changed. With `withMarkets` it also differs when a market has moved. */
  version(venueAccount: string, withMarkets: boolean): string;
  /** Returns the time since which a key of the account may withdraw, or null when no key may withdraw. */
  withdrawsSince(venueAccount: string): number | null;
  /** Reads the changes since the last call. Returns the changed markets with their changed orders and new fills. */
  follow(
    now: number,
  ): ReadonlyMap<TrueMarket, { readonly orders: readonly TrueOrder[]; readonly fills: readonly TrueFill[] }>;
};

type Changed = { readonly orders: TrueOrder[]; readonly fills: TrueFill[] };

/** The type of a funding bill at the exchange. */
export const fundingType = '8';

/** Creates an empty state. Each call of `follow` adds the new changes of the exchange. */
export function followTruth(core: ExchangeCore): Truth {
  const markets = new Map<string, TrueMarket>();
  const tradeIds = new Set<string>();
  const bills = new Map<string, TrueBill[]>();
  const versions = new Map<string, number>();
  const withdrawing = new Map<string, number>();
  let fundings = 0;
  let moves = 0;
  const market = (venueAccount: string, instId: string): TrueMarket => {
    const key = `${venueAccount}/${instId}`;
    const known = markets.get(key) ?? {
      orders: new Map(),
      byClientId: new Map(),
      triggers: new Map(),
      fills: [],
      bills: [],
      positions: [{ at: 0, lots: 0n }],
      position: 0n,
    };
    markets.set(key, known);
    return known;
  };
  return {
    market,
    hasFill: (tradeId) => tradeIds.has(tradeId),
    fundings: () => fundings,
    billsByAccount: () => bills,
    version: (venueAccount, withMarkets) => `${versions.get(venueAccount) ?? 0}/${withMarkets ? moves : ''}`,
    withdrawsSince: (venueAccount) => withdrawing.get(venueAccount) ?? null,
    follow(now) {
      const touched = new Map<TrueMarket, Changed>();
      const touch = (row: { readonly accountId: string; readonly instId: string }): [TrueMarket, Changed] => {
        const found = market(row.accountId, row.instId);
        const changed = touched.get(found) ?? { orders: [], fills: [] };
        touched.set(found, changed);
        return [found, changed];
      };
      for (const change of core.drainChanges()) {
        take(change, touch);
        if (change.kind === 'account') noteKeys(withdrawing, change.value, now);
        if ('accountId' in change.value)
          versions.set(change.value.accountId, (versions.get(change.value.accountId) ?? 0) + 1);
        else if (change.kind !== 'world') moves += 1;
        if (change.kind !== 'bill') continue;
        const ofAccount = bills.get(change.value.accountId);
        if (ofAccount === undefined) bills.set(change.value.accountId, [change.value]);
        else ofAccount.push(change.value);
        if (change.value.type === fundingType) fundings += 1;
      }
      for (const [found, { fills }] of touched) {
        book(found, fills, now);
        for (const { tradeId } of fills) tradeIds.add(tradeId);
      }
      return touched;
    },
  };
}

function noteKeys(withdrawing: Map<string, number>, { accountId, keys }: TrueAccount, now: number): void {
  if (!keys.some(({ perm }) => perm.includes('withdraw'))) withdrawing.delete(accountId);
  else if (!withdrawing.has(accountId)) withdrawing.set(accountId, now);
}

function take(
  change: Change,
  touch: (row: TrueOrder | TrueTrigger | TrueFill | TrueBill) => [TrueMarket, Changed],
): void {
  if (change.kind === 'order') {
    const [market, changed] = touch(change.value);
    market.orders.set(change.value.ordId, change.value);
    market.byClientId.set(change.value.clOrdId, change.value);
    changed.orders.push(change.value);
  }
  if (change.kind === 'algo') touch(change.value)[0].triggers.set(change.value.algoId, change.value);
  if (change.kind === 'fill') touch(change.value)[1].fills.push(change.value);
  if (change.kind === 'bill' && change.value.instId !== '') touch(change.value)[0].bills.push(change.value);
}

function book(market: TrueMarket, fills: TrueFill[], now: number): void {
  fills.sort((a, b) => (BigInt(a.billId) < BigInt(b.billId) ? -1 : 1));
  for (const fill of fills) {
    market.fills.push(fill);
    market.position += fill.side === 'buy' ? fill.lots : -fill.lots;
  }
  if (fills.length > 0) market.positions.push({ at: now, lots: market.position });
}

/** Returns true while the exchange may still fill the order. */
export function isLive(order: Pick<TrueOrder, 'state'>): boolean {
  return order.state === 'live' || order.state === 'partially_filled';
}
