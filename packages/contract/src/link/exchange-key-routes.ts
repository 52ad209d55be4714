// The calls about exchange accounts that are linked with a key and a secret.
import { doneAnswer } from '../people/auth.ts';
import {
  createKeyedAccountRequest,
  exchangeList,
  keyTestAnswer,
  keyedAccount,
  keyedAccountList,
  keyedAccountParams,
  keyedAccountsQuery,
  updateKeyedAccountRequest,
} from './exchange-keys.ts';
import type { Route } from '../routes/route.ts';

/** Paths as the specification spells them, the slash at the end of the creation too. */
export const exchangeKeyRoutes = {
  exchanges: {
    method: 'GET',
    path: '/api/exchange-accounts/exchanges',
    access: 'session',
    summary: 'Exchanges that accounts can be linked of',
    answer: exchangeList,
  },
  exchangeAccounts: {
    method: 'GET',
    path: '/api/exchange-accounts',
    access: 'granted',
    summary: 'Linked accounts, of one exchange when it is named',
    query: keyedAccountsQuery,
    answer: keyedAccountList,
  },
  createExchangeAccount: {
    method: 'POST',
    path: '/api/exchange-accounts/',
    access: 'granted',
    summary: 'Link an account by its key (sensitive)',
    body: createKeyedAccountRequest,
    answer: keyedAccount,
  },
  exchangeAccount: {
    method: 'GET',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'One linked account',
    params: keyedAccountParams,
    answer: keyedAccount,
  },
  updateExchangeAccount: {
    method: 'PUT',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'Change an account’s labels or keys (sensitive)',
    params: keyedAccountParams,
    body: updateKeyedAccountRequest,
    answer: keyedAccount,
  },
  deleteExchangeAccount: {
    method: 'DELETE',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'Unlink an account and destroy its keys (sensitive)',
    params: keyedAccountParams,
    answer: doneAnswer,
  },
  testExchangeAccount: {
    method: 'POST',
    path: '/api/exchange-accounts/:id/test',
    access: 'granted',
    summary: 'Ask the exchange what the key may do',
    params: keyedAccountParams,
    answer: keyTestAnswer,
  },
} as const satisfies Record<string, Route>;
