// Creates the configurations of a sweep from one JSON configuration and the values of the fields that the sweep varies.
import { backtestFields, parseBacktestConfig, type BacktestConfig, type FieldKind } from '@rondo/backtest';
import { add, compareDecimals, createPrng, formatDecimal, parseDecimal, signOf } from '@rondo/decimal';
import { BadInput, UsageError } from '../command.ts';
import { maxDrawsPerConfig, maxSweepConfigs } from '../limits.ts';

/** A field that the sweep varies, and its values as JSON values. */
export interface VariedField {
  readonly field: string;
  readonly values: readonly (string | number | boolean)[];
}

/** The types of the fields that can be varied: all except objects such as the instrument. */
const kinds: ReadonlyMap<string, FieldKind> = new Map(
  Object.entries(backtestFields).filter(([, kind]) => kind !== 'object'),
);

/** Parses `field=a,b,c` or `field=from:to:step`. */
export function readVariation(text: string): VariedField {
  const at = text.indexOf('=');
  const field = text.slice(0, Math.max(0, at));
  if (!kinds.has(field))
    throw new UsageError(`--vary must be FIELD=VALUES with one of the fields ${[...kinds.keys()].join(', ')}`);
  const texts = text
    .slice(at + 1)
    .split(',')
    .flatMap((part) => (part.includes(':') ? readSteps(field, part) : [part]));
  return { field, values: texts.map((value) => typed(field, value)) };
}

/**
 * Returns every combination. The value of the last field changes fastest. A combination is omitted when its number of
 * cyclic steps is equal to or above its number of steps.
 */
export function gridOf(
  base: unknown,
  varied: readonly VariedField[],
): { readonly configs: readonly BacktestConfig[]; readonly skipped: number } {
  const size = varied.reduce((product, { values }) => product * values.length, 1);
  if (size > maxSweepConfigs)
    throw new UsageError(`--vary asks for ${size} configurations; at most ${maxSweepConfigs}: draw some with --random`);
  return collect(base, varied, { count: size, places: Array.from({ length: size }, (_, index) => index) });
}

/**
 * Draws random combinations from a seed. A combination may be drawn twice. When the draw has too many cyclic steps, the
 * draw is counted and repeated.
 */
export function drawnFrom(
  base: unknown,
  varied: readonly VariedField[],
  draw: { readonly count: number; readonly seed: number },
): { readonly configs: readonly BacktestConfig[]; readonly skipped: number } {
  const next = createPrng(draw.seed);
  const size = varied.reduce((product, { values }) => product * values.length, 1);
  return collect(base, varied, {
    count: draw.count,
    places: (function* places() {
      for (let tries = 0; tries < draw.count * maxDrawsPerConfig; tries += 1) yield Math.floor(next() * size);
    })(),
  });
}

function collect(
  base: unknown,
  varied: readonly VariedField[],
  wanted: { readonly count: number; readonly places: Iterable<number> },
) {
  const configs: BacktestConfig[] = [];
  let skipped = 0;
  for (const place of wanted.places) {
    const json = { ...(base as Record<string, unknown>), ...combination(varied, place) }; // the cast is safe because `base` has been parsed as a configuration before
    if (Number(json['cyclicSteps']) >= Number(json['martinSteps'])) {
      skipped += 1;
      continue;
    }
    const parsed = parseBacktestConfig(json);
    if (!parsed.ok) throw new BadInput(`--vary: ${parsed.refusal.field} ${parsed.refusal.reason}`);
    configs.push(parsed.config);
    if (configs.length === wanted.count) break;
  }
  if (configs.length === 0) throw new BadInput('--vary leaves no configuration with fewer cyclic steps than steps');
  return { configs, skipped };
}

/**
 * Returns the combination at an index in the sequence of all combinations. The index is a number in mixed radix with
 * one digit per field.
 */
function combination(varied: readonly VariedField[], place: number): Readonly<Record<string, unknown>> {
  const fields: Record<string, unknown> = {};
  let rest = place;
  for (const { field, values } of varied.toReversed()) {
    fields[field] = values[rest % values.length];
    rest = Math.floor(rest / values.length);
  }
  return fields;
}

function readSteps(field: string, part: string): readonly string[] {
  const [from, to, step, ...more] = part.split(':').map(parseDecimal);
  if (from === undefined || to === undefined || step === undefined || more.length > 0 || signOf(step) <= 0)
    throw new UsageError(`--vary ${field}: a range is FROM:TO:STEP such as 0.5:2:0.25, not "${part}"`);
  const values: string[] = [];
  if (compareDecimals(from, to) > 0) throw new UsageError(`--vary ${field}: "${part}" starts above its end`);
  for (let value = from; compareDecimals(value, to) <= 0; value = add(value, step)) {
    values.push(formatDecimal(value));
    if (values.length > maxSweepConfigs) throw new UsageError(`--vary ${field}: "${part}" has too many values`);
  }
  return values;
}

function typed(field: string, value: string): string | number | boolean {
  if (kinds.get(field) === 'count') return /^\d{1,4}$/.test(value) ? Number(value) : value;
  if (kinds.get(field) === 'flag' && (value === 'true' || value === 'false')) return value === 'true';
  return value;
}
