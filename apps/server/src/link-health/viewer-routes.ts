// The routes for the live connection of a viewer. The WebSocket manager panel opens it, subscribes to channels and shows its messages.
import { RateLimiterMemory } from 'rate-limiter-flexible';
import { routes } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { spend } from '../api/guards.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import { findLinked } from '../link/linked-accounts.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/okx/oauth/websocket. */
export function serveViewer(router: Router, context: AppContext): void {
  const { viewers, exchanges } = context.link;
  const connects = new RateLimiterMemory({ points: serverLimits.viewerCallsPerMinute, duration: 60 });

  serve(router, routes.socketConnect, async ({ caller: { user }, body }) => {
    await spend(connects, user.id);
    const account = await findLinked(context, user, body.account_id);
    const isServed = account !== null && (await exchanges.prepare(account.id));
    const exchange = isServed ? exchanges.find(account.id) : null;
    if (account === null || exchange === null) throw new ApiError('EXCHANGE_NOT_LINKED');
    if (exchange.isGated) throw new ApiError('KEY_CHANGE_RUNNING');
    await viewers.connect(user.id, {
      accountId: account.id,
      domain: account.domain,
      termId: body.term_id ?? null,
      open: (hear) => exchange.current.view(hear),
    });
    return { success: true as const, connected: true, message: 'The live connection is open.' };
  });

  serve(router, routes.socketStatus, async ({ caller: { user } }) => viewers.status(user.id));

  serve(router, routes.socketSubscribe, async ({ caller: { user }, body }) => {
    await spend(connects, user.id);
    const id = await viewers.subscribe(user.id, { channel: body.channel, instType: body.inst_type });
    return { success: true as const, subscription_id: id, message: `Subscribed to ${id}.` };
  });

  serve(router, routes.socketUnsubscribe, async ({ caller: { user }, body }) => {
    viewers.unsubscribe(user.id, { channel: body.channel, instType: body.inst_type });
    return { success: true as const };
  });

  serve(router, routes.socketDisconnect, async ({ caller: { user } }) => {
    viewers.disconnect(user.id);
    return { success: true as const };
  });
}
