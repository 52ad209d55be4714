// The profile of the caller and their linked accounts.
import { routes, type ExchangeAccount } from '@rondo/contract';
import type { AccountRecord } from '@rondo/store';
import { isGranted } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import type { Parts, Serving } from '../parts.ts';

/** Serves /api/user/me and /api/okx/oauth/status. No secret is ever part of an answer (decisions.md 13). */
export function serveUser(serving: Serving, parts: Parts): void {
  serve(serving, routes.me, async ({ caller: { user } }) => {
    const accounts = await parts.store.accounts.listByUser(user.id);
    const okx = accounts.find((account) => account.exchange === 'okx');
    return {
      id: user.id,
      username: user.username,
      email: user.email,
      name: user.name,
      level: user.level,
      role: user.role,
      has_okx_connected: okx !== undefined,
      has_granted: isGranted(user),
      integrations: { okx: okx !== undefined, lbank: accounts.some((account) => account.exchange === 'lbank') },
      okx_account: { api_key: okx?.maskedKey ?? null, secret_key: null, passphrase: null },
      environment: { venue: parts.venue, is_simulated: parts.venue === 'sandbox' },
    };
  });

  serve(serving, routes.oauthStatus, async ({ caller: { user } }) => {
    const accounts = await parts.store.accounts.listByUser(user.id);
    const okx = accounts.filter((account) => account.exchange === 'okx');
    return { connected: okx.length > 0, accounts: okx.map(toAccount), broker_code: parts.brokerCode };
  });
}

// Bots sign with a key that does not expire (decisions.md 18), so nothing here counts down.
function toAccount(account: AccountRecord): ExchangeAccount {
  return {
    id: account.id,
    name: account.label,
    exchange: account.exchange,
    environment: account.environment,
    is_expired: false,
    expires_at: null,
    api_key: account.maskedKey,
    key_state: 'active',
    minutes_left: null,
    has_auto_refresh: false,
    domain: account.domain,
  };
}
