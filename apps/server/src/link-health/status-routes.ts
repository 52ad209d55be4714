// The routes for the health of the exchange link: comprehensive status and metrics. They use measurements and send no request to the exchange.
import { routes } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import type { UserRecord } from '@rondo/store';
import { comprehensiveStatusOf, metricsOf, type Watched } from './link-status.ts';
import { findLinked } from '../link/linked-accounts.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';

/** Serves /api/okx/oauth/status/comprehensive and /api/okx/oauth/metrics. */
export function serveLinkStatus(router: Router, context: AppContext): void {
  serve(router, routes.comprehensiveStatus, async ({ caller: { user }, query }) =>
    comprehensiveStatusOf(context, user, await watchedOf(context, user, query.account_id)),
  );

  serve(router, routes.metrics, async ({ caller: { user }, query }) => {
    const watched = await watchedOf(context, user, query.account_id);
    return metricsOf(context, { user, ...watched }, query.period);
  });
}

async function watchedOf(context: AppContext, user: UserRecord, wanted: string | undefined): Promise<Watched> {
  const account = await findLinked(context, user, wanted);
  return { account, accountId: account?.id ?? wanted };
}
