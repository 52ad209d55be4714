// The rules of OKX, as the port `Venue` of the engine defines them. The functions are pure.
import { compareDecimals, parseDecimal } from '@rondo/decimal';
import type { AccountReport, Venue } from '@rondo/engine/ports';

const seconds = 1_000;
const minutes = 60 * seconds;

/**
 * The account levels at which bots may trade: 2 means single-currency margin, and 3 means multi-currency margin.
 * Source: decision 7.
 */
const allowedLevels: ReadonlySet<string> = new Set(['2', '3']);

/** The cancel source of a cancellation by the user. Source: OKX order channel, `cancelSource`. */
const userCancelSource = '1';

/**
 * OKX books funding at a whole hour (`fundingEveryMs`), and the bill may arrive up to `fundingBillWithinMs` after the
 * hour. Both times are in ms. Source: OKX v5, bills of type 8.
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
  // OKX refuses an order after its deadline (`expTime`). The grace time is longer than the possible error of the clock
  // and the wait in the queues of OKX.
  notFoundGraceMs: 10 * seconds,
  // OKX lists the fills of three months in its archive. Source: OKX v5, fills-history.
  fillsKeptMs: 90 * 24 * 60 * minutes,
};

/**
 * Compares two bill ids. A later bill has a larger whole number as its id. When one of the ids is not a number, the
 * first id counts as earlier.
 */
function compareBillIds(a: string, b: string): number {
  const [first, second] = [parseDecimal(a), parseDecimal(b)];
  if (first === undefined || second === undefined) return -1;
  return compareDecimals(first, second);
}
