// Tests who may read the metrics.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics } from '../ops/metrics.ts';
import type { Api } from './api.ts';
import { measureCalls } from './measure.ts';

const collector = '10.0.0.7';

test.each([
  ['a collector of the settings', 200, collector, {}],
  ['a collector on this machine', 200, '127.0.0.1', {}],
  ['another machine', 404, '10.0.0.8', {}],
  ['a proxy that is also a collector', 404, collector, { 'x-forwarded-for': '192.0.2.1' }],
  ['a proxy that uses the header Forwarded', 404, collector, { forwarded: 'for=192.0.2.1' }],
])('a request for the metrics from %s returns the status %i', async (_caller, status, remoteAddress, headers) => {
  // The type provider changes only the types of routes.
  const api = Fastify() as unknown as Api;
  const metrics = createMetrics({ maxSeries: 10, isProcess: false });
  measureCalls(api, { metrics, log: { write: () => undefined }, metricsFrom: ['loopback', collector] });
  api.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  expect((await api.inject({ url: '/metrics', remoteAddress, headers })).statusCode).toBe(status);
});
