// Which of several OKX accounts a page is about: the address says so.
import { useCallback } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../calls/api-context.tsx';
import { marginQuery, oauthStatusQuery } from './queries.ts';

const parameter = 'account';

/** The wanted account when there is such a one, else the first whose key works, else the first with a key, else the first. */
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
  /** False until the accounts were read, or could not be. */
  readonly isKnown: boolean;
  readonly choose: (accountId: string) => void;
};

/** The OKX accounts and the chosen one. A choice stays in the address, so that it outlives a reload and can be shared. */
export const useChosenAccount = (): ChosenAccount => {
  const [query, setQuery] = useSearchParams();
  const status = useQuery(oauthStatusQuery(useApi()));
  const accounts = (status.data?.accounts ?? []).filter((account) => account.exchange === 'okx');
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

/** Margin of the chosen account. `options` change how it is asked. */
export const useMargin = (options: { readonly refetchInterval?: false; readonly retry?: false } = {}) => {
  const { account, isKnown } = useChosenAccount();
  return useQuery({ ...marginQuery(useApi(), account?.id), enabled: isKnown, ...options });
};
