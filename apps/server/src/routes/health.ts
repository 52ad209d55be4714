// Health (every part) and readiness (requests are served).
import { errorCatalogue, routes, type Health } from '@rondo/contract';
import { serve } from '../api/serve.ts';
import type { Parts, Serving } from '../parts.ts';

/** Serves /api/health and /api/ready: 200 when ready, else 503 with the parts that are not. */
export function serveHealth(serving: Serving, parts: Parts): void {
  serve(serving, routes.health, async ({ reply }) => {
    const answer = await parts.health.all();
    if (!answer.ready) reply.code(errorCatalogue.NOT_READY.status);
    return answer;
  });
  serve(serving, routes.ready, async ({ reply }) => {
    const answer = await parts.health.serving();
    if (!answer.ready) reply.code(errorCatalogue.NOT_READY.status);
    return answer;
  });
}

export interface HealthReport {
  all(): Promise<Health>;
  serving(): Promise<Health>;
}
