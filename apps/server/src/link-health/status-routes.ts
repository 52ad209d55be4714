// Health of the exchange link: comprehensive status and metrics. Answered from what was measured, never by asking the exchange.
import { routes } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import type { UserRecord } from '@rondo/store';
import { comprehensiveStatusOf, metricsOf, type Watched } from './link-status.ts';
import { findLinked } from '../link/linked-accounts.ts';
import type { Parts, Serving } from '../app-context.ts';

/** Serves /api/okx/oauth/status/comprehensive and /api/okx/oauth/metrics. */
export function serveOkxStatus(serving: Serving, parts: Parts): void {
  serve(serving, routes.comprehensiveStatus, async ({ caller: { user }, query }) =>
    comprehensiveStatusOf(parts, user, await watchedOf(parts, user, query.account_id)),
  );

  serve(serving, routes.metrics, async ({ caller: { user }, query }) => {
    const watched = await watchedOf(parts, user, query.account_id);
    return metricsOf(parts, { user, ...watched }, query.period);
  });
}

async function watchedOf(parts: Parts, user: UserRecord, wanted: string | undefined): Promise<Watched> {
  const account = await findLinked(parts, user, wanted);
  return { account, accountId: account?.id ?? wanted };
}
