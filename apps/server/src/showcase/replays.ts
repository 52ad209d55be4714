// The two rounds that the landing page replays. The strategy of the bots runs over recent candles of the venue, and a fixed rule chooses the rounds (decision 33).
import {
  deepestFall,
  fallReplay,
  latestReplay,
  readCandle,
  type Candle,
  type Fall,
  type Replay,
} from '@rondo/backtest';
import { contractLimits, type Replays } from '@rondo/contract';
import { decimal, formatDecimal, fraction, type Decimal } from '@rondo/decimal';
import {
  createBotConfig,
  defaultBotSettings,
  defaultInstrument,
  type BotSettings,
  type InstrumentRules,
} from '@rondo/strategy';
import type { AppContext } from '../app-context.ts';

/**
 * The pairs whose candles are read, with the default pair of the form first. The finished round is from the first pair that has one. The fall is the deepest
 * fall of all pairs.
 */
const instruments = [defaultInstrument, 'BTC-USDT-SWAP', 'SOL-USDT-SWAP', 'XRP-USDT-SWAP', 'ADA-USDT-SWAP'];
const bar = '15m';
const barsPerDay = 24 * 4;
const days = contractLimits.leaderboardDays;

/** The defaults of the form with two cyclic steps, on the whole demo account. Every round has the same budget, because compounding is off. */
const botSettings: BotSettings = {
  ...defaultBotSettings(decimal(contractLimits.demoBalance)),
  cyclicSteps: 2,
  compound: false,
};

const settings = {
  budget: contractLimits.demoBalance,
  size_percent: toNumber(botSettings.investmentRatio),
  leverage: toNumber(botSettings.leverage),
  martin_steps: botSettings.martinSteps,
  cycle_steps: botSettings.cyclicSteps,
  defense_percent: toNumber(botSettings.stepDistance.percent),
  take_profit: toNumber(botSettings.takeProfit),
} as const;

interface Market {
  readonly rules: InstrumentRules;
  readonly candles: readonly Candle[];
}

/** The replays. `isWhole` is true when the list of instruments and the candles of every listed pair were read. */
export type ComputedReplays = { readonly replays: Replays; readonly isWhole: boolean };

/** Reads the candles of each pair and runs the strategy over them. A pair whose candles cannot be read is skipped. */
export async function computeReplays({
  market,
  clock,
}: Pick<AppContext, 'market' | 'clock'>): Promise<ComputedReplays> {
  const listings = await market.listings();
  let isWhole = listings.ok;
  let finished: Replays['finished'] = null;
  let deepest: { readonly market: Market; readonly fall: Fall } | null = null;
  for (const instrumentId of instruments) {
    const rules = listings.ok ? listings.value.get(instrumentId)?.rules : undefined;
    if (rules === undefined) continue;
    const read = await market.candles({ instrumentId, bar, limit: days * barsPerDay });
    if (!read.ok) {
      isWhole = false;
      continue;
    }
    const known = { rules, candles: read.value.flatMap((candle) => readCandle(candle, rules.tickSz) ?? []) };
    finished ??= onWire(latestReplay(inputOf(known)), instrumentId);
    const fall = deepestFall(known.candles);
    if (deepest === null || fall.part > deepest.fall.part) deepest = { market: known, fall };
  }
  const replays: Replays = {
    simulated: true,
    settings,
    days,
    bar,
    finished,
    fall: deepest === null ? null : onWire(fallReplay(inputOf(deepest.market), deepest.fall), deepest.market.rules.id),
    fall_percent: Math.round((deepest?.fall.part ?? 0) * 10_000) / 100,
    updated_at: clock.now(),
  };
  return { replays, isWhole };
}

function inputOf({ rules, candles }: Market) {
  const config = {
    bot: createBotConfig(botSettings, rules),
    fill: 'through',
    path: 'byClose',
    slippage: fraction(0n),
  } as const;
  return { config, candles };
}

/** Returns the round in the form of the API. */
function onWire(replay: Replay | null, symbol: string): Replays['finished'] {
  if (replay === null) return null;
  return {
    ...replay,
    symbol,
    levels: [...replay.levels],
    prices: [...replay.prices],
    fills: [...replay.fills],
    exits: [...replay.exits],
    liquidations: [...replay.liquidations],
  };
}

function toNumber(value: Decimal): number {
  return Number(formatDecimal(value));
}
