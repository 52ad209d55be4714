// The past of the demo members: the strategy itself run over the sandbox's past candles, never invented rows.
// Simulated: no book and no funding; each bot ends at its last take-profit of its span, or by liquidation.
import {
  decimal,
  formatDecimal,
  fraction,
  parseTicks,
  priceOf,
  sizeOf,
  sumDecimals,
  toFraction,
  type Decimal,
  type Ticks,
} from '@rondo/decimal';
import { simulateHistory, type Candle, type SimulatedFill, type SimulatedHistory } from '@rondo/backtest';
import type { BotFill } from '@rondo/contract';
import type { SimulatedHistoryRow, Store, UserRecord } from '@rondo/store';
import {
  encode,
  percentToRatio,
  previewLadder,
  stepDistanceOfDefence,
  type BotConfig,
  type InstrumentRules,
} from '@rondo/strategy';
import type { PlanSummary } from '../bots/create-bot.ts';
import { toPlanAnswer } from '../bots/plan-answer.ts';
import type { MarketCandle } from '../market.ts';
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

/** Runs every member's bots one after the other over the candles and stores the finished ones. Idempotent by bot id. */
export async function insertDemoHistory(store: Store, input: DemoHistoryInput): Promise<number> {
  let inserted = 0;
  for (const user of input.users) {
    const rows = historyOf(input, user);
    inserted += (await store.history.insertSimulated(rows)).inserted;
  }
  return inserted;
}

/** The finished bots of one member: spans of 1 to 6 days with pauses between them. */
function historyOf(input: DemoHistoryInput, user: UserRecord): readonly SimulatedHistoryRow[] {
  const rows: SimulatedHistoryRow[] = [];
  const words = [input.seed, user.email] as const;
  const market = seededChoice(input.markets, ...words, 'market');
  const candles = market.candles.flatMap((candle) => toTicks(candle, market.rules) ?? []);
  let from = seededBelow(96, ...words, 'start');
  for (let index = 0; from < candles.length; index += 1) {
    const hours = 24 + seededBelow(120, ...words, index, 'length');
    const startedAt = candles[from]?.at ?? 0;
    const span = candles.slice(from).filter((candle) => candle.at < startedAt + hours * hourMs);
    const row = finishedBot({ input, user, market, index }, span);
    if (row !== null) rows.push(row);
    if (row?.endReason === 'liquidated') break;
    from += span.length + seededBelow(24, ...words, index, 'pause');
  }
  return rows;
}

interface BotSpan {
  readonly input: DemoHistoryInput;
  readonly user: UserRecord;
  readonly market: DemoMarket;
  readonly index: number;
}

/** The bot of a span that ended in it; null when no round was finished (it would still be running). */
function finishedBot(bot: BotSpan, span: readonly Candle[]): SimulatedHistoryRow | null {
  const { input, user, market, index } = bot;
  const first = span[0];
  if (first === undefined) return null;
  const config = configOf(bot);
  const firstPrice = toFraction(priceOf(first.open, market.rules.tickSz));
  const preview = previewLadder({ config, budget: config.allocation, firstPrice });
  if (!preview.ok) return null;
  const history = simulateHistory({
    config: { bot: config, fill: 'through', path: 'byClose', slippage: fraction(0n) },
    candles: span,
  });
  const end = endOf(history);
  if (end === null) return null;
  const plan = toPlanAnswer(preview.preview);
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
    netPnl: formatDecimal(end.netPnl),
    rounds: history.rounds.length,
    cycles: history.rounds.reduce((sum, round) => sum + round.cycles, 0),
    endReason: end.reason,
    startedAt: first.at,
    endedAt: end.at,
    fills: JSON.stringify(end.fills.map((fill, order) => toFill(fill, { rules: market.rules, config, order }))),
  };
}

interface BotEnd {
  readonly at: number;
  readonly reason: 'last_round' | 'liquidated';
  readonly netPnl: Decimal;
  readonly fills: readonly SimulatedFill[];
}

/** Liquidation ends a bot by itself; otherwise its owner asked it to end with the last take-profit of the span. */
function endOf({ rounds, walk }: SimulatedHistory): BotEnd | null {
  const liquidation = walk.facts.find(({ fact }) => fact.kind === 'liquidated');
  if (liquidation !== undefined) {
    return { at: liquidation.at, reason: 'liquidated', netPnl: walk.netPnl, fills: walk.fills };
  }
  const last = rounds.at(-1);
  if (last === undefined) return null;
  return {
    at: last.closedAt,
    reason: 'last_round',
    netPnl: sumDecimals(rounds.map((round) => round.netPnl)),
    fills: rounds.flatMap((round) => round.fills),
  };
}

function configOf({ input, user, market, index }: BotSpan): BotConfig {
  const words = [input.seed, user.email, index] as const;
  const martinSteps = seededChoice([3, 4, 5], ...words, 'steps');
  return {
    instrument: market.rules,
    direction: seededChoice(['long', 'long', 'short'] as const, ...words, 'direction'),
    allocation: decimal(String(1_000 + 500 * seededBelow(9, ...words, 'allocation'))),
    investmentRatio: percentToRatio(seededChoice(['25', '33', '50'], ...words, 'ratio')),
    leverage: decimal(seededChoice(['3', '5', '10'], ...words, 'leverage')),
    martinSteps,
    cyclicSteps: 1 + seededBelow(martinSteps - 1, ...words, 'cyclic'),
    stepDistance: stepDistanceOfDefence(seededChoice([4, 6, 8, 10], ...words, 'defence'), martinSteps),
    takeProfit: percentToRatio(seededChoice(['0.5', '1', '2'], ...words, 'target')),
    cycleCredit: percentToRatio('100'),
    compound: true,
    autoReentry: true,
    stopLoss: null,
  };
}

function toTicks(candle: MarketCandle, rules: InstrumentRules): Candle | null {
  const read = (text: string): Ticks | undefined => parseTicks(text, rules.tickSz);
  const [open, high, low, close] = [read(candle.open), read(candle.high), read(candle.low), read(candle.close)];
  if (open === undefined || high === undefined || low === undefined || close === undefined) return null;
  return { at: candle.at, open, high, low, close };
}

interface FillContext {
  readonly rules: InstrumentRules;
  readonly config: BotConfig;
  readonly order: number;
}

function toFill(fill: SimulatedFill, { rules, config, order }: FillContext): BotFill {
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
