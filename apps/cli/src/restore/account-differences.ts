// Compares the journal with the exchange for one account: open orders and positions.
import { createHmac } from 'node:crypto';
import { add, compareDecimals, formatDecimal, negate, parseDecimal, zero, type Decimal } from '@rondo/decimal';
import { parseClientOrderId } from '@rondo/engine';
import type { RawPosition } from '@rondo/exchange';
import type { OrderReport } from '@rondo/engine/ports';
import type { AccountRecord, ToolStore } from '@rondo/store';

/** The parts of the store that the comparison reads. */
export type ComparedStore = Pick<ToolStore, 'bots' | 'journal' | 'keys'>;

/** A position that differs. Sizes are contracts, and a short position is negative. */
export interface PositionDifference {
  readonly instrument: string;
  readonly exchange: string;
  readonly bots: string;
}

/** What differs between the journal and the exchange. `problem` says why the account could not be read, and the other fields are then empty. */
export interface AccountDifferences {
  readonly account: string;
  readonly label: string;
  readonly problem: string | null;
  /** The number of open orders that the journal knows. */
  readonly knownOrders: number;
  /** The open orders with a client id of ours that the journal does not know. */
  readonly unknownOrders: readonly { readonly instrument: string; readonly clientId: string }[];
  /** The number of open orders that are not ours, and of orders with an id of another account. */
  readonly otherOrders: number;
  /** The client ids of the orders that are open only in the journal. */
  readonly missingOrders: readonly string[];
  readonly positions: readonly PositionDifference[];
}

/** The open orders and positions of an account as the exchange lists them, or the reason why they could not be read. */
export type AccountListing =
  | { readonly ok: true; readonly orders: readonly OrderReport[]; readonly positions: readonly RawPosition[] }
  | { readonly ok: false; readonly cause: string };

/** Returns the differences of one account. */
export async function compareAccount(
  store: ComparedStore,
  { id, label }: Pick<AccountRecord, 'id' | 'label'>,
  listing: AccountListing,
): Promise<AccountDifferences> {
  const nothing = { knownOrders: 0, unknownOrders: [], otherOrders: 0, missingOrders: [], positions: [] };
  if (!listing.ok) return { account: id, label, problem: listing.cause, ...nothing };
  const keyedHash = (text: string): string =>
    createHmac('sha256', store.keys.trading.clientOrderIds).update(text).digest('hex');
  const valid = listing.orders.flatMap(({ clientId, instrumentId }) => {
    const slot = parseClientOrderId(clientId, keyedHash);
    return slot === null ? [] : [{ clientId, instrument: instrumentId, botNumber: slot.botNumber }];
  });
  const known = await store.journal.knownClientIds(
    id,
    valid.map(({ clientId }) => clientId),
  );
  const unlisted = valid.filter(({ clientId }) => !known.has(clientId));
  const ofOthers = await store.journal.clientIdsOfOthers(unlisted);
  const unknown = unlisted.filter(({ clientId }) => !ofOthers.has(clientId));
  const knownOrders = valid.length - unlisted.length;
  const listed = new Set(listing.orders.map(({ clientId }) => clientId));
  return {
    account: id,
    label,
    problem: null,
    knownOrders,
    unknownOrders: unknown.map(({ instrument, clientId }) => ({ instrument, clientId })),
    otherOrders: listing.orders.length - knownOrders - unknown.length,
    missingOrders: (await store.bots.listOpenOrders(id)).filter((clientId) => !listed.has(clientId)),
    positions: differencesOf(sumOfExchange(listing.positions), await sumOfBots(store, id)),
  };
}

/** Returns whether the journal and the exchange differ, or the account could not be read. */
export function differs({ problem, unknownOrders, missingOrders, positions }: AccountDifferences): boolean {
  return problem !== null || unknownOrders.length + missingOrders.length + positions.length > 0;
}

type Sizes = ReadonlyMap<string, Decimal>;

function sumOfExchange(positions: readonly RawPosition[]): Sizes {
  return sumOf(
    positions.map(({ instrumentId, positionSide, size }) => [instrumentId, size, positionSide === 'short'] as const),
  );
}

async function sumOfBots({ bots }: ComparedStore, accountId: string): Promise<Sizes> {
  const active = await bots.listActiveOfAccount(accountId);
  return sumOf(
    active.map(
      ({ instrumentId, direction, view }) => [instrumentId, view?.positionSize ?? '0', direction === 'short'] as const,
    ),
  );
}

function sumOf(parts: readonly (readonly [string, string, boolean])[]): Sizes {
  const sums = new Map<string, Decimal>();
  for (const [instrument, text, isShort] of parts) {
    const size = parseDecimal(text) ?? zero;
    // The exchange lists a short position of hedge mode without a sign.
    sums.set(
      instrument,
      add(sums.get(instrument) ?? zero, isShort && compareDecimals(size, zero) > 0 ? negate(size) : size),
    );
  }
  return sums;
}

function differencesOf(exchange: Sizes, bots: Sizes): readonly PositionDifference[] {
  return [...new Set([...exchange.keys(), ...bots.keys()])].toSorted().flatMap((instrument) => {
    const [atExchange, ofBots] = [exchange.get(instrument) ?? zero, bots.get(instrument) ?? zero];
    if (compareDecimals(atExchange, ofBots) === 0) return [];
    return [{ instrument, exchange: formatDecimal(atExchange), bots: formatDecimal(ofBots) }];
  });
}
