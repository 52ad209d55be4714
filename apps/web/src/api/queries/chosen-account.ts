// The linked account that a page shows. The query parameter `account` of the address contains its id.
import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../calls/api-context.tsx';
import { marginQuery, oauthStatusQuery } from './queries.ts';

const parameter = 'account';

/**
 * Returns the account with the id `wanted`. When no account has this id, an account with an active key is preferred, then an account with
 * any key, then the first account.
 */
export const chooseAccount = (
  accounts: readonly ExchangeAccountWire[],
  wanted: string | null,
): ExchangeAccountWire | undefined =>
  accounts.find((account) => account.id === wanted) ??
  accounts.find((account) => account.key_state === 'active') ??
  accounts.find((account) => account.key_state !== 'none') ??
  accounts[0];

export type ChosenAccount = {
  readonly accounts: readonly ExchangeAccountWire[];
  readonly account: ExchangeAccountWire | undefined;
  /** False until the request for the accounts has succeeded or failed. */
  readonly isKnown: boolean;
  readonly choose: (accountId: string) => void;
};

/** Returns the linked accounts on which bots can trade, and the chosen account. The address of the page contains the chosen account, so a reload and a shared link show the same account. */
export const useChosenAccount = (): ChosenAccount => {
  const [query, setQuery] = useSearchParams();
  const status = useQuery(oauthStatusQuery(useApi()));
  const accounts = status.data?.accounts ?? [];
  const choose = useCallback(
    (accountId: string) =>
      setQuery(
        (before) => {
          const after = new URLSearchParams(before);
          after.set(parameter, accountId);
          return after;
        },
        { replace: true, preventScrollReset: true },
      ),
    [setQuery],
  );
  return { accounts, account: chooseAccount(accounts, query.get(parameter)), isKnown: !status.isPending, choose };
};

/** Queries the margin of the chosen account. `options` override the query options. */
export const useMargin = (options: { readonly refetchInterval?: false; readonly retry?: false } = {}) => {
  const { account, isKnown } = useChosenAccount();
  return useQuery({ ...marginQuery(useApi(), account?.id), enabled: isKnown, ...options });
};
