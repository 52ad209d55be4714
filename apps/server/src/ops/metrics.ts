// Figures of the running server in the text format of Prometheus: counters and histograms, without names of people or things.

/** Label values of one series; few of them, and never an id. */
export type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  count(name: MetricName, labels?: Labels): void;
  /** One duration, in milliseconds. */
  observe(name: MetricName, durationMs: number, labels?: Labels): void;
  /** A figure that is read when somebody asks. */
  gauge(name: MetricName, read: () => number): void;
  /** The text of now. */
  text(): string;
}

/** Every metric there is, with its help text. */
export const metricHelp = {
  rondo_http_requests_total: 'Calls by route, method and status.',
  rondo_http_request_seconds: 'How long calls took.',
  rondo_log_lines_total: 'Log lines by level and event.',
  rondo_feed_sockets: 'Open sockets of viewers.',
  rondo_process_resident_bytes: 'Memory of the process.',
  rondo_process_uptime_seconds: 'Seconds since the process began.',
} as const;
export type MetricName = keyof typeof metricHelp;

/** Upper bounds in seconds: the promises of the API are 0.05 and 0.2 (docs/operations.md). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5] as const;

interface Series {
  readonly labels: Labels;
  readonly counts: number[];
  sum: number;
  count: number;
}

/** A registry. `maxSeries` bounds it: what comes beyond is counted in no series of its own. */
export function createMetrics(maxSeries: number): Metrics {
  const counters = new Map<MetricName, Map<string, Series>>();
  const histograms = new Map<MetricName, Map<string, Series>>();
  const gauges = new Map<MetricName, () => number>();
  let size = 0;
  const seriesOf = (table: typeof counters, name: MetricName, labels: Labels): Series | null => {
    const byLabels = table.get(name) ?? new Map<string, Series>();
    table.set(name, byLabels);
    const key = textOf(labels);
    const known = byLabels.get(key);
    if (known !== undefined) return known;
    if (size >= maxSeries) return null;
    size += 1;
    const made: Series = { labels, counts: buckets.map(() => 0), sum: 0, count: 0 };
    byLabels.set(key, made);
    return made;
  };
  return {
    count(name, labels = {}) {
      const series = seriesOf(counters, name, labels);
      if (series !== null) series.count += 1;
    },
    observe(name, durationMs, labels = {}) {
      const series = seriesOf(histograms, name, labels);
      if (series === null) return;
      const seconds = durationMs / 1_000;
      series.count += 1;
      series.sum += seconds;
      for (const [index, bound] of buckets.entries())
        if (seconds <= bound) series.counts[index] = (series.counts[index] ?? 0) + 1;
    },
    gauge: (name, read) => void gauges.set(name, read),
    text() {
      const lines = [
        ...[...counters].flatMap(([name, all]) => [
          ...head(name, 'counter'),
          ...[...all.values()].map((series) => `${name}${textOf(series.labels)} ${series.count}`),
        ]),
        ...[...histograms].flatMap(([name, all]) => [
          ...head(name, 'histogram'),
          ...[...all.values()].flatMap((series) => histogramLines(name, series)),
        ]),
        ...[...gauges].flatMap(([name, read]) => [...head(name, 'gauge'), `${name} ${read()}`]),
      ];
      return `${lines.join('\n')}\n`;
    },
  };
}

function head(name: MetricName, type: 'counter' | 'histogram' | 'gauge'): readonly string[] {
  return [`# HELP ${name} ${metricHelp[name]}`, `# TYPE ${name} ${type}`];
}

function histogramLines(name: MetricName, { labels, counts, sum, count }: Series): readonly string[] {
  return [
    ...buckets.map((bound, index) => `${name}_bucket${textOf({ ...labels, le: String(bound) })} ${counts[index] ?? 0}`),
    `${name}_bucket${textOf({ ...labels, le: '+Inf' })} ${count}`,
    `${name}_sum${textOf(labels)} ${sum}`,
    `${name}_count${textOf(labels)} ${count}`,
  ];
}

/** `{name="value",...}` with the escapes of the format; nothing without labels. */
function textOf(labels: Labels): string {
  // Every call is counted in three series, and hardly a label has anything to escape.
  const pairs = Object.entries(labels).map(([name, value]) =>
    /[\\"\n]/.test(value) ? `${name}="${escaped(value)}"` : `${name}="${value}"`,
  );
  return pairs.length === 0 ? '' : `{${pairs.join(',')}}`;
}

function escaped(value: string): string {
  return value.replaceAll('\\', '\\\\').replaceAll('"', '\\"').replaceAll('\n', '\\n');
}
