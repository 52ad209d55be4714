// Starts, continues and advances the markets: which path each instrument walks and how wall time maps to it.
import { instruments, type Instrument } from './instruments.ts';
import { sandboxLimits } from '../limits.ts';
import {
  addMark,
  addStretch,
  isHeld,
  marketTimeAt,
  priceAtWall,
  type MarketLine,
  type Mark,
  type Stretch,
} from './market-line.ts';
import type { RecordedPath } from './recorded-path.ts';
import { createSyntheticPath } from './synthetic-path.ts';
import { touch, touchWorld, type World } from '../state/world.ts';
import { travel } from './walk-market.ts';

const MINUTE_MS = 60_000;
const DAY_MS = 86_400_000;

export interface MarketPlan {
  /** Market seconds per wall second; 0 holds every market for step-by-step advancing. */
  readonly speed: number;
  readonly replay: { readonly instId: string; readonly path: RecordedPath } | undefined;
}

/** What earlier runs left behind, by instrument. */
export interface MarketPast {
  readonly stretches: ReadonlyMap<string, readonly Stretch[]>;
  readonly marks: ReadonlyMap<string, readonly Mark[]>;
}

/** Builds all market lines: a fresh start now, or a continuation of what was journalled. While the exchange was down its markets stood still. */
export function startMarkets(world: World, plan: MarketPlan, past: MarketPast): void {
  const now = world.clock.now();
  if (world.historyEndAt === 0) world.historyEndAt = Math.floor(now / MINUTE_MS) * MINUTE_MS;
  for (const instrument of instruments.values()) {
    const recorded = plan.replay?.instId === instrument.instId ? plan.replay.path : undefined;
    const line = makeLine(world, instrument, recorded);
    line.stretches.push(...(past.stretches.get(instrument.instId) ?? []));
    line.marks.push(...(past.marks.get(instrument.instId) ?? []));
    world.lines.set(instrument.instId, line);
    if (line.stretches.length === 0) begin(world, line, plan.speed);
    else resume(world, line, plan.speed);
    line.walkedTo = marketTimeAt(line, now);
    line.ticks = priceAtWall(line, now);
  }
  world.seenAt = now;
  touchWorld(world);
}

/** Walks every running market to this instant. */
export function walkMarkets(world: World): void {
  const now = world.clock.now();
  for (const line of world.lines.values()) {
    const target = marketTimeAt(line, now);
    if (target <= line.walkedTo) continue;
    walkTo(world, line, target);
  }
  if (now - world.seenAt >= 1_000) {
    world.seenAt = now;
    touchWorld(world);
  }
}

/** Moves a held market over prices in ticks, one after the other. */
export function advancePrices(world: World, line: MarketLine, prices: readonly number[]): void {
  world.walks += 1;
  for (const ticks of prices) {
    travel(world, line, ticks);
    const mark = { wallAt: world.clock.now(), ticks };
    addMark(line, mark);
    touch(world, { kind: 'mark', value: { instId: line.instrument.instId, ...mark } });
  }
}

/** Moves a held market to the close of the n-th next candle (row of a trade file); answers how many rows a recording still has. */
export function advanceCandles(world: World, line: MarketLine, count: number): number | undefined {
  const jumpFrom = line.walkedTo;
  const { recorded } = line;
  const target = recorded
    ? recordedTarget(recorded, jumpFrom, count)
    : (Math.floor((jumpFrom + 1) / MINUTE_MS) + count) * MINUTE_MS - 1;
  if (target > jumpFrom) {
    walkTo(world, line, target);
    record(world, line, { wallAt: world.clock.now(), jumpFrom, marketAt: target, speed: 0 });
  }
  return recorded ? recorded.rows - 1 - recorded.rowOf(line.walkedTo) : undefined;
}

function recordedTarget(recorded: RecordedPath, at: number, count: number): number {
  const row = Math.min(recorded.rows - 1, recorded.rowOf(at) + count);
  return Math.min(recorded.endAt, recorded.rowAt(row) + Math.max(0, recorded.candleMs - 1));
}

function walkTo(world: World, line: MarketLine, target: number): void {
  world.walks += 1;
  line.path.corners(line.walkedTo, target, (ticks) => travel(world, line, ticks));
  line.walkedTo = target;
  travel(world, line, line.path.priceAt(target));
}

function makeLine(world: World, instrument: Instrument, recorded: RecordedPath | undefined): MarketLine {
  return {
    instrument,
    path: recorded ?? createSyntheticPath(world.seed, instrument),
    recorded,
    stretches: [],
    marks: [],
    historyFrom: world.historyEndAt - sandboxLimits.historyDays * DAY_MS,
    walkedTo: 0,
    ticks: 1,
  };
}

// The past runs one to one and ends with the last full minute; then the market stands until now, then it moves at its speed.
function begin(world: World, line: MarketLine, speed: number): void {
  const { historyEndAt } = world;
  const firstLive = line.recorded ? firstLiveAt(line.recorded) : historyEndAt;
  const standing = firstLive - 1;
  record(world, line, { wallAt: 0, jumpFrom: firstLive - historyEndAt, marketAt: firstLive - historyEndAt, speed: 1 });
  record(world, line, { wallAt: historyEndAt, jumpFrom: standing, marketAt: standing, speed: 0 });
  if (speed > 0) record(world, line, { wallAt: world.clock.now(), jumpFrom: standing, marketAt: standing, speed });
}

// The first tenth of a recording, at most a day of it, is the past; the rest plays live from a row's opening.
function firstLiveAt(recorded: RecordedPath): number {
  const tenth = recorded.rowAt(Math.floor(recorded.rows / sandboxLimits.replayPastShare));
  const latest = Math.min(tenth, recorded.startAt + sandboxLimits.replayPastMs);
  return recorded.rowAt(Math.max(1, recorded.rowOf(latest)));
}

function resume(world: World, line: MarketLine, speed: number): void {
  if (isHeld(line) && speed === 0) return;
  const stopAt = Math.max(world.seenAt, line.stretches.at(-1)?.wallAt ?? 0);
  const standing = marketTimeAt(line, stopAt);
  record(world, line, { wallAt: stopAt, jumpFrom: standing, marketAt: standing, speed: 0 });
  if (speed > 0)
    record(world, line, { wallAt: Math.max(world.clock.now(), stopAt), jumpFrom: standing, marketAt: standing, speed });
}

function record(world: World, line: MarketLine, stretch: Stretch): void {
  addStretch(line, stretch);
  touch(world, { kind: 'stretch', value: { instId: line.instrument.instId, ...stretch } });
}
