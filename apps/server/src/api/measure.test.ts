// Tests who may read the metrics.
import Fastify from 'fastify';
import { expect, test } from 'vitest';
import { createMetrics } from '../ops/metrics.ts';
import type { Api } from './api.ts';
import { measureCalls } from './measure.ts';

const collector = '10.0.0.7';

test.each([
  { caller: 'a collector of the settings', status: 200, remoteAddress: collector, headers: {} },
  { caller: 'a collector on this machine', status: 200, remoteAddress: '127.0.0.1', headers: {} },
  { caller: 'another machine', status: 404, remoteAddress: '10.0.0.8', headers: {} },
  {
    caller: 'a proxy that is also a collector',
    status: 404,
    remoteAddress: collector,
    headers: { 'x-forwarded-for': '192.0.2.1' },
  },
  {
    caller: 'a proxy that uses the header Forwarded',
    status: 404,
    remoteAddress: collector,
    headers: { forwarded: 'for=192.0.2.1' },
  },
])('a request for the metrics from $caller returns the status $status', async ({ status, remoteAddress, headers }) => {
  // The type provider changes only the types of routes.
  const api = Fastify() as unknown as Api;
  const metrics = createMetrics({ maxSeries: 10, isProcess: false });
  const log = { write: () => undefined };
  const guards = { callerOf: () => null };
  measureCalls(api, { metrics, log, metricsFrom: ['loopback', collector], access: null, guards });
  api.setErrorHandler((_error, _request, reply) => reply.code(404).send());
  expect((await api.inject({ url: '/metrics', remoteAddress, headers })).statusCode).toBe(status);
});
