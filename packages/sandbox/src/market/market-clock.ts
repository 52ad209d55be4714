// Starts, continues and advances the markets: the price path of each instrument, and the mapping of wall time to market time.
import { instruments, type Instrument } from './instruments.ts';
import { sandboxLimits } from '../limits.ts';
import {
  addManualPrice,
  addClockSegment,
  isHeld,
  marketTimeAt,
  priceAtWall,
  type MarketTimeline,
  type ManualPrice,
  type ClockSegment,
} from './market-timeline.ts';
import type { PricePath } from './price-path.ts';
import type { RecordedPath } from './recorded-path.ts';
import { createSyntheticPath } from './synthetic-path.ts';
import { recordChange, recordWorld, type World } from '../state/world.ts';
import { moveToPrice } from './walk-market.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

/** The options of the markets: speed, and the recording of one instrument. */
export interface MarketPlan {
  /** Market seconds per wall second. With 0 the price of a market changes only when a test advances the market. */
  readonly speed: number;
  readonly replay: { readonly instId: string; readonly path: RecordedPath } | undefined;
  /** The synthetic paths that exchanges with one seed share, by seed and instrument. */
  readonly paths: Map<string, PricePath>;
}

/** The clock segments and manual prices of earlier runs by instrument. */
export interface MarketPast {
  readonly stretches: ReadonlyMap<string, readonly ClockSegment[]>;
  readonly marks: ReadonlyMap<string, readonly ManualPrice[]>;
}

/** Creates all market timelines, or continues the timelines from the journal. While the exchange does not run, the prices do not change. */
export function startMarkets(world: World, plan: MarketPlan, past: MarketPast): void {
  const now = world.clock.now();
  if (world.historyEndAt === 0) world.historyEndAt = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (const instrument of instruments.values()) {
    const recorded = plan.replay?.instId === instrument.instId ? plan.replay.path : undefined;
    const timeline = makeLine(world, { instrument, recorded, paths: plan.paths });
    timeline.segments.push(...(past.stretches.get(instrument.instId) ?? []));
    timeline.manualPrices.push(...(past.marks.get(instrument.instId) ?? []));
    world.timelines.set(instrument.instId, timeline);
    if (timeline.segments.length === 0) begin(world, timeline, plan.speed);
    else resume(world, timeline, plan.speed);
    timeline.walkedTo = marketTimeAt(timeline, now);
    timeline.ticks = priceAtWall(timeline, now);
  }
  world.seenAt = now;
  recordWorld(world);
}

/** Moves every running market to the present time. */
export function walkMarkets(world: World): void {
  const now = world.clock.now();
  for (const timeline of world.timelines.values()) {
    const target = marketTimeAt(timeline, now);
    if (target <= timeline.walkedTo) continue;
    walkTo(world, timeline, target);
  }
  if (now - world.seenAt >= 1_000) {
    world.seenAt = now;
    recordWorld(world);
  }
}

/** Moves a market with speed 0 to each of the given prices in ticks, one after the other. */
export function advancePrices(world: World, timeline: MarketTimeline, prices: readonly number[]): void {
  world.walks += 1;
  for (const ticks of prices) {
    moveToPrice(world, timeline, ticks);
    const price = { wallAt: world.clock.now(), ticks };
    addManualPrice(timeline, price);
    recordChange(world, { kind: 'mark', value: { instId: timeline.instrument.instId, ...price } });
  }
}

/**
 * Moves a market with speed 0 to the close of the n-th next candle (or to the n-th next row of a trade file). Returns the number of rows of the recording that
 * are left.
 */
export function advanceCandles(world: World, timeline: MarketTimeline, count: number): number | undefined {
  const jumpFrom = timeline.walkedTo;
  const { recorded } = timeline;
  const target = recorded
    ? recordedTarget(recorded, jumpFrom, count)
    : (Math.floor((jumpFrom + 1) / MINUTE_MS) + count) * MINUTE_MS - 1;
  if (target > jumpFrom) {
    walkTo(world, timeline, target);
    record(world, timeline, { wallAt: world.clock.now(), jumpFrom, marketAt: target, speed: 0 });
  }
  return recorded ? recorded.rows - 1 - recorded.rowOf(timeline.walkedTo) : undefined;
}

function recordedTarget(recorded: RecordedPath, at: number, count: number): number {
  const row = Math.min(recorded.rows - 1, recorded.rowOf(at) + count);
  return Math.min(recorded.endAt, recorded.rowAt(row) + Math.max(0, recorded.candleMs - 1));
}

function walkTo(world: World, timeline: MarketTimeline, target: number): void {
  world.walks += 1;
  timeline.path.corners(timeline.walkedTo, target, (ticks) => moveToPrice(world, timeline, ticks));
  timeline.walkedTo = target;
  moveToPrice(world, timeline, timeline.path.priceAt(target));
}

function makeLine(
  world: World,
  of: {
    readonly instrument: Instrument;
    readonly recorded: RecordedPath | undefined;
    readonly paths: MarketPlan['paths'];
  },
): MarketTimeline {
  const { instrument, recorded, paths } = of;
  const key = `${world.seed}:${instrument.instId}`;
  const path = recorded ?? paths.get(key) ?? createSyntheticPath(world.seed, instrument);
  if (!recorded) paths.set(key, path);
  return {
    instrument,
    path,
    recorded,
    segments: [],
    manualPrices: [],
    historyFrom: world.historyEndAt - sandboxLimits.historyDays * DAY_MS,
    walkedTo: 0,
    ticks: 1,
  };
}

// The history has speed 1 and ends with the last complete minute before the first start of the exchange. From the end
// of the history until this first start the price is constant. Afterwards the market moves at its speed.
function begin(world: World, timeline: MarketTimeline, speed: number): void {
  const { historyEndAt } = world;
  const firstLive = timeline.recorded ? firstLiveAt(timeline.recorded) : historyEndAt;
  const standing = firstLive - 1;
  record(world, timeline, {
    wallAt: 0,
    jumpFrom: firstLive - historyEndAt,
    marketAt: firstLive - historyEndAt,
    speed: 1,
  });
  record(world, timeline, { wallAt: historyEndAt, jumpFrom: standing, marketAt: standing, speed: 0 });
  if (speed > 0) record(world, timeline, { wallAt: world.clock.now(), jumpFrom: standing, marketAt: standing, speed });
}

// The first tenth of a recording, at most one day, is history. The rest is replayed live. The live part begins at the start of a row.
function firstLiveAt(recorded: RecordedPath): number {
  const tenth = recorded.rowAt(Math.floor(recorded.rows / sandboxLimits.replayPastShare));
  const latest = Math.min(tenth, recorded.startAt + sandboxLimits.replayPastMs);
  return recorded.rowAt(Math.max(1, recorded.rowOf(latest)));
}

function resume(world: World, timeline: MarketTimeline, speed: number): void {
  if (isHeld(timeline) && speed === 0) return;
  const stopAt = Math.max(world.seenAt, timeline.segments.at(-1)?.wallAt ?? 0);
  const standing = marketTimeAt(timeline, stopAt);
  record(world, timeline, { wallAt: stopAt, jumpFrom: standing, marketAt: standing, speed: 0 });
  if (speed > 0)
    record(world, timeline, {
      wallAt: Math.max(world.clock.now(), stopAt),
      jumpFrom: standing,
      marketAt: standing,
      speed,
    });
}

function record(world: World, timeline: MarketTimeline, segment: ClockSegment): void {
  addClockSegment(timeline, segment);
  recordChange(world, { kind: 'stretch', value: { instId: timeline.instrument.instId, ...segment } });
}
