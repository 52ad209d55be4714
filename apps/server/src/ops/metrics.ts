// The metrics of the running server in the text format of Prometheus. Labels never contain ids or names of people.
import { Counter, Gauge, Histogram, Registry, collectDefaultMetrics } from 'prom-client';
import { serverLimits } from '../limits.ts';

/** The values of the labels of a metric by the name of the label. */
export type Labels = Readonly<Record<string, string>>;

export interface Metrics {
  /** Adds an amount, 1 by default. */
  count(name: CounterName, labels: Labels, amount?: number): void;
  /** Records a duration in milliseconds. */
  observe(name: HistogramName, durationMs: number, labels: Labels): void;
  /** Registers a figure that is read at each collection. It replaces an earlier figure with this name. */
  gauge(name: GaugeName, read: () => number): void;
  /** Returns all metrics in the text format. */
  text(): Promise<string>;
  readonly contentType: string;
}

const counters = {
  rondo_http_requests_total: { help: 'Calls by route, method and status.', labelNames: ['method', 'route', 'status'] },
  rondo_order_commands_total: { help: 'Order commands by verb and outcome.', labelNames: ['verb', 'outcome'] },
  rondo_intents_fenced_total: { help: 'Batches of intents that a newer epoch of the lease refused.', labelNames: [] },
  rondo_signer_refusals_total: { help: 'Texts that the signer did not sign, by reason.', labelNames: ['reason'] },
  rondo_signer_signatures_total: {
    help: 'Texts that the signer has signed, by purpose, as it has reported them.',
    labelNames: ['purpose'],
  },
  rondo_log_lines_total: { help: 'Log lines by level and event.', labelNames: ['level', 'event'] },
} as const;
const histograms = {
  rondo_http_request_seconds: { help: 'How long calls took.', labelNames: ['method', 'route'] },
  rondo_journal_seconds: { help: 'How long the transactions of the journal took.', labelNames: ['transaction'] },
} as const;
const gauges = {
  rondo_accounts: 'Accounts that this process trades.',
  rondo_accounts_without_stream: 'Accounts without their private stream.',
  rondo_accounts_with_position_without_stream: 'Accounts with a position and without their private stream.',
  rondo_oldest_reading_seconds: 'Age of the oldest complete reading of an account.',
  rondo_accounts_with_other_listeners: 'Accounts to which other programs listen, so that no order is sent.',
  rondo_accounts_with_later_listeners: 'Accounts to which other programs listen since the proof.',
  rondo_copy_orders: 'Orders of other copies of this installation since the start.',
  rondo_bots_frozen: 'Bots that are not managed, because an error froze them.',
  rondo_audit_intact: '0 after a check has found a changed, deleted or added line of the audit.',
  rondo_installation_frozen: '1 while the installation is frozen, because it may be a copy.',
  rondo_backup_interval_seconds: 'Seconds between two scheduled backups.',
  rondo_backup_made_timestamp_seconds: 'Time of the newest backup, or 0.',
  rondo_backup_verified_timestamp_seconds: 'Time of the newest verification of a backup, or 0.',
  rondo_backup_bytes: 'Size of the newest backup.',
  rondo_backup_seconds: 'How long this node needed for its last backup.',
  rondo_orders_without_intent: 'Open orders with a client id of ours that the journal does not know.',
  rondo_signer_up: '1 while the signer works.',
  rondo_honey_uses: 'Uses of the key of the honey account since the start.',
  rondo_signer_openings: 'Openings of keys that the signer has reported since the start.',
  rondo_signer_openings_refused: 'Openings of keys that the signer has refused since the start.',
  rondo_signer_restarts: 'How often the signer was started again.',
  rondo_draining: '1 while this node hands its accounts over.',
  rondo_other_nodes: 'Other nodes of the database that may trade accounts.',
  rondo_handshakes_waiting: 'Sockets that wait for their handshake.',
  rondo_handshakes_opening: 'Handshakes that have begun and not ended.',
  rondo_handshakes_per_second:
    'Largest number of handshakes of this node per second, on all its source addresses together.',
  rondo_handshake_oldest_wait_seconds: 'How long the first socket in the queue has waited for its handshake.',
  rondo_nats_connected: '1 while this node has a connection to NATS.',
  rondo_nats_published: 'Hints that this node has published.',
  rondo_nats_dropped: 'Hints that this node has dropped, because it had no connection.',
  rondo_nats_received: 'Hints that this node has received.',
  rondo_nats_invalid: 'Received messages that are not a hint of their subject.',
  rondo_nats_foreign: 'Hints of other installations that use the same NATS.',
  rondo_nats_violations: 'Publications and subscriptions that the server of NATS has refused.',
  rondo_feed_sockets: 'Open sockets of viewers.',
  rondo_process_resident_bytes: 'Memory of the process.',
  rondo_process_uptime_seconds: 'Seconds since the process began.',
} as const;
type CounterName = keyof typeof counters;
type HistogramName = keyof typeof histograms;
type GaugeName = keyof typeof gauges;

/** The upper bounds of the buckets in seconds. They include 0.05 and 0.2, the objectives of the API (docs/operations.md). */
const buckets = [0.005, 0.01, 0.025, 0.05, 0.1, 0.2, 0.5, 1, 2.5, 5];

export interface MetricsOptions {
  /** The largest number of series. Values of further series are dropped, so that labels cannot fill the memory. */
  readonly maxSeries: number;
  /** Adds the figures of the process: CPU, memory, event loop and garbage collection. */
  readonly isProcess: boolean;
}

/** Creates a separate registry with our metrics. */
export function createMetrics({ maxSeries, isProcess }: MetricsOptions): Metrics {
  const registry = new Registry();
  const registers = [registry];
  const counterOf = new Map(
    Object.entries(counters).map(([name, of]) => [name, new Counter<string>({ name, ...of, registers })]),
  );
  const histogramOf = new Map(
    Object.entries(histograms).map(([name, of]) => [name, new Histogram<string>({ name, ...of, buckets, registers })]),
  );
  const series = new Set<string>();
  const mayRecord = (name: string, labels: Labels): boolean => {
    const key = `${name} ${Object.values(labels).join(' ')}`;
    if (series.has(key)) return true;
    if (series.size >= maxSeries) return false;
    series.add(key);
    return true;
  };
  if (isProcess) collectDefaultMetrics({ register: registry, eventLoopMonitoringPrecision: serverLimits.loopCheckMs });
  return {
    count(name, labels, amount = 1) {
      if (mayRecord(name, labels)) counterOf.get(name)?.inc(labels, amount);
    },
    observe(name, durationMs, labels) {
      if (mayRecord(name, labels)) histogramOf.get(name)?.observe(labels, durationMs / 1_000);
    },
    gauge(name, read) {
      registry.removeSingleMetric(name);
      const gauge: Gauge = new Gauge({
        name,
        help: gauges[name],
        registers,
        collect: () => gauge.set(read()),
      });
    },
    text: () => registry.metrics(),
    contentType: registry.contentType,
  };
}
