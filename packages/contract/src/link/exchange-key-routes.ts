// The calls about exchange accounts that are linked with a key and a secret.
import { doneResponseSchema } from '../people/auth.ts';
import {
  createKeyedAccountRequestSchema,
  exchangeListSchema,
  keyTestResponseSchema,
  keyedAccountSchema,
  keyedAccountListSchema,
  keyedAccountParamsSchema,
  keyedAccountsQuerySchema,
  updateKeyedAccountRequestSchema,
} from './exchange-keys.ts';
import type { ApiRoute } from '../routes/route.ts';

/** The specification defines these paths, including the slash at the end of the creation path. */
export const exchangeKeyRoutes = {
  exchanges: {
    method: 'GET',
    path: '/api/exchange-accounts/exchanges',
    access: 'session',
    summary: 'List the exchanges whose accounts can be linked',
    response: exchangeListSchema,
  },
  exchangeAccounts: {
    method: 'GET',
    path: '/api/exchange-accounts',
    access: 'session',
    summary: 'List the linked accounts of all exchanges or of one exchange',
    query: keyedAccountsQuerySchema,
    response: keyedAccountListSchema,
  },
  createExchangeAccount: {
    method: 'POST',
    path: '/api/exchange-accounts/',
    access: 'granted',
    summary: 'Link an account with a typed key (sensitive)',
    body: createKeyedAccountRequestSchema,
    response: keyedAccountSchema,
  },
  exchangeAccount: {
    method: 'GET',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'Return one linked account',
    params: keyedAccountParamsSchema,
    response: keyedAccountSchema,
  },
  updateExchangeAccount: {
    method: 'PUT',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'Change the labels or the keys of an account (sensitive)',
    params: keyedAccountParamsSchema,
    body: updateKeyedAccountRequestSchema,
    response: keyedAccountSchema,
  },
  deleteExchangeAccount: {
    method: 'DELETE',
    path: '/api/exchange-accounts/:id',
    access: 'session',
    summary: 'Unlink an account and delete its stored keys (sensitive)',
    params: keyedAccountParamsSchema,
    response: doneResponseSchema,
  },
  testExchangeAccount: {
    method: 'POST',
    path: '/api/exchange-accounts/:id/test',
    access: 'granted',
    summary: 'Read from the exchange which permissions the key has',
    params: keyedAccountParamsSchema,
    response: keyTestResponseSchema,
  },
} as const satisfies Record<string, ApiRoute>;
