// Computes a rule on the bars of one segment: the values at each bar, and whether the rule fires at its close.
import { atrOf } from './atr.ts';
import { barColumns, type Bar, type BarColumns } from './bars.ts';
import { ichimokuOf } from './ichimoku.ts';
import { rsiOf } from './rsi.ts';
import type { SignalDirection, SignalRule } from './rules.ts';

/**
 * The values of a rule at the close of a bar, in the order of `readingColumns`. A value is null while the rule has too few bars. `fires` is null
 * while a value is null, and for a rule that never fires.
 */
export type Reading = {
  readonly openedAt: number;
  readonly values: readonly (number | null)[];
  readonly fires: boolean | null;
};

/** The names of the values of each rule. */
export const readingColumns = {
  rsi: ['rsi'],
  ichimoku: ['conversion', 'base', 'spanA', 'spanB'],
  atr: ['atr'],
} as const satisfies Record<SignalRule['kind'], readonly string[]>;

/** Returns the reading at each bar. The reading of a bar depends only on this bar and the bars before it. */
export function readingsOf(rule: SignalRule, bars: readonly Bar[], direction: SignalDirection): readonly Reading[] {
  const columns = barColumns(bars);
  const lines = linesOf(rule, columns);
  const firings = firingsOf(rule, { close: columns.close, lines, direction });
  return bars.map(({ openedAt }, index) => {
    const values = lines.map((line) => {
      const value = line[index] ?? Number.NaN;
      return Number.isNaN(value) ? null : value;
    });
    const isSilent = rule.kind === 'atr' || values.includes(null);
    return { openedAt, values, fires: isSilent ? null : firings[index] === 1 };
  });
}

/** Returns the values of a rule at each bar, in the order of `readingColumns`, and NaN while the rule has too few bars. The level and `when` change no value. */
export function linesOf(rule: SignalRule, bars: BarColumns): readonly Float64Array[] {
  switch (rule.kind) {
    case 'rsi':
      return [rsiOf(bars.close, rule.length)];
    case 'ichimoku': {
      const { conversion, base, spanA, spanB } = ichimokuOf(bars);
      return [conversion, base, spanA, spanB];
    }
    case 'atr':
      return [atrOf(bars, rule.length)];
    default:
      return rule satisfies never;
  }
}

/** Returns 1 at each bar at which the rule fires, and 0 at the other bars. `lines` is the result of `linesOf`. */
export function firingsOf(
  rule: SignalRule,
  on: {
    readonly close: Float64Array;
    readonly lines: readonly Float64Array[];
    readonly direction: SignalDirection;
  },
): Uint8Array {
  const firings = new Uint8Array(on.close.length);
  if (rule.kind === 'atr') return firings;
  const conditions = rule.kind === 'rsi' ? beyondLevel(rule.level, on) : inTrend(on);
  for (let index = 0; index < firings.length; index += 1) {
    const [now, before] = [conditions[index], conditions[index - 1]];
    if (rule.when === 'while') firings[index] = now === met ? 1 : 0;
    // RSI fires when it returns from beyond its level, and Ichimoku fires when a trend begins.
    else if (rule.kind === 'rsi') firings[index] = before === met && now === unmet ? 1 : 0;
    else firings[index] = before === unmet && now === met ? 1 : 0;
  }
  return firings;
}

/** The condition of a rule at a bar: a value is missing, the condition is false, or it is true. */
const [missing, unmet, met] = [0, 1, 2];

type Lines = Parameters<typeof firingsOf>[1];

// A sweep computes this function for many levels, so it is a plain loop.
function beyondLevel(level: number, { lines, direction }: Lines): Uint8Array {
  const [rsi = new Float64Array()] = lines;
  const conditions = new Uint8Array(rsi.length);
  const isLong = direction === 'long';
  for (let index = 0; index < rsi.length; index += 1) {
    const value = rsi[index] ?? Number.NaN;
    if (!Number.isNaN(value)) conditions[index] = (isLong ? value < level : value > level) ? met : unmet;
    else conditions[index] = missing;
  }
  return conditions;
}

// The close is beyond both spans, and the conversion line is on the same side of the base line.
function inTrend({ close: closes, lines, direction }: Lines): Uint8Array {
  const [conversion, base, spanA, spanB] = lines;
  const conditions = new Uint8Array(closes.length);
  for (let index = 0; index < conditions.length; index += 1) {
    const close = closes[index] ?? Number.NaN;
    const [fast, slow] = [conversion?.[index] ?? Number.NaN, base?.[index] ?? Number.NaN];
    const [one, other] = [spanA?.[index] ?? Number.NaN, spanB?.[index] ?? Number.NaN];
    if (Number.isNaN(fast + slow + one + other)) continue;
    const isTrend =
      direction === 'long' ? close > Math.max(one, other) && fast > slow : close < Math.min(one, other) && fast < slow;
    conditions[index] = isTrend ? met : unmet;
  }
  return conditions;
}
