// The linked account that a page shows. The query parameter `account` of the address contains its id.
import { useCallback, useEffect } from 'react';
import { focusManager, useQuery } from '@tanstack/react-query';
import { useSearchParams } from 'react-router';
import type { ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../calls/api-context.tsx';
import { intervals } from './intervals.ts';
import { keyProblemOf, type KeyProblem } from './key-problem.ts';
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

/** Returns the name of an account with its masked key, as the select field of accounts shows it. */
export const accountLabel = ({ name, api_key: key }: Pick<ExchangeAccountWire, 'name' | 'api_key'>): string =>
  `${name} ${key}`.trim();

/**
 * Returns a function that returns the label of an account by its id. The function returns null for an unknown account, and while the person has
 * only one account, because the account is then clear without a label.
 */
export const useAccountLabels = (): ((accountId: string | null) => string | null) => {
  const accounts = useQuery(oauthStatusQuery(useApi())).data?.accounts ?? [];
  return (accountId) => {
    const found = accounts.length < 2 ? undefined : accounts.find(({ id }) => id === accountId);
    return found === undefined ? null : accountLabel(found);
  };
};

/** Returns the problem of the trading key of an account. Returns null for a good key and for an unknown account. */
export const useKeyProblem = (accountId: string): KeyProblem | null => {
  const account = useQuery(oauthStatusQuery(useApi())).data?.accounts.find(({ id }) => id === accountId);
  return account === undefined ? null : keyProblemOf(account);
};

export type ChosenAccount = {
  readonly accounts: readonly ExchangeAccountWire[];
  readonly account: ExchangeAccountWire | undefined;
  /** False until a request for the accounts has succeeded or failed. A further request does not change it. */
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
  return { accounts, account: chooseAccount(accounts, query.get(parameter)), isKnown: status.isFetched, choose };
};

/**
 * Queries the margin of the chosen account. While `isLive` is true, messages of the feed update the total, so the margin is polled only for the
 * figures of positions without a bot.
 */
export const useMargin = ({ isLive = false, retry }: { readonly isLive?: boolean; readonly retry?: false } = {}) => {
  const { account, isKnown } = useChosenAccount();
  const margin = useQuery({
    ...marginQuery(useApi(), account?.id),
    enabled: isKnown,
    ...(retry === undefined ? {} : { retry }),
    refetchInterval: isLive ? false : intervals.balanceMs,
  });
  const { refetch } = margin;
  const hasForeign = (margin.data?.foreign_positions.length ?? 0) > 0;
  useEffect(() => {
    if (!isLive || !hasForeign) return undefined;
    // A message of the feed restarts the `refetchInterval` of a query. With a message each second the query would never be fetched.
    const poll = (): void => {
      if (focusManager.isFocused()) void refetch({ cancelRefetch: false });
    };
    const timer = setInterval(poll, intervals.balanceMs);
    return () => clearInterval(timer);
  }, [isLive, hasForeign, refetch]);
  return margin;
};
