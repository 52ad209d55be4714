// The rules of who must have a second factor, and who may turn one on.
import { ApiError } from '../api/api-error.ts';
import type { Caller } from '../api/guards.ts';
import type { AppContext } from '../app-context.ts';

/**
 * Returns whether the caller must have a second factor, so that the last factor cannot be removed. The demo world of the sandbox requires none (decision 22). The
 * store keeps the last factor of a person with a linked account with real money.
 */
export function isFactorRequired({ venue }: Pick<AppContext, 'venue'>, { user }: Caller): boolean {
  return user.role === 'operator' && venue !== 'sandbox';
}

/** Throws when the token is not a one-time token that the command line has created for this operator. */
export async function requireEnrolment(
  { store, clock }: Pick<AppContext, 'store' | 'clock'>,
  { user }: Caller,
  token: string,
): Promise<void> {
  if (!(await store.enrolments.mayEnrol(user.id, token, clock.now()))) throw new ApiError('ENROLMENT_REQUIRED');
}
