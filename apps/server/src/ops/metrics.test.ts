// The text format of Prometheus: counters, histograms, gauges, escapes and the bound on series.
import { expect, test } from 'vitest';
import { createMetrics } from './metrics.ts';

test('counters and gauges have help, type and a line each', () => {
  const metrics = createMetrics(10);
  metrics.count('rondo_http_requests_total', { route: '/api/"x"\n', status: '200' });
  metrics.count('rondo_http_requests_total', { route: '/api/"x"\n', status: '200' });
  metrics.gauge('rondo_feed_sockets', () => 3);
  expect(metrics.text()).toBe(
    [
      '# HELP rondo_http_requests_total Calls by route, method and status.',
      '# TYPE rondo_http_requests_total counter',
      String.raw`rondo_http_requests_total{route="/api/\"x\"\n",status="200"} 2`,
      '# HELP rondo_feed_sockets Open sockets of viewers.',
      '# TYPE rondo_feed_sockets gauge',
      'rondo_feed_sockets 3',
      '',
    ].join('\n'),
  );
});

test('a duration falls into every bucket that is large enough, and the sum is in seconds', () => {
  const metrics = createMetrics(10);
  metrics.observe('rondo_http_request_seconds', 50);
  metrics.observe('rondo_http_request_seconds', 300);
  const lines = metrics.text().split('\n');
  expect(lines).toContain('rondo_http_request_seconds_bucket{le="0.025"} 0');
  expect(lines).toContain('rondo_http_request_seconds_bucket{le="0.05"} 1');
  expect(lines).toContain('rondo_http_request_seconds_bucket{le="0.5"} 2');
  expect(lines).toContain('rondo_http_request_seconds_bucket{le="+Inf"} 2');
  expect(lines).toContain('rondo_http_request_seconds_sum 0.35');
  expect(lines).toContain('rondo_http_request_seconds_count 2');
});

test('labels without end do not fill the memory', () => {
  const metrics = createMetrics(2);
  for (let index = 0; index < 100; index += 1) metrics.count('rondo_log_lines_total', { event: String(index) });
  expect(metrics.text().split('\n')).toHaveLength(5);
});
