// Creates random configurations for the comparison of the engines. Every option of docs/strategy.md occurs, and extreme values are frequent.
import type { BacktestConfig, EntryRules } from '@rondo/backtest';
import { decimal, formatDecimal, multiply, toFraction, zeroFraction, type Decimal, percent } from '@rondo/decimal';
import {
  createBotConfig,
  defencePercents,
  type BotConfig,
  type BotSettings,
  type InstrumentRules,
} from '@rondo/strategy';
import type { SeededChance } from '@rondo/testkit';

/** The rules of a market: its tick size, and a lot size that is suitable for its price. */
export type Market = {
  readonly tickSz: string;
  readonly lotSz: string;
  readonly minSz: string;
  readonly ctVal: string;
};

/** Returns a random configuration. Two generators with equal seeds give equal configurations. */
export function randomConfig(chance: SeededChance, market: Market): BacktestConfig {
  const martinSteps = chance.between(2, 10);
  // The sequence of the calls of `chance` must not change. With another sequence, a recorded seed would give another configuration.
  const instrument = {
    ...randomInstrument(chance, market),
    ...randomOrderTick(chance.fork('order tick'), market),
    ...randomOrderBounds(chance.fork('order bounds'), market),
  };
  const settings: BotSettings = {
    direction: chance.pick(['long', 'short']),
    allocation: decimal(
      chance.happens(0.2) ? `${chance.between(20, 900)}.${chance.between(0, 99)}` : `${chance.between(1, 200)}000`,
    ),
    investmentRatio: percent(String(chance.between(5, 100))),
    leverage: decimal(String(chance.between(1, 20))),
    martinSteps,
    cyclicSteps: chance.happens(0.3) ? 0 : chance.between(0, martinSteps - 1),
    stepDistance: { kind: 'percent', percent: percent(randomPercent(chance, 10, 500)) },
    atrMultiplier: null,
    takeProfit: percent(randomPercent(chance, 10, 500)),
    cycleCredit: percent(chance.happens(0.5) ? '100' : String(chance.between(0, 100))),
    compound: chance.happens(0.7),
    autoReentry: !chance.happens(0.03),
    ...randomStopLoss(chance),
  };
  return {
    bot: {
      ...createBotConfig({ ...settings, ...randomAtr(chance.fork('ATR')) }, instrument),
      ...randomLossGuard(chance.fork('loss guard')),
    },
    fill: chance.pick(['through', 'touch']),
    path: chance.pick(['byClose', 'favourableFirst', 'adverseFirst']),
    slippage: chance.happens(0.2) ? toFraction(decimal(`0.00${chance.between(1, 99)}`)) : zeroFraction,
    ...randomReentryJitter(chance.fork('reentry jitter')),
    ...randomEntry(chance.fork('entry')),
  };
}

function randomStopLoss(chance: SeededChance): Pick<BotSettings, 'stopLoss' | 'stopLossEndsBot'> {
  if (!chance.happens(0.3)) return { stopLoss: null, stopLossEndsBot: false };
  return { stopLoss: percent(randomPercent(chance, 50, 4_000)), stopLossEndsBot: chance.happens(0.1) };
}

// The loss guard uses its own random generator, so that the other settings of a seed do not depend on the loss guard.
function randomLossGuard(chance: SeededChance): Pick<BotConfig, 'lossGuard'> {
  if (!chance.happens(0.4)) return {};
  const firstWaitMinutes = chance.pick([1, 1, 2, 7, 60]);
  return {
    lossGuard: {
      firstWaitMinutes,
      maxWaitMinutes: firstWaitMinutes * chance.pick([1, 5, 60, 300]),
      stopsPerHour: chance.between(0, 6),
      dayLossPercent: percent(chance.happens(0.5) ? String(chance.between(1, 20)) : String(chance.between(20, 300))),
    },
  };
}

// The distance from ATR uses its own random generator, so that the other settings of a seed do not depend on it.
function randomAtr(chance: SeededChance): Partial<Pick<BotSettings, 'atrMultiplier'>> {
  if (!chance.happens(0.25)) return {};
  // With small factors the steps of some rounds are too close.
  return { atrMultiplier: decimal(chance.pick(['0.1', '0.3', '1', '1.7', '4', '10'])) };
}

// The jitter uses its own random generator, so that the other settings of a seed do not depend on the jitter.
function randomReentryJitter(chance: SeededChance): Pick<BacktestConfig, 'reentryJitter'> {
  if (!chance.happens(0.3)) return {};
  const meanHours = decimal(chance.pick(['0.01', '0.25', '1', '4.5', '30', '500']));
  return { reentryJitter: { seed: chance.between(0, 1_000_000), meanHours } };
}

