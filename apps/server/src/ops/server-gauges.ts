// The gauges of the running server: its process, its accounts, and its connection to NATS.
import type { Bus } from '@rondo/bus';
import { serverLimits } from '../limits.ts';
import type { Trading } from '../trading/create-trading.ts';
import { createMetrics, type Metrics } from './metrics.ts';

/** Returns the metrics of the process. */
export function createServerMetrics(): Metrics {
  const metrics = createMetrics({ maxSeries: serverLimits.metricSeries, isProcess: true });
  metrics.gauge('rondo_process_resident_bytes', () => process.memoryUsage.rss());
  metrics.gauge('rondo_process_uptime_seconds', () => Math.floor(process.uptime()));
  return metrics;
}

/** Adds the figures of the accounts that this node trades. */
export function addStreamGauges(metrics: Metrics, { live, handshakes }: Trading): void {
  const waiting = (): number => Object.values(handshakes().waiting).reduce((sum, count) => sum + count, 0);
  metrics.gauge('rondo_accounts', () => live.streams().accounts);
  metrics.gauge('rondo_accounts_without_stream', () => live.streams().withoutStream);
  metrics.gauge('rondo_accounts_with_position_without_stream', () => live.streams().withPositionWithoutStream);
  metrics.gauge('rondo_oldest_reading_seconds', () => live.streams().oldestReadingMs / 1_000);
  metrics.gauge('rondo_bots_frozen', () => live.streams().frozenBots);
  metrics.gauge('rondo_orders_without_intent', () => live.streams().orphanOrders);
  metrics.gauge('rondo_draining', () => (live.engine.share().isDraining ? 1 : 0));
  metrics.gauge('rondo_other_nodes', () => live.engine.share().otherNodes);
  metrics.gauge('rondo_handshakes_waiting', waiting);
  metrics.gauge('rondo_handshakes_opening', () => handshakes().opening);
  metrics.gauge('rondo_handshakes_per_second', () => handshakes().perSecond);
  metrics.gauge('rondo_handshake_oldest_wait_seconds', () => (handshakes().oldestWaitMs ?? 0) / 1_000);
}

/** Adds the figures of the connection to NATS. */
export function addBusGauges(metrics: Metrics, bus: Bus): void {
  metrics.gauge('rondo_nats_connected', () => (bus.figures().isConnected ? 1 : 0));
  metrics.gauge('rondo_nats_published', () => bus.figures().published);
  metrics.gauge('rondo_nats_dropped', () => bus.figures().dropped);
  metrics.gauge('rondo_nats_received', () => bus.figures().received);
  metrics.gauge('rondo_nats_invalid', () => bus.figures().invalid);
  metrics.gauge('rondo_nats_foreign', () => bus.figures().foreign);
  metrics.gauge('rondo_nats_violations', () => bus.figures().violations);
}
