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

/** The paths are those of the specification, including the slash at the end of the creation path. */
export const exchangeKeyRoutes = {
  exchanges: {
    method: 'GET',
    path: '/api/exchange-accounts/exchanges',
    access: 'session',
    summary: 'Exchanges that accounts can be linked of',
    response: exchangeListSchema,
  },
  exchangeAccounts: {
    method: 'GET',
    path: '/api/exchange-accounts',
    access: 'granted',
    summary: 'Linked accounts, of one exchange when it is named',
    query: keyedAccountsQuerySchema,
    response: keyedAccountListSchema,
  },
  createExchangeAccount: {
    method: 'POST',
    path: '/api/exchange-accounts/',
    access: 'granted',
    summary: 'Link an account by its key (sensitive)',
    body: createKeyedAccountRequestSchema,
    response: keyedAccountSchema,
  },
  exchangeAccount: {
    method: 'GET',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'One linked account',
    params: keyedAccountParamsSchema,
    response: keyedAccountSchema,
  },
  updateExchangeAccount: {
    method: 'PUT',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'Change an account’s labels or keys (sensitive)',
    params: keyedAccountParamsSchema,
    body: updateKeyedAccountRequestSchema,
    response: keyedAccountSchema,
  },
  deleteExchangeAccount: {
    method: 'DELETE',
    path: '/api/exchange-accounts/:id',
    access: 'granted',
    summary: 'Unlink an account and destroy its keys (sensitive)',
    params: keyedAccountParamsSchema,
    response: doneResponseSchema,
  },
  testExchangeAccount: {
    method: 'POST',
    path: '/api/exchange-accounts/:id/test',
    access: 'granted',
    summary: 'Ask the exchange what the key may do',
    params: keyedAccountParamsSchema,
    response: keyTestResponseSchema,
  },
} as const satisfies Record<string, ApiRoute>;
