// The rules of signals as data: their settings with defaults and bounds, and the check of the settings that a person gives.

/** The widths of the bars on which a rule can be computed, in milliseconds. A day begins at 0:00 UTC. */
export const signalBars = {
  '5m': 300_000,
  '15m': 900_000,
  '1H': 3_600_000,
  '4H': 14_400_000,
  '1D': 86_400_000,
} as const;
/** The name of a bar width. */
export type SignalBar = keyof typeof signalBars;

/** The direction of the bot for which a rule fires. */
export type SignalDirection = 'long' | 'short';

/**
 * `while`: the rule fires at every bar at which RSI is beyond the level, or at which the trend of Ichimoku is present. `crossing`: the rule fires only at
 * the bar at which RSI has returned past the level, or at which the trend has begun.
 */
type When = 'crossing' | 'while';

/** A complete rule. ATR measures the volatility and never fires. */
export type SignalRule =
  | { readonly kind: 'rsi'; readonly length: number; readonly level: number; readonly when: When }
  | { readonly kind: 'ichimoku'; readonly when: When }
  | { readonly kind: 'atr'; readonly length: number };

/** The defaults and the bounds of the settings of each rule. Both bounds are allowed values. */
export const signalRules = {
  rsi: {
    length: { least: 2, most: 50, default: 14 },
    level: { least: 5, most: 95, default: { long: 30, short: 70 } },
    when: { default: 'crossing' },
  },
  ichimoku: { when: { default: 'while' } },
  atr: { length: { least: 2, most: 50, default: 14 } },
} as const;

/** The settings of a rule as texts. A setting that is absent has its default. */
export type RuleFields = {
  readonly rule: string;
  readonly length?: string | undefined;
  readonly level?: string | undefined;
  readonly when?: string | undefined;
};

/** The first wrong setting and the reason. */
export type RuleRefusal = { readonly field: keyof RuleFields; readonly reason: string };

type ReadRule =
  | { readonly ok: true; readonly rule: SignalRule }
  | { readonly ok: false; readonly refusal: RuleRefusal };

/** Returns the rule of the settings, or the first setting that the rule does not accept. */
export function readRule(fields: RuleFields, direction: SignalDirection): ReadRule {
  const { rule: kind } = fields;
  if (kind !== 'rsi' && kind !== 'ichimoku' && kind !== 'atr')
    return refused('rule', `must be rsi, ichimoku or atr, not "${kind}"`);
  for (const field of ['length', 'level', 'when'] as const)
    if (fields[field] !== undefined && !(field in signalRules[kind])) return refused(field, `is no setting of ${kind}`);
  if (kind === 'ichimoku') {
    const when = readWhen(fields.when ?? signalRules.ichimoku.when.default);
    return when.ok ? { ok: true, rule: { kind, when: when.value } } : when;
  }
  const length = readNumber('length', fields.length, signalRules[kind].length);
  if (!length.ok) return length;
  if (kind === 'atr') return { ok: true, rule: { kind, length: length.value } };
  const { least, most, default: levels } = signalRules.rsi.level;
  const level = readNumber('level', fields.level, { least, most, default: levels[direction] });
  if (!level.ok) return level;
  const when = readWhen(fields.when ?? signalRules.rsi.when.default);
  return when.ok ? { ok: true, rule: { kind, length: length.value, level: level.value, when: when.value } } : when;
}

type Read<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly refusal: RuleRefusal };

function refused(field: keyof RuleFields, reason: string): { readonly ok: false; readonly refusal: RuleRefusal } {
  return { ok: false, refusal: { field, reason } };
}

function readWhen(text: string): Read<When> {
  return text === 'crossing' || text === 'while'
    ? { ok: true, value: text }
    : refused('when', `must be crossing or while, not "${text}"`);
}

type Bounds = { readonly least: number; readonly most: number; readonly default: number };

// A length is a whole number. A level may have up to two decimals.
function readNumber(field: 'length' | 'level', text: string | undefined, bounds: Bounds): Read<number> {
  if (text === undefined) return { ok: true, value: bounds.default };
  const shape = field === 'length' ? /^\d{1,2}$/ : /^\d{1,2}(\.\d{1,2})?$/;
  const value = shape.test(text) ? Number(text) : Number.NaN;
  if (value >= bounds.least && value <= bounds.most) return { ok: true, value };
  const what = field === 'length' ? 'a whole number' : 'a number';
  return refused(field, `must be ${what} from ${bounds.least} to ${bounds.most}, not "${text}"`);
}
