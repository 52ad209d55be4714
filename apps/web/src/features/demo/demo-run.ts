// Replays the visitor's settings on recent candles in the browser, with the same code as the back-test.
import { readCandle, replaySpan, type ReplayedSpan } from '@rondo/backtest';
import type { CandleWire } from '@rondo/contract';
import { zeroFraction } from '@rondo/decimal';
import type { BotConfig } from '@rondo/strategy';
import type { ReplayRound } from '../replay/replay-model.ts';
import { demoBotOf, type DemoBot } from './demo-bot.ts';

export type DemoRun = Omit<ReplayedSpan, 'drawn' | 'last'> & { readonly round: ReplayRound; readonly bot: DemoBot };

/** Returns the replayed span. Returns null when there are no candles, or when no ladder can be placed at the first price. */
export function runDemo(bot: BotConfig, items: readonly CandleWire[]): DemoRun | null {
  const candles = items.flatMap((candle) => readCandle(candle, bot.instrument.tickSz) ?? []);
  const config = { bot, fill: 'through', path: 'byClose', slippage: zeroFraction } as const;
  const span = replaySpan({ config, candles });
  if (span === null) return null;
  const { drawn, last, ...sums } = span;
  return { ...sums, round: { ...drawn, symbol: bot.instrument.id }, bot: demoBotOf(bot, last) };
}
