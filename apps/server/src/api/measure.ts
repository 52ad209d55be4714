// Measures and logs every call, and serves the metrics to a collector on this machine.
import type { FastifyRequest } from 'fastify';
import type { Log } from '@rondo/engine/ports';
import type { Metrics } from '../ops/metrics.ts';
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';

/** Counts, times and logs calls by the path of the route. The requested address is not used, because its query may contain a ticket. */
export function measureCalls(api: Api, { metrics, log }: { readonly metrics: Metrics; readonly log: Log }): void {
  api.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.count('rondo_http_requests_total', labels);
    log.write('info', 'http.response', { ...labels, from: request.ip, ms: reply.elapsedTime.toFixed(1) });
    metrics.observe('rondo_http_request_seconds', reply.elapsedTime, { method: labels.method, route: labels.route });
  });
  api.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    // A proxy on this machine forwards requests of other machines, so a forwarded request is refused too.
    if (!isLocal(request)) throw new ApiError('NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

function isLocal({ ip, headers }: FastifyRequest): boolean {
  const isForwarded = headers['x-forwarded-for'] !== undefined || headers['forwarded'] !== undefined;
  return !isForwarded && ['127.0.0.1', '::1', '::ffff:127.0.0.1'].includes(ip);
}
