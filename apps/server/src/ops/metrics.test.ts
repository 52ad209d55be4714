// Tests the Prometheus text of the metrics: counters, histograms, gauges, escapes, figures of the process, and the bound on the number of series.
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

const linesOf = async (metrics: ReturnType<typeof createMetrics>): Promise<readonly string[]> =>
  (await metrics.text()).split('\n');

test('each counter and each gauge has a help line, a type line and a line per series', async () => {
  const metrics = createMetrics({ maxSeries: 10, isProcess: false });
  metrics.count('rondo_http_requests_total', { method: 'GET', route: '/api/"x"\n', status: '200' });
  metrics.count('rondo_http_requests_total', { method: 'GET', route: '/api/"x"\n', status: '200' });
  metrics.gauge('rondo_feed_sockets', () => 3);
  expect(await linesOf(metrics)).toEqual(
    expect.arrayContaining([
      '# HELP rondo_http_requests_total Calls by route, method and status.',
      '# TYPE rondo_http_requests_total counter',
      String.raw`rondo_http_requests_total{method="GET",route="/api/\"x\"\n",status="200"} 2`,
      '# HELP rondo_feed_sockets Open sockets of viewers.',
      '# TYPE rondo_feed_sockets gauge',
      'rondo_feed_sockets 3',
    ]),
  );
});

test('a duration is counted in every bucket that is large enough, and the sum is in seconds', async () => {
  const metrics = createMetrics({ maxSeries: 10, isProcess: false });
  const labels = { method: 'GET', route: '/api/help' };
  metrics.observe('rondo_http_request_seconds', 50, labels);
  metrics.observe('rondo_http_request_seconds', 300, labels);
  const lines = await linesOf(metrics);
  const bucket = (bound: string, count: number): string =>
    `rondo_http_request_seconds_bucket{le="${bound}",method="GET",route="/api/help"} ${count}`;
  for (const line of [bucket('0.025', 0), bucket('0.05', 1), bucket('0.5', 2), bucket('+Inf', 2)])
    expect(lines).toContain(line);
  expect(lines).toContain('rondo_http_request_seconds_sum{method="GET",route="/api/help"} 0.35');
  expect(lines).toContain('rondo_http_request_seconds_count{method="GET",route="/api/help"} 2');
});

test('the number of series is bounded', async () => {
  const metrics = createMetrics({ maxSeries: 2, isProcess: false });
  for (let index = 0; index < 100; index += 1)
    metrics.count('rondo_log_lines_total', { level: 'info', event: String(index) });
  expect((await linesOf(metrics)).filter((line) => line.startsWith('rondo_log_lines_total{'))).toHaveLength(2);
});

test('the metrics contain figures of the event loop, the garbage collection and the heap', async () => {
  const text = await createMetrics({ maxSeries: 2, isProcess: true }).text();
  for (const name of ['nodejs_eventloop_lag_seconds', 'nodejs_gc_duration_seconds', 'nodejs_heap_size_used_bytes'])
    expect(text).toContain(name);
});
