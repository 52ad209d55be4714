// The history of the demo members: the strategy runs over past candles of the sandbox, so no result is invented.
// The simulation has no order book and no funding. At the end of its span a bot is closed at the market price.
import { decimal, formatDecimal, fraction, percent, priceOf, sizeOf, toFraction } from '@rondo/decimal';
import { readCandle, simulateHistory, type Candle, type SimulatedFill } from '@rondo/backtest';
import type { BotFillWire } from '@rondo/contract';
import { toPlanResponse } from '@rondo/contract/state';
import type { SimulatedHistoryRow, Store, UserRecord } from '@rondo/store';
import {
  encode,
  createBotConfig,
  defaultBotSettings,
  previewLadder,
  type BotConfig,
  type BotSettings,
  type InstrumentRules,
} from '@rondo/strategy';
import type { PlanSummary } from '../bots/stored-bot.ts';
import type { MarketCandle } from '../market/market.ts';
import { seededBelow, seededChoice, seededId } from './seeded.ts';

const hourMs = 60 * 60 * 1_000;

export interface DemoMarket {
  readonly rules: InstrumentRules;
  /** Past candles of the sandbox, oldest first. */
  readonly candles: readonly MarketCandle[];
}

export interface DemoHistoryInput {
  readonly seed: number;
  readonly users: readonly UserRecord[];
  readonly markets: readonly [DemoMarket, ...DemoMarket[]];
}

/**
 * Runs the bots of every member over the candles, one bot after the other, and stores the finished bots. A bot whose id is already stored
 * is not stored a second time.
 */
export async function insertDemoHistory(store: Store, input: DemoHistoryInput): Promise<number> {
  let inserted = 0;
  for (const user of input.users) {
    const rows = historyOf(input, user);
    inserted += (await store.history.insertSimulated(rows)).inserted;
  }
  return inserted;
}

/** Returns the finished bots of one member: spans of 1 to 6 days with pauses between them, each on an instrument that the seed chooses. */
function historyOf(input: DemoHistoryInput, user: UserRecord): readonly SimulatedHistoryRow[] {
  const rows: SimulatedHistoryRow[] = [];
  const words = [input.seed, user.email] as const;
  const [anyMarket] = input.markets;
  const lastAt = anyMarket.candles.at(-1)?.at ?? 0;
  let startAt = (anyMarket.candles[0]?.at ?? 0) + seededBelow(24, ...words, 'start') * hourMs;
  for (let index = 0; ; index += 1) {
    const endAt = startAt + (24 + seededBelow(120, ...words, index, 'length')) * hourMs;
    // A bot whose span ends after the last candle would still run, so it is not in the history. This rule does not use the result of the bot, so it does not
    // make the history look better or worse.
    if (endAt > lastAt) return rows;
    const market = seededChoice(input.markets, ...words, index, 'market');
    const span = market.candles.filter(({ at }) => at >= startAt && at < endAt);
    const row = finishedBot(
      { input, user, market, index },
      span.flatMap((candle) => readCandle(candle, market.rules.tickSz) ?? []),
    );
    if (row !== null) rows.push(row);
    startAt = (row?.endedAt ?? endAt) + (1 + seededBelow(24, ...words, index, 'pause')) * hourMs;
  }
}

interface BotSpan {
  readonly input: DemoHistoryInput;
  readonly user: UserRecord;
  readonly market: DemoMarket;
  readonly index: number;
}

/** Returns the bot of a span. Returns null when the ladder of the bot cannot be planned at the first price of the span. */
function finishedBot(bot: BotSpan, span: readonly Candle[]): SimulatedHistoryRow | null {
  const { input, user, market, index } = bot;
  const [first, last] = [span[0], span.at(-1)];
  if (first === undefined || last === undefined) return null;
  const config = configOf(bot);
  const firstPrice = toFraction(priceOf(first.open, market.rules.tickSz));
  const preview = previewLadder({ config, budget: config.allocation, firstPrice });
  if (!preview.ok) return null;
  const { walk } = simulateHistory({
    config: { bot: config, fill: 'through', path: 'byClose', slippage: fraction(0n) },
    candles: span,
    closesAtEnd: true,
  });
  const end = walk.facts.find(({ fact }) => fact.kind === 'botCompleted' || fact.kind === 'liquidated');
  if (end === undefined) return null;
  const plan = toPlanResponse(preview.preview);
  const summary: PlanSummary = {
    plan,
    entryType: 'market',
    description: '',
    maxTotalSize: plan.max_total_size,
    requestHash: '',
  };
  const name = `${market.rules.id.split('-')[0] ?? ''} ${config.direction} ${index + 1}`.slice(0, 15);
  return {
    botId: seededId(input.seed, user.email, index),
    userId: user.id,
    instrumentId: market.rules.id,
    name,
    direction: config.direction,
    config: JSON.stringify(encode(config)),
    planSummary: JSON.stringify(summary),
    netPnl: formatDecimal(walk.netPnl),
    rounds: walk.summary.rounds,
    cycles: walk.summary.cycles,
    endReason: end.fact.kind === 'botCompleted' ? end.fact.reason : 'liquidated',
    startedAt: first.at,
    endedAt: end.at,
    fills: JSON.stringify(walk.fills.map((fill, order) => toFill(fill, { rules: market.rules, config, order }))),
  };
}

function configOf({ input, user, market, index }: BotSpan): BotConfig {
  const words = [input.seed, user.email, index] as const;
  const martinSteps = seededChoice([3, 4, 5], ...words, 'steps');
  const allocation = decimal(String(1_000 + 500 * seededBelow(9, ...words, 'allocation')));
  const settings: BotSettings = {
    ...defaultBotSettings(allocation),
    direction: seededChoice(['long', 'long', 'short'] as const, ...words, 'direction'),
    investmentRatio: percent(seededChoice(['25', '33', '50'], ...words, 'ratio')),
    leverage: decimal(seededChoice(['3', '5', '10'], ...words, 'leverage')),
    martinSteps,
    cyclicSteps: 1 + seededBelow(martinSteps - 1, ...words, 'cyclic'),
    stepDistance: { kind: 'defence', percent: percent(seededChoice(['4', '6', '8', '10'], ...words, 'defence')) },
    takeProfit: percent(seededChoice(['0.5', '1', '2'], ...words, 'target')),
    // Two of three bots open further rounds until they are stopped. The other bots end with their first round.
    autoReentry: seededChoice([true, true, false] as const, ...words, 'reentry'),
  };
  return createBotConfig(settings, market.rules);
}

interface FillContext {
  readonly rules: InstrumentRules;
  readonly config: BotConfig;
  readonly order: number;
}

function toFill(fill: SimulatedFill, { rules, config, order }: FillContext): BotFillWire {
  const opens = fill.kind === 'entry';
  const isLong = config.direction === 'long';
  return {
    fill_id: String(order + 1),
    order_id: '',
    client_id: '',
    round: fill.round,
    kind: fill.kind,
    step: fill.step,
    side: opens === isLong ? 'buy' : 'sell',
    price: formatDecimal(priceOf(fill.price, rules.tickSz)),
    size: formatDecimal(sizeOf(fill.lots, rules.lotSz)),
    fee: formatDecimal(fill.fee),
    liquidity: fill.liquidity,
    at: fill.at,
  };
}
