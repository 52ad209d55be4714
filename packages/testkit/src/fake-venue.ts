// A venue that differs from all real venues: it has other account levels, other cancel codes, and cursors that decrease.
import type { Venue } from '@rondo/engine/ports';

const tradingLevel = 'margin-pool';
const userCode = 'OWNER';
const fundingEveryMs = 8 * 3_600_000;
const dayStartMs = 30 * 60_000;

/**
 * The level, the cancel code and the cursors of the fake venue. Tests use these values to create reports of the fake
 * venue.
 */
export const fakeVenueCodes = { tradingLevel, userCode, cursorOf: (age: number) => `seq-${1_000_000 - age}` } as const;

/**
 * Rules that share no constant with a real exchange. A later cursor has a smaller number, and funding is booked 30
 * minutes after a full hour.
 */
export const fakeVenue: Venue = {
  accountRefusal({ level, permissions }) {
    if (level !== tradingLevel) return 'accountLevel';
    if (!permissions.includes('orders')) return 'keyPermission';
    return permissions.includes('payout') ? 'keyMayWithdraw' : null;
  },
  isUserCancel: ({ cancelSource }) => cancelSource === userCode,
  compareCursor: (a, b) => sequenceOf(b) - sequenceOf(a),
  priceBand: null,
  lastFundingAt: (at) => Math.floor((at - dayStartMs) / fundingEveryMs) * fundingEveryMs + dayStartMs,
  fundingBillWithinMs: 5_000,
  notFoundGraceMs: 20_000,
  fillsKeptMs: 40 * 86_400_000,
};

function sequenceOf(cursor: string): number {
  return Number(cursor.slice('seq-'.length));
}
