// Finds what asks for the person's attention: trading keys with a problem, and bots that somebody else holds.
import type { BotWire, ExchangeAccountWire, HoldWire } from '@rondo/contract';
import { keyProblemOf, type KeyProblem } from '../../api/queries/key-problem.ts';

export type HeldBot = Pick<BotWire, 'id' | 'title' | 'holds'>;
export type BadKey = { readonly id: string; readonly name: string; readonly problem: KeyProblem };

/** A hold that the person has set is no news, and the wait after a stop loss ends by itself within minutes. */
const isNews = ({ by, reason, until }: HoldWire): boolean =>
  by === 'user' ? reason === 'webhook' : by !== 'guard' || until === null;

/** Returns the bots that are on hold, each with the holds that the person has to know. */
export const heldBotsOf = (bots: readonly BotWire[]): readonly HeldBot[] =>
  bots
    .map(({ id, title, holds }) => ({ id, title, holds: holds.filter(isNews) }))
    .filter(({ holds }) => holds.length > 0);

/** Returns the accounts whose trading key has a problem. An account that never had a key has none. */
export const badKeysOf = (accounts: readonly ExchangeAccountWire[]): readonly BadKey[] =>
  accounts.flatMap((account) => {
    const problem = keyProblemOf(account);
    return problem === null ? [] : [{ id: account.id, name: account.name, problem }];
  });

/** What asks for the person's attention. */
export type Attention = { readonly keys: readonly BadKey[]; readonly bots: readonly HeldBot[] };
