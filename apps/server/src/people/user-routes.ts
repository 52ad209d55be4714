// The profile of the caller.
import { routes } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/user/me. No response contains a secret (decision 13). */
export function serveUser(router: Router, context: AppContext): void {
  serve(router, routes.me, async ({ caller: { user, accounts } }) => {
    const okx = accounts.find((account) => account.exchange === 'okx');
    return {
      id: user.id,
      username: user.username,
      email: user.email,
      name: user.name,
      level: user.level,
      role: user.role,
      has_okx_connected: okx !== undefined,
      has_granted: user.hasGranted,
      integrations: { okx: okx !== undefined, lbank: accounts.some((account) => account.exchange === 'lbank') },
      okx_account: { api_key: okx?.maskedKey ?? null, secret_key: null, passphrase: null },
      environment: { venue: context.venue, is_simulated: context.venue === 'sandbox' },
    };
  });
}
