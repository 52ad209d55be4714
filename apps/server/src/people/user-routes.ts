// The profile of the caller.
import { routes } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import { tradingVenue } from '../venues/trading-venue.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';
import { hasSimulatedMoney } from './simulated-money.ts';

/** Serves /api/user/me. No response contains a secret (decision 13). */
export function serveUser(router: Router, context: AppContext): void {
  serve(router, routes.me, async ({ caller: { user, accounts } }) => {
    const trading = accounts.find((account) => account.exchange === tradingVenue.id);
    const hasKeyed = accounts.some((account) => account.exchange === context.keyedVenue.id);
    return {
      id: user.id,
      username: user.username,
      email: user.email,
      name: user.name,
      level: user.level,
      role: user.role,
      has_okx_connected: trading !== undefined,
      has_granted: user.hasGranted,
      approval: user.approval,
      has_run_bot: await context.store.bots.hasRun(user.id),
      integrations: { okx: trading !== undefined, lbank: hasKeyed },
      okx_account: { api_key: trading?.maskedKey ?? null, secret_key: null, passphrase: null },
      environment: { venue: context.venue, is_simulated: hasSimulatedMoney(context.venue, accounts) },
    };
  });
}
