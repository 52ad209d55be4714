// Finds the account of a call: the account that the call names, or the only linked account.
import type { AccountRecord } from '@rondo/store';
import { ApiError } from '../api/api-error.ts';
import { tradingVenue } from '../venues/trading-venue.ts';

/** The account that a call names, and the field in which the call names it. */
interface NamedAccount {
  readonly field: 'account_id' | 'exchange_account_id';
  readonly accountId: string | undefined;
}

/** Returns the account that the call names, or the only linked account. Throws NOT_FOUND for an account of another user, and BOTS_NOT_OFFERED for an account on which bots cannot trade. */
export function findAccount(linked: readonly AccountRecord[], { field, accountId }: NamedAccount): AccountRecord {
  if (linked.some((each) => each.id === accountId && each.exchange !== tradingVenue.id))
    throw new ApiError('BOTS_NOT_OFFERED');
  const accounts = linked.filter((each) => each.exchange === tradingVenue.id);
  if (accounts.length === 0) throw new ApiError('EXCHANGE_NOT_LINKED');
  const account = accountId === undefined ? accounts[0] : accounts.find((each) => each.id === accountId);
  if (account === undefined) throw new ApiError('NOT_FOUND');
  if (accountId === undefined && accounts.length > 1) {
    const reason = 'several accounts are linked: name one';
    throw new ApiError('VALIDATION', { field, parameters: { field, reason } });
  }
  return account;
}
