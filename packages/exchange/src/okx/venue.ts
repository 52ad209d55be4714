// The rules of OKX that the engine reads through its port `Venue`: one record for all accounts. Pure.
import { compareDecimals, parseDecimal } from '@rondo/decimal';
import type { AccountReport, Venue } from '@rondo/engine/ports';

const seconds = 1_000;
const minutes = 60 * seconds;

/** Account levels that trade swaps with one margin pool: 2 single-currency, 3 multi-currency. Source: decision 7. */
const allowedLevels: ReadonlySet<string> = new Set(['2', '3']);

/** The cancel source of a cancellation by the user; other causes have other numbers. Source: OKX order channel, cancelSource. */
const userCancelSource = '1';

/** OKX books funding at a whole hour, and the bill may appear up to this much later. Both in ms. Source: OKX v5, bills of type 8. */
const fundingEveryMs = 60 * minutes;
const fundingBillWithinMs = 30 * seconds;

/** OKX as the engine's Venue. */
export const okxVenue: Venue = {
  accountRefusal({ level, permissions }: AccountReport) {
    if (!allowedLevels.has(level)) return 'accountLevel';
    if (!permissions.includes('trade')) return 'keyPermission';
    return permissions.includes('withdraw') ? 'keyMayWithdraw' : null;
  },
  isUserCancel: ({ cancelSource }) => cancelSource === userCancelSource,
  compareCursor: compareBillIds,
  // OKX refuses a limit price about 2 % beyond the last price (code 51006). At 0.5 % beyond it the order still fills immediately.
  priceBand: { farthestPerMille: 10n, edgePerMille: 5n },
  lastFundingAt: (at) => Math.floor(at / fundingEveryMs) * fundingEveryMs,
  fundingBillWithinMs,
  // OKX accepts no order after its deadline (expTime). The grace covers clock errors and queues.
  notFoundGraceMs: 10 * seconds,
};

/** Bill ids are growing whole numbers as text. An id that is not a number counts as earlier, so that it is replaced. */
function compareBillIds(a: string, b: string): number {
  const [first, second] = [parseDecimal(a), parseDecimal(b)];
  if (first === undefined || second === undefined) return -1;
  return compareDecimals(first, second);
}
