// The steps to the first bot, and the step at which a person is.
import type { Finding } from '@rondo/contract';
import type { KeyProblem } from '../../api/queries/key-problem.ts';

/** The steps in their order. A person can begin a step when all steps before it are done. */
export const firstRunSteps = ['approval', 'account', 'key', 'balance', 'bot'] as const;
export type FirstRunStep = (typeof firstRunSteps)[number];

/**
 * The first step that is not done. `current` waits for the person, `waiting` waits for somebody else, and `blocked` needs a remedy before the person can
 * continue.
 */
export type FirstRunPoint = { readonly step: 'approval'; readonly state: 'waiting' | 'blocked' } | ApprovedPoint;

/** The point of a person with approval. */
export type ApprovedPoint =
  | { readonly step: 'account' | 'bot'; readonly state: 'current' }
  /** The account has never had a key. */
  | { readonly step: 'key'; readonly state: 'current' }
  | { readonly step: 'key'; readonly state: 'blocked'; readonly problem: KeyProblem }
  /** The check of the account found reasons against a bot, for example the account mode or the position mode. */
  | {
      readonly step: 'key';
      readonly state: 'blocked';
      readonly problem: 'findings';
      readonly findings: readonly Finding[];
    }
  /** `current`: too little margin is available. `blocked`: the balance cannot be read. */
  | { readonly step: 'balance'; readonly state: 'current' | 'blocked' };
