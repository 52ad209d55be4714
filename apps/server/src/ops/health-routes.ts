// The routes of health, liveness and readiness. Health shows every component. Readiness shows only what every request needs.
import { routes } from '@rondo/contract';
import type { Router } from '../api/router.ts';
import { serve } from '../api/serve.ts';
import type { AppContext } from '../app-context.ts';

/** The HTTP status of a server that is not ready. */
const notReady = 503;

/**
 * Serves /api/health and /api/health/ready: 200 when ready, otherwise 503. The body has the state of each component. Serves /api/health/live: 200 while the
 * process responds.
 */
export function serveHealth(router: Router, context: AppContext): void {
  serve(router, routes.live, async () => ({ live: true as const, at: context.clock.now() }));
  serve(router, routes.health, async ({ reply }) => {
    const health = await context.health.all();
    if (!health.ready) reply.code(notReady);
    return health;
  });
  serve(router, routes.ready, async ({ reply }) => {
    const health = await context.health.needed();
    if (!health.ready) reply.code(notReady);
    return health;
  });
}
