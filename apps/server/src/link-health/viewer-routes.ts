// The routes for the live connection of a viewer. The WebSocket manager panel opens it, subscribes to channels and shows its messages.
import { routes } from '@rondo/contract';
import { ApiError } from '../api/api-error.ts';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import { findLinked } from '../link/linked-accounts.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/okx/oauth/websocket. */
export function serveViewer(router: Router, context: AppContext): void {
  const { keyCalls } = context;
  const connects = context.budgets('viewer calls of a person', {
    points: serverLimits.viewerCallsPerMinute,
    seconds: 60,
  });

  serve(router, routes.socketConnect, async ({ caller: { user }, body }) => {
    await connects.spend(user.id);
    const account = await findLinked(context, user, body.account_id);
    if (account === null) throw new ApiError('EXCHANGE_NOT_LINKED');
    const { id: accountId, domain } = account;
    await keyCalls.connectViewer({ userId: user.id, accountId, domain, termId: body.term_id ?? null });
    return { success: true as const, connected: true, message: 'The live connection is open.' };
  });

  serve(router, routes.socketStatus, async ({ caller: { user } }) => keyCalls.viewerStatus({ userId: user.id }));

  serve(router, routes.socketSubscribe, async ({ caller: { user }, body }) => {
    await connects.spend(user.id);
    const id = await keyCalls.subscribeViewer({ userId: user.id, ...subscriptionOf(body) });
    return { success: true as const, subscription_id: id, message: `Subscribed to ${id}.` };
  });

  serve(router, routes.socketUnsubscribe, async ({ caller: { user }, body }) => {
    await keyCalls.unsubscribeViewer({ userId: user.id, ...subscriptionOf(body) });
    return { success: true as const };
  });

  serve(router, routes.socketDisconnect, async ({ caller: { user } }) => {
    await keyCalls.disconnectViewer({ userId: user.id });
    return { success: true as const };
  });
}

function subscriptionOf({ channel, inst_type: instType }: { channel: string; inst_type?: string | undefined }) {
  return { channel, instType: instType ?? null };
}
