// Returns the warnings about accounts that expire soon. Each account has one warning per level.
import { expiryLevel, minutesLeft, type ExchangeAccountWire, type ExpiryLevel } from '@rondo/contract';

const secondMs = 1_000;

/** The level that each account had at the previous check, by account id. A warning is due when the level of an account gets worse. */
export type WarnedLevels = Readonly<Record<string, ExpiryLevel>>;

/** A warning to show. `name` is the name of the account, and null when only one account is linked. */
export type DueWarning = {
  readonly name: string | null;
  readonly level: Exclude<ExpiryLevel, 'normal'>;
  readonly minutes: number;
};

export type Expiries = {
  readonly warned: WarnedLevels;
  readonly due: readonly DueWarning[];
  /** True when no account expires within ten minutes. The urgent dialog then closes. */
  readonly isNoneUrgent: boolean;
};

const ranks: Readonly<Record<ExpiryLevel, number>> = { normal: 0, warning: 1, critical: 2, expired: 3 };

type Expiring = Pick<ExchangeAccountWire, 'id' | 'name' | 'expires_at'>;

/** Returns the due warnings. After a token was renewed, the warnings of its account can become due again. `now` is in epoch ms. */
export const checkExpiries = (warned: WarnedLevels, accounts: readonly Expiring[], now: number): Expiries => {
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
    isNoneUrgent: seen.every(({ level }) => ranks[level] < ranks.critical),
  };
};

/** Returns the urgent warning with the shortest remaining time and the names of all urgent accounts, joined by `list`. Returns null when no account is urgent. */
export const mostUrgent = (
  due: readonly DueWarning[],
  list: (names: readonly string[]) => string,
): DueWarning | null => {
  const [first, ...others] = due
    .filter(({ level }) => level !== 'warning')
    .toSorted((left, right) => left.minutes - right.minutes);
  if (first === undefined) return null;
  return { ...first, name: first.name === null ? null : list([first, ...others].flatMap(({ name }) => name ?? [])) };
};
