// Measures and logs every call, and serves the metrics to the collectors of the settings.
import type { FastifyRequest } from 'fastify';
import type { AccessLog } from '../access/access-log.ts';
import type { Log } from '@rondo/engine/ports';
import type { Metrics } from '../ops/metrics.ts';
import { createAddressSet } from './address-set.ts';
import type { Api } from './api.ts';
import { ApiError } from './api-error.ts';
import type { Guards } from './guards.ts';

export interface MeasureDeps {
  readonly metrics: Metrics;
  readonly log: Log;
  /** The addresses and networks of collectors. `loopback` stands for the addresses of this machine. */
  readonly metricsFrom: readonly string[];
  /** The access log, or null when this server writes none. */
  readonly access: AccessLog | null;
  readonly guards: Pick<Guards, 'callerOf'>;
}

/** The paths of monitoring, which no person calls. */
const monitoring: readonly string[] = ['/metrics', '/api/health', '/api/health/live', '/api/health/ready'];

/** Counts, times and logs calls by the path of the route. The requested address is not used, because its query may contain a ticket. */
export function measureCalls(api: Api, { metrics, log, metricsFrom, access, guards }: MeasureDeps): void {
  const collectors = createAddressSet(metricsFrom);
  api.addHook('onResponse', async (request, reply) => {
    const labels = {
      method: request.method,
      route: request.routeOptions.url ?? 'none',
      status: String(reply.statusCode),
    };
    metrics.count('rondo_http_requests_total', labels);
    log.write('info', 'http.response', { ...labels, from: request.ip, ms: reply.elapsedTime.toFixed(1) });
    if (!monitoring.includes(labels.route)) {
      const { method, route } = labels;
      const person = guards.callerOf(request)?.user.id ?? null;
      const [status, ms] = [reply.statusCode, Math.round(reply.elapsedTime)];
      access?.add({ method, route, status, ms, from: request.ip, person });
    }
    metrics.observe('rondo_http_request_seconds', reply.elapsedTime, { method: labels.method, route: labels.route });
  });
  api.get('/metrics', { schema: { hide: true } }, async (request, reply) => {
    if (isFromPage(request) || !isDirect(request) || !collectors.has(request.ip)) throw new ApiError('NOT_FOUND');
    return reply.type(metrics.contentType).send(await metrics.text());
  });
}

// A page of any site that is open on the machine of a collector could send this request. A browser adds one of these headers.
function isFromPage({ headers }: FastifyRequest): boolean {
  const { origin, 'sec-fetch-site': site = 'none' } = headers;
  return origin !== undefined || site !== 'none';
}

// A proxy forwards requests of all machines, so a forwarded request is refused, also when the proxy is one of the collectors.
function isDirect({ headers }: FastifyRequest): boolean {
  return headers['x-forwarded-for'] === undefined && headers['forwarded'] === undefined;
}
