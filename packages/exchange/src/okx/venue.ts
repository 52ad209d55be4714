// The rules of OKX that the engine reads through its port `Venue`. All accounts use one record. The functions are pure.
import { compareDecimals, parseDecimal } from '@rondo/decimal';
import type { AccountReport, Venue } from '@rondo/engine/ports';

const seconds = 1_000;
const minutes = 60 * seconds;

/** Account levels that trade swaps with one margin pool: 2 means single-currency, and 3 means multi-currency. Source: decision 7. */
const allowedLevels: ReadonlySet<string> = new Set(['2', '3']);

/** The cancel source of a cancellation by the user. Other causes have other numbers. Source: OKX order channel, cancelSource. */
const userCancelSource = '1';

/**
 * OKX books funding at a whole hour, and the bill may arrive this long after the hour. Both numbers are in ms. Source:
 * OKX v5, bills of type 8.
 */
const fundingEveryMs = 60 * minutes;
const fundingBillWithinMs = 30 * seconds;

/** The rules of OKX as the Venue of the engine. */
export const okxVenue: Venue = {
  accountRefusal({ level, permissions }: AccountReport) {
    if (!allowedLevels.has(level)) return 'accountLevel';
    if (!permissions.includes('trade')) return 'keyPermission';
    return permissions.includes('withdraw') ? 'keyMayWithdraw' : null;
  },
  isUserCancel: ({ cancelSource }) => cancelSource === userCancelSource,
  compareCursor: compareBillIds,
  // OKX refuses a limit price that crosses the last price by about 2 % (code 51006). At 0.5 % beyond the last price the
  // order still fills immediately.
  priceBand: { farthestPerMille: 10n, edgePerMille: 5n },
  lastFundingAt: (at) => Math.floor(at / fundingEveryMs) * fundingEveryMs,
  fundingBillWithinMs,
  // OKX accepts no order after its deadline (expTime). The grace time covers clock errors and queues.
  notFoundGraceMs: 10 * seconds,
};

/** Compares two bill ids, which are growing whole numbers as texts. When one of the ids is not a number, the first id counts as earlier. */
function compareBillIds(a: string, b: string): number {
  const [first, second] = [parseDecimal(a), parseDecimal(b)];
  if (first === undefined || second === undefined) return -1;
  return compareDecimals(first, second);
}
