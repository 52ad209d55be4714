// Measures the link of each account to the exchange: calls, response times, uptime, reconnects and messages. The figures are kept in memory per minute for one day.
import type { LinkMeter } from '@rondo/exchange';
import type { Clock } from '@rondo/engine/ports';
import { serverLimits } from '../limits.ts';

/** Sums over a period. `observedMs` is the measured time, and `upMs` is the part of the measured time in which the socket was ready. */
export interface LinkFigures {
  readonly calls: number;
  readonly errors: number;
  readonly callMs: number;
  readonly reconnects: number;
  readonly messages: number;
  readonly upMs: number;
  readonly observedMs: number;
}

/** The current state of the link. `isKeyAccepted` is null when no response was received yet. */
export interface LinkNow {
  readonly isReady: boolean;
  readonly readySince: number | null;
  readonly isKeyAccepted: boolean | null;
  readonly since: number;
}

export interface LinkMeters {
  meterOf(accountId: string): LinkMeter;
  figures(accountId: string, periodMs: number): LinkFigures;
  /** Returns the current state of the link, or null when nothing was measured for this account. */
  now(accountId: string): LinkNow | null;
  forget(accountId: string): void;
}

type Bucket = { -readonly [Name in keyof LinkFigures]: number };

interface Gauge {
  readonly buckets: Map<number, Bucket>;
  readonly since: number;
  countedUntil: number;
  isReady: boolean;
  wasReady: boolean;
  readySince: number | null;
  isKeyAccepted: boolean | null;
}

const minuteMs = 60_000;
const empty: LinkFigures = {
  calls: 0,
  errors: 0,
  callMs: 0,
  reconnects: 0,
  messages: 0,
  upMs: 0,
  observedMs: 0,
};

/**
 * Creates meters in memory. The figures are lost when the process ends. `since` is the time at which the measurement of the account began.
 */
export function createLinkMeters(clock: Pick<Clock, 'now'>): LinkMeters {
  const gauges = new Map<string, Gauge>();
  const gaugeOf = (accountId: string): Gauge => {
    const known = gauges.get(accountId);
    if (known !== undefined) return known;
    const now = clock.now();
    const made: Gauge = {
      buckets: new Map(),
      since: now,
      countedUntil: now,
      isReady: false,
      wasReady: false,
      readySince: null,
      isKeyAccepted: null,
    };
    gauges.set(accountId, made);
    return made;
  };
  return {
    meterOf: (accountId) => meterOf(clock, gaugeOf(accountId)),
    figures(accountId, periodMs) {
      const gauge = gauges.get(accountId);
      if (gauge === undefined) return empty;
      const now = clock.now();
      countElapsedTime(gauge, now);
      const wanted = [...gauge.buckets].filter(([at]) => at + minuteMs > now - periodMs).map(([, bucket]) => bucket);
      return wanted.reduce<LinkFigures>((sum, bucket) => addFigures(sum, bucket), empty);
    },
    now(accountId) {
      const gauge = gauges.get(accountId);
      if (gauge === undefined) return null;
      const { isReady, readySince, isKeyAccepted, since } = gauge;
      return { isReady, readySince, isKeyAccepted, since };
    },
    forget: (accountId) => void gauges.delete(accountId),
  };
}

function meterOf(clock: Pick<Clock, 'now'>, gauge: Gauge): LinkMeter {
  const bucket = (): Bucket => {
    countElapsedTime(gauge, clock.now());
    return bucketAt(gauge, clock.now());
  };
  return {
    call({ verdict, durationMs }) {
      const current = bucket();
      current.calls += 1;
      current.callMs += durationMs;
      if (verdict !== 'ok') current.errors += 1;
      if (verdict !== 'failed') gauge.isKeyAccepted = verdict === 'ok';
    },
    socketReady() {
      const current = bucket();
      // A socket that replaces a ready socket is not counted as a reconnect.
      if (gauge.wasReady && !gauge.isReady) current.reconnects += 1;
      if (!gauge.isReady) gauge.readySince = clock.now();
      gauge.isReady = true;
      gauge.wasReady = true;
    },
    socketDown() {
      countElapsedTime(gauge, clock.now());
      gauge.isReady = false;
      gauge.readySince = null;
    },
    message() {
      bucket().messages += 1;
    },
  };
}

/**
 * Adds the time since the last call of this function to the minutes in which the time passed. Time that is longer ago than `metricsKeptMs`
 * (one day) is not added.
 */
function countElapsedTime(gauge: Gauge, now: number): void {
  let from = Math.max(gauge.countedUntil, now - serverLimits.metricsKeptMs);
  while (from < now) {
    const until = Math.min(now, Math.floor(from / minuteMs) * minuteMs + minuteMs);
    const bucket = bucketAt(gauge, from);
    bucket.observedMs += until - from;
    if (gauge.isReady) bucket.upMs += until - from;
    from = until;
  }
  gauge.countedUntil = Math.max(gauge.countedUntil, now);
  for (const at of gauge.buckets.keys()) {
    if (at + minuteMs > now - serverLimits.metricsKeptMs) break;
    gauge.buckets.delete(at);
  }
}

function bucketAt(gauge: Gauge, at: number): Bucket {
  const minute = Math.floor(at / minuteMs) * minuteMs;
  const known = gauge.buckets.get(minute);
  if (known !== undefined) return known;
  const made: Bucket = { ...empty };
  gauge.buckets.set(minute, made);
  return made;
}

function addFigures(sum: LinkFigures, bucket: LinkFigures): LinkFigures {
  return {
    calls: sum.calls + bucket.calls,
    errors: sum.errors + bucket.errors,
    callMs: sum.callMs + bucket.callMs,
    reconnects: sum.reconnects + bucket.reconnects,
    messages: sum.messages + bucket.messages,
    upMs: sum.upMs + bucket.upMs,
    observedMs: sum.observedMs + bucket.observedMs,
  };
}
