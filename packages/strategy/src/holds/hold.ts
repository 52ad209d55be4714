// The holds of a bot: who holds the bot, which orders the hold prevents, and until when (strategy 8.6).

/** The owners of holds. A bot has at most one hold of each owner. */
export const holdOwners = ['user', 'grant', 'key', 'guard', 'maintenance', 'panic'] as const;

/**
 * The owner of a hold. `user`: the owner of the bot. `grant`: the operator, because the approval of the user is withdrawn.
 * `key`: the trading key is revoked. `guard`: the loss guard. `maintenance`: the operator or the exchange. `panic`: the
 * panic command of an account.
 */
export type HoldOwner = (typeof holdOwners)[number];

/**
 * The level of a hold. `rounds`: the running ladder continues, and no new round opens. `entries`: also, no entry is
 * desired. Exits and stops stay at both levels.
 */
export type HoldLevel = 'rounds' | 'entries';

/** A hold. `reason` is a word that screens translate. The hold ends at `until` (epoch ms), or with a release when `until` is null. */
export type Hold = {
  readonly by: HoldOwner;
  readonly level: HoldLevel;
  readonly reason: string;
  readonly until: number | null;
};

/** The owners whose holds are events. Only the reducer adds the hold of the loss guard, and only `releaseGuard` releases it. */
export type OutsideHoldOwner = Exclude<HoldOwner, 'guard'>;

/** `hold` adds a hold or replaces the hold of the same owner. `release` removes the hold of its owner. */
export type HoldEvent =
  | ({ readonly kind: 'hold'; readonly by: OutsideHoldOwner } & Omit<Hold, 'by'>)
  | { readonly kind: 'release'; readonly by: OutsideHoldOwner };

/** The facts that a hold began, or that it ended. The loss guard has facts of its own. */
export type HoldFact =
  | ({ readonly kind: 'held'; readonly by: OutsideHoldOwner } & Omit<Hold, 'by'>)
  | { readonly kind: 'released'; readonly by: OutsideHoldOwner };
