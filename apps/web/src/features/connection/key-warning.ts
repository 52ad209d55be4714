// Which refused keys are to be told now: each account once, and again only after its key was taken in between.
import type { ExchangeAccount } from '@rondo/contract';

type Keyed = Pick<ExchangeAccount, 'id' | 'name' | 'key_state'>;

export type RefusedKeys = {
  /** Accounts whose refusal was told and still holds. */
  readonly told: ReadonlySet<string>;
  /** Names of the accounts that are to be told now. */
  readonly due: readonly string[];
};

export const lookAtKeys = (told: ReadonlySet<string>, accounts: readonly Keyed[]): RefusedKeys => {
  const refused = accounts.filter((account) => account.key_state === 'refused');
  return {
    told: new Set(refused.map(({ id }) => id)),
    due: refused.filter(({ id }) => !told.has(id)).map(({ name }) => name),
  };
};
