// Which refused and revoked keys are to be told now: each account once, and again only after its key was taken in between.
import type { ExchangeAccountWire } from '@rondo/contract';

type Keyed = Pick<ExchangeAccountWire, 'id' | 'name' | 'key_state'>;

/** What happened to a key that its owner did not ask for. */
type Trouble = 'refused' | 'revoked';

export type LostKeys = {
  /** Accounts and troubles that were told and still hold. */
  readonly told: ReadonlySet<string>;
  /** The accounts that are to be told now. */
  readonly due: readonly { readonly name: string; readonly trouble: Trouble }[];
};

export const lookAtKeys = (told: ReadonlySet<string>, accounts: readonly Keyed[]): LostKeys => {
  const lost = accounts.flatMap(({ id, name, key_state: state }) =>
    state === 'refused' || state === 'revoked' ? [{ id, name, trouble: state }] : [],
  );
  return {
    told: new Set(lost.map(({ id, trouble }) => `${id} ${trouble}`)),
    due: lost
      .filter(({ id, trouble }) => !told.has(`${id} ${trouble}`))
      .map(({ name, trouble }) => ({ name, trouble })),
  };
};
