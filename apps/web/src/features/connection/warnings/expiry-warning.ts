// Which warnings about the links' expiry are due now: one per level and account on the way down.
import { expiryLevel, minutesLeft, type ExchangeAccountWire, type ExpiryLevel } from '@rondo/contract';

const secondMs = 1_000;

/** The worst level that each account was already warned about. */
export type Warned = Readonly<Record<string, ExpiryLevel>>;

/** `name`: the account that it is about; null when it is the only one. */
export type DueWarning = {
  readonly name: string | null;
  readonly level: Exclude<ExpiryLevel, 'normal'>;
  readonly minutes: number;
};

export type Expiries = {
  readonly warned: Warned;
  readonly due: readonly DueWarning[];
  /** No account is at ten minutes or less: an urgent dialog has nothing to say any more. */
  readonly isCalm: boolean;
};

const ranks: Readonly<Record<ExpiryLevel, number>> = { normal: 0, warning: 1, critical: 2, expired: 3 };

type Expiring = Pick<ExchangeAccountWire, 'id' | 'name' | 'expires_at'>;

/** Warns once per level and account; a renewed token arms every warning of its account again. `now` is in ms. */
export const lookAtExpiries = (warned: Warned, accounts: readonly Expiring[], now: number): Expiries => {
  const seen = accounts.flatMap(({ id, name, expires_at: expiresAt }) => {
    if (expiresAt === null) return [];
    const minutes = minutesLeft(expiresAt, now / secondMs);
    return [{ id, name: accounts.length > 1 ? name : null, minutes, level: expiryLevel(minutes) }];
  });
  return {
    warned: Object.fromEntries(seen.map(({ id, level }) => [id, level])),
    due: seen.flatMap(({ id, name, minutes, level }) =>
      level !== 'normal' && ranks[level] > ranks[warned[id] ?? 'normal'] ? [{ name, level, minutes }] : [],
    ),
    isCalm: seen.every(({ level }) => ranks[level] < ranks.critical),
  };
};

/** What the urgent dialog says: the account that expires first, with the names of all that are urgent now. Null: none is. */
export const mostUrgent = (due: readonly DueWarning[]): DueWarning | null => {
  const [first, ...others] = due
    .filter(({ level }) => level !== 'warning')
    .toSorted((left, right) => left.minutes - right.minutes);
  if (first === undefined) return null;
  return { ...first, name: first.name === null ? null : [first, ...others].map(({ name }) => name).join(', ') };
};
