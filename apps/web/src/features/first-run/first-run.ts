// Decides at which step to the first bot a person is. It follows from data that the server has: the linked account and its findings, and the margin.
import type { ExchangeAccountWire, Finding } from '@rondo/contract';
import { minAvailableMargin } from '@rondo/strategy/settings';
import { keyProblemOf } from '../../api/queries/key-problem.ts';
import { isBelow } from '../bots/card/bot-figures.ts';
import type { ApprovedPoint } from './steps.ts';

export type FirstRunFacts = {
  /** The account on which the bot would run. */
  readonly account: ExchangeAccountWire | undefined;
  /** The findings of the check of an account with a good key: null while the account is being checked. */
  readonly findings: readonly Finding[] | null;
  /** The available margin in USDT, or null when it is not known. */
  readonly available: string | null;
  /** True when the available margin cannot be read. */
  readonly hasBalanceFailed: boolean;
};

/** Returns the step of a person with approval. Returns null while what decides is being read. */
export const pointOf = (facts: FirstRunFacts): ApprovedPoint | null => {
  const { account, findings, available, hasBalanceFailed } = facts;
  if (account === undefined) return { step: 'account', state: 'current' };
  if (account.key_state === 'none') return { step: 'key', state: 'current' };
  const problem = keyProblemOf(account);
  if (problem !== null) return { step: 'key', state: 'blocked', problem };
  if (findings === null) return null;
  const refusing = findings.filter(({ severity }) => severity === 'refuse');
  if (refusing.length > 0) return { step: 'key', state: 'blocked', problem: 'findings', findings: refusing };
  if (available === null) return hasBalanceFailed ? { step: 'balance', state: 'blocked' } : null;
  return isBelow(available, minAvailableMargin)
    ? { step: 'balance', state: 'current' }
    : { step: 'bot', state: 'current' };
};
