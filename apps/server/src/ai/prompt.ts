// Builds the prompt of an AI model from closed candles. It contains no name, date, price, person or balance, so the model cannot recall the market, and nothing private leaves the server.
import { createHash } from 'node:crypto';
import { readingsOf, type Bar } from '@rondo/signals';

/** A closed bar with its open. */
export interface PromptBar extends Bar {
  readonly open: number;
}

export interface Prompt {
  readonly system: string;
  readonly user: string;
  /** The SHA-256 of both texts. */
  readonly hash: string;
}

/** The version of the texts and of the input below. A change of one of them needs a new version, because a decision is stored under its version. */
export const promptVersion = '1';

/** The number of bars in the prompt. */
export const promptBars = 60;

const system = `You decide whether an automated ladder bot on a perpetual swap may open a round at the close of the last bar.
A long round buys at the close and again at equal distances below it. A short round sells at the close and again at equal distances above it. A round ends with a small profit when the price returns.
For each direction give "open", which says whether a round may open now, and "defence", the percent of price movement against the round over which its ladder is spread: 2, 4, 6, 8 or 10.
"confidence" is between 0 and 1. "reason" has at most 200 characters. When the bars do not support a round, do not open it.
Respond with one JSON object of the given schema and nothing else.`;

/**
 * Returns the prompt of the bars, oldest first. The prices are percents of the last close. The indicators are null while there are too few bars.
 */
export function promptOf(bar: string, bars: readonly PromptBar[]): Prompt {
  const close = bars.at(-1)?.close ?? Number.NaN;
  const percent = (price: number): number => Number(((price / close - 1) * 100).toFixed(3));
  const candles = bars
    .slice(-promptBars)
    .map((each) => [percent(each.open), percent(each.high), percent(each.low), percent(each.close)]);
  const [rsi] = lastValues({ kind: 'rsi', length: 14, level: 30, when: 'while' }, bars);
  const [atr] = lastValues({ kind: 'atr', length: 14 }, bars);
  const [, , spanA, spanB] = lastValues({ kind: 'ichimoku', when: 'while' }, bars);
  const user = JSON.stringify({
    bar,
    open_high_low_close_percent: candles,
    rsi_14: rounded(rsi ?? null),
    atr_14_percent: rounded(atr === null || atr === undefined ? null : (atr / close) * 100),
    distance_to_cloud_percent: rounded(distanceToCloud(close, spanA ?? null, spanB ?? null)),
  });
  return { system, user, hash: createHash('sha256').update(system).update('\n').update(user).digest('hex') };
}

function lastValues(rule: Parameters<typeof readingsOf>[0], bars: readonly Bar[]): readonly (number | null)[] {
  return readingsOf(rule, bars, 'long').at(-1)?.values ?? [];
}

/** Returns how far the close is above (positive) or below (negative) the cloud of Ichimoku. Inside the cloud the distance is zero. */
function distanceToCloud(close: number, spanA: number | null, spanB: number | null): number | null {
  if (spanA === null || spanB === null) return null;
  const [low, high] = [Math.min(spanA, spanB), Math.max(spanA, spanB)];
  const edge = close > high ? high : close < low ? low : close;
  return ((close - edge) / close) * 100;
}

function rounded(value: number | null): number | null {
  return value === null ? null : Number(value.toFixed(3));
}
