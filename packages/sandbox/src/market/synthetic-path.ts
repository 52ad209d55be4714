// The seeded market: a random walk with changing volatility, trends and jumps. Each day depends only on (seed, instrument, day), so every day can be computed
// at the same cost.
import type { Instrument } from './instruments.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng, normal } from '../prng.ts';
import type { PricePath } from './price-path.ts';

const DAY_MS = 86_400_000;
const CORNER_MS = 5_000;
const CORNERS = DAY_MS / CORNER_MS;
const MINUTE_MS = 60_000;
/** The opening levels of the days are computed one after the other from this day on. So the level of a day depends only on the seed. */
const FIRST_DAY = Math.floor(Date.UTC(2024, 0, 1) / DAY_MS);
/** The days before this day have the levels of a second walk, which goes back in time. The days from here to `FIRST_DAY` open at the base price. */
const PAST_END = Math.floor(Date.UTC(2023, 7, 1) / DAY_MS);

/**
 * The periods over which the volume is higher or lower, and the share of the mean volume by which it is at most higher or lower. The volume since a fixed time is the
 * mean volume plus these waves, so the volume of a day is the sum of the volumes of its minutes, and each volume needs the waves at two times only.
 */
const volumeWaves = [
  { periodMs: MINUTE_MS, share: 0.25 },
  { periodMs: 60 * MINUTE_MS, share: 0.15 },
  { periodMs: DAY_MS, share: 0.1 },
] as const;

/** Returns the price path of one instrument for a seed. The path has no end. */
export function createSyntheticPath(seed: string, instrument: Instrument): PricePath {
  const levels = createDayLevels(seed, instrument);
  const days = new Map<number, Int32Array>();
  const baseTicks = instrument.basePrice / Number(instrument.tickSz);

  const dayOf = (day: number): Int32Array => {
    const known = days.get(day);
    if (known) return known;
    const made = makeDay(createNamedPrng(`${seed}:${instrument.instId}:${day}`), {
      baseTicks,
      from: levels(day),
      to: levels(day + 1),
      spread: instrument.dailySpread,
    });
    if (days.size >= sandboxLimits.cachedPathDays) days.delete(days.keys().next().value ?? day);
    days.set(day, made);
    return made;
  };
  const waveStart = (periodMs: number, period: number): number =>
    createNamedPrng(`${seed}:${instrument.instId}:v${periodMs}:${period}`)();
  const waveAt = (periodMs: number, at: number): number => {
    const period = Math.floor(at / periodMs);
    const left = waveStart(periodMs, period);
    const share = at / periodMs - period;
    return share === 0 ? left : left + (waveStart(periodMs, period + 1) - left) * share;
  };
  const cornerTicks = (corner: number): number => {
    const day = Math.floor(corner / CORNERS);
    return dayOf(day)[corner - day * CORNERS] ?? 0;
  };
  return {
    isRecorded: false,
    startAt: 0,
    endAt: Number.POSITIVE_INFINITY,
    priceAt: (at) => {
      const corner = Math.floor(at / CORNER_MS);
      const left = cornerTicks(corner);
      const share = (at - corner * CORNER_MS) / CORNER_MS;
      return share === 0 ? left : Math.round(left + (cornerTicks(corner + 1) - left) * share);
    },
    corners: (from, to, visit) => {
      for (let corner = Math.floor(from / CORNER_MS) + 1; corner * CORNER_MS <= to; corner += 1)
        visit(cornerTicks(corner), corner * CORNER_MS);
    },
    volumeBetween: (from, to) =>
      (baseVolume(instrument) / MINUTE_MS) *
      volumeWaves.reduce(
        (sum, wave) => sum + wave.share * wave.periodMs * (waveAt(wave.periodMs, to) - waveAt(wave.periodMs, from)),
        to - from,
      ),
  };
}

// Returns the contracts per minute that are worth about 3 million USDT. A large swap has a volume of this size.
function baseVolume(instrument: Instrument): number {
  return 3_000_000 / (instrument.basePrice * Number(instrument.ctVal));
}

// Returns the logarithm of the opening level of a day relative to the base price. The level reverts to 0, so that the price stays near the base price.
function createDayLevels(seed: string, instrument: Instrument): (day: number) => number {
  const since = createLevelWalk(`${seed}:${instrument.instId}:levels`, instrument);
  const past = createLevelWalk(`${seed}:${instrument.instId}:past`, instrument);
  return (day) => (day < PAST_END ? past(PAST_END - day) : since(Math.max(0, day - FIRST_DAY)));
}

// Returns a walk of levels that begins at 0 and reverts to 0. The levels are computed in sequence and kept.
function createLevelWalk(name: string, instrument: Instrument): (place: number) => number {
  const random = createNamedPrng(name);
  const levels = [0];
  return (place) => {
    while (levels.length <= place)
      levels.push((levels.at(-1) ?? 0) * 0.97 + normal(random) * instrument.dailySpread * 0.8);
    return levels[place] ?? 0;
  };
}

interface DayShape {
  readonly baseTicks: number;
  readonly from: number;
  readonly to: number;
  readonly spread: number;
}

interface Regime {
  readonly pace: number;
  readonly drift: number;
  readonly untilCorner: number;
}

function makeDay(random: () => number, shape: DayShape): Int32Array {
  const stepSpread = shape.spread / Math.sqrt(CORNERS);
  const walk = new Float64Array(CORNERS + 1);
  let regime: Regime = { pace: 1, drift: 0, untilCorner: 0 };
  for (let corner = 1; corner <= CORNERS; corner += 1) {
    if (corner >= regime.untilCorner) regime = nextRegime(random, corner, stepSpread);
    const jump = random() < 1 / 6_000 ? normal(random) * shape.spread * 0.35 : 0;
    walk[corner] = (walk[corner - 1] ?? 0) + normal(random) * stepSpread * regime.pace + regime.drift + jump;
  }
  const miss = shape.to - shape.from - (walk[CORNERS] ?? 0);
  const ticks = new Int32Array(CORNERS);
  for (let corner = 0; corner < CORNERS; corner += 1) {
    const level = shape.from + (walk[corner] ?? 0) + (miss * corner) / CORNERS;
    ticks[corner] = Math.max(2, Math.round(shape.baseTicks * Math.exp(level)));
  }
  return ticks;
}

// Returns the next regime: low, normal or high volatility, or a rising or falling trend. A regime lasts between half an hour and three hours.
function nextRegime(random: () => number, corner: number, stepSpread: number): Regime {
  const untilCorner = corner + 360 + Math.floor(random() * 1_800);
  const draw = random();
  if (draw < 0.3) return { pace: 0.5, drift: 0, untilCorner };
  if (draw < 0.65) return { pace: 1, drift: 0, untilCorner };
  if (draw < 0.8) return { pace: 2, drift: 0, untilCorner };
  return { pace: 0.9, drift: (draw < 0.9 ? 1 : -1) * stepSpread * 0.03, untilCorner };
}
