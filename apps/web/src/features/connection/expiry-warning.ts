// Which warnings about the links' expiry are due now: one per level and account on the way down.
import { expiryLevel, minutesLeft, type ExchangeAccount, type ExpiryLevel } from '@rondo/contract';

const secondMs = 1_000;

/** The worst level that each account was already warned about. */
export type Warned = Readonly<Record<string, ExpiryLevel>>;

export type DueWarning = { readonly level: Exclude<ExpiryLevel, 'normal'>; readonly minutes: number };

export type Expiries = {
  readonly warned: Warned;
  readonly due: readonly DueWarning[];
  /** No account is at ten minutes or less: an urgent dialog has nothing to say any more. */
  readonly isCalm: boolean;
};

const ranks: Readonly<Record<ExpiryLevel, number>> = { normal: 0, warning: 1, critical: 2, expired: 3 };

type Expiring = Pick<ExchangeAccount, 'id' | 'expires_at'>;

/** Warns once per level and account; a renewed token arms every warning of its account again. `now` is in ms. */
export const lookAtExpiries = (warned: Warned, accounts: readonly Expiring[], now: number): Expiries => {
  const seen = accounts.flatMap(({ id, expires_at: expiresAt }) => {
    if (expiresAt === null) return [];
    const minutes = minutesLeft(expiresAt, now / secondMs);
    return [{ id, minutes, level: expiryLevel(minutes) }];
  });
  return {
    warned: Object.fromEntries(seen.map(({ id, level }) => [id, level])),
    due: seen.flatMap(({ id, minutes, level }) =>
      level !== 'normal' && ranks[level] > ranks[warned[id] ?? 'normal'] ? [{ level, minutes }] : [],
    ),
    isCalm: seen.every(({ level }) => ranks[level] < ranks.critical),
  };
};