// The entry rule uses its own random generator, so that the other settings of a seed do not depend on it. The generated series are short, so their
// signals are mostly random.
function randomEntry(chance: SeededChance): Pick<BacktestConfig, 'entry'> {
  if (!chance.happens(0.35)) return {};
  const bar = chance.pick(['5m', '15m', '1H', '4H'] as const);
  const when = chance.pick(['crossing', 'while'] as const);
  const level = chance.between(20, 80);
  const rule = chance.pick([
    { kind: 'rsi', length: chance.between(2, 20), level, when } as const,
    { kind: 'ichimoku', when } as const,
  ]);
  if (chance.happens(0.5)) return { entry: { kind: 'rule', rule, bar } };
  const share = chance.pick([0.01, 0.1, 0.5, 1]);
  const anyBar = { kind: 'atr', length: 2 } as const;
  return { entry: { kind: 'random', rule: anyBar, bar, share, seed: chance.between(0, 1_000_000) } };
}

/** Returns recorded messages or decisions at random times of a series, in rising order. Some come outside of the candles, and some in one candle. */
export function randomRecorded(
  chance: SeededChance,
  from: number,
  to: number,
): Extract<EntryRules, { kind: 'recorded' }> {
  const source = chance.pick(['webhook', 'ai-gpt'] as const);
  const times = Array.from({ length: chance.between(1, 200) }, () => {
    const at = chance.between(from - hourMs, to + hourMs);
    return chance.happens(0.3) ? at - (at % hourMs) : at;
  });
  const defence = (): (typeof defencePercents)[number] | null =>
    source === 'webhook' ? null : chance.pick(defencePercents);
  const signals = [...new Set(times)].toSorted((a, b) => a - b).map((at) => ({ at, defence: defence() }));
  return { kind: 'recorded', source, signals };
}

const hourMs = 3_600_000;

// The tick size of orders uses its own random generator, so that the other settings of a seed do not depend on it.
function randomOrderTick(chance: SeededChance, market: Market): Pick<InstrumentRules, 'orderTickSz'> {
  if (!chance.happens(0.25)) return {};
  return { orderTickSz: multiply(decimal(market.tickSz), decimal(chance.pick(['2', '3', '5', '10', '50']))) };
}

// The largest orders use their own random generator, so that the other settings of a seed do not depend on them. Small ones refuse plans and divide stop losses.
function randomOrderBounds(
  chance: SeededChance,
  { lotSz }: Market,
): Pick<InstrumentRules, 'maxLimitSz' | 'maxMarketSz'> {
  if (!chance.happens(0.4)) return {};
  const bound = (): Decimal =>
    multiply(decimal(lotSz), decimal(chance.pick(['700', '20000', '20000', '10000000000', '10000000000'])));
  return { maxLimitSz: bound(), ...(chance.happens(0.8) ? { maxMarketSz: bound() } : {}) };
}

function randomInstrument(chance: SeededChance, market: Market): InstrumentRules {
  const lotSz = decimal(market.lotSz);
  return {
    id: 'recorded',
    tickSz: decimal(market.tickSz),
    lotSz,
    minSz: decimal(market.minSz),
    ctVal: decimal(market.ctVal),
    tiers: chance.happens(0.3) ? randomTiers(chance, lotSz) : [{ maxSz: null, mmr: randomRate(chance, 40) }],
    makerFee: chance.happens(0.1) ? decimal('-0.0001') : randomRate(chance, 3),
    takerFee: randomRate(chance, 8),
  };
}

function randomTiers(chance: SeededChance, lotSz: Decimal): InstrumentRules['tiers'] {
  const first = multiply(lotSz, decimal(String(chance.between(500, 50_000))));
  const open = { maxSz: null, mmr: decimal('0.05') };
  return [
    { maxSz: first, mmr: decimal('0.004') },
    { maxSz: multiply(first, decimal('5')), mmr: decimal('0.01') },
    chance.happens(0.8) ? open : { maxSz: multiply(first, decimal('20')), mmr: decimal('0.025') },
  ];
}

/** Returns a random percentage. Most percentages have at most two decimals, and some have many more decimals. */
function randomPercent(chance: SeededChance, least: number, most: number): string {
  const hundredths = decimal(String(chance.between(least, most)));
  if (chance.happens(0.15)) return formatDecimal(multiply(hundredths, decimal('0.01000007')));
  return formatDecimal(multiply(hundredths, decimal('0.01')));
}

function randomRate(chance: SeededChance, tenThousandths: number): Decimal {
  return multiply(decimal(String(chance.between(0, tenThousandths))), decimal('0.0001'));
}
