// Health (every part) and readiness (requests are served).
import { routes, type HealthResponse } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import type { AppContext, Serving } from '../app-context.ts';

/** The status of the table for a server, or a part of it, that is not ready. */
const notReady = 503;

/** Serves /api/health and /api/ready: 200 when ready, else 503 with the parts that are not. */
export function serveHealth(serving: Serving, context: AppContext): void {
  serve(serving, routes.health, async ({ reply }) => {
    const answer = await context.health.all();
    if (!answer.ready) reply.code(notReady);
    return answer;
  });
  serve(serving, routes.ready, async ({ reply }) => {
    const answer = await context.health.serving();
    if (!answer.ready) reply.code(notReady);
    return answer;
  });
}

export interface HealthReport {
  all(): Promise<HealthResponse>;
  serving(): Promise<HealthResponse>;
}
