// The errors of accounts that the store does not link.
import type { ErrorCode } from '@rondo/contract';
import type { LinkRefusal } from '@rondo/store';

/** The error of each refusal of the store to link an account. */
export const linkRefusals = {
  already_linked: 'ACCOUNT_ALREADY_LINKED',
  // The second factor was removed after the check of the session.
  factor_missing: 'SECOND_FACTOR_REQUIRED',
} as const satisfies Readonly<Record<LinkRefusal, ErrorCode>>;
