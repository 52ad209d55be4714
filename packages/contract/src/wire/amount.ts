// Exact numbers in requests and responses. A response has decimal strings. A request may also have JSON numbers, which are converted without loss.
import * as z from 'zod';
import {
  compareDecimals,
  decimal,
  formatDecimal,
  maxDecimalLength,
  parseDecimal,
  toFraction,
  divideFractions,
} from '@rondo/decimal';

/** Money, price or size in a response: a plain decimal string such as "-12.5". */
export const amountTextSchema = z
  .string()
  .max(80)
  .regex(/^-?\d+(\.\d+)?$/);

/** Returns the shortest decimal text of a JSON number without an exponent. For example, 1e-7 becomes "0.0000001". Returns undefined when the number is not finite. */
export function plainNumberText(value: number): string | undefined {
  if (!Number.isFinite(value)) return undefined;
  const [mantissa = '', exponentText] = String(value).split('e');
  if (exponentText === undefined) return mantissa;
  const exponent = Number(exponentText);
  const sign = mantissa.startsWith('-') ? '-' : '';
  const [whole = '', part = ''] = mantissa.replace('-', '').split('.');
  const digits = whole + part;
  const point = whole.length + exponent;
  if (point <= 0) return `${sign}0.${'0'.repeat(-point)}${digits}`;
  if (point >= digits.length) return sign + digits + '0'.repeat(point - digits.length);
  return `${sign}${digits.slice(0, point)}.${digits.slice(point)}`;
}

/** A number in a request: a JSON number or a plain decimal string of at most 40 characters. The parsed value is a decimal string. */
export const amountInputSchema = z.union([z.number(), z.string().max(maxDecimalLength)]).transform((value, context) => {
  const text = typeof value === 'number' ? plainNumberText(value) : value;
  const parsed = text === undefined ? undefined : parseDecimal(text);
  if (parsed !== undefined) return formatDecimal(parsed);
  context.addIssue({ code: 'custom', message: 'must be a plain decimal number' });
  return z.NEVER;
});

/** A whole number in a request body, within bounds: a JSON number, or a string of its digits (decision 3). The parsed value is a number. */
export function countWithin(bounds: { readonly min: string; readonly max: string }) {
  const [min, max] = [Number(bounds.min), Number(bounds.max)];
  const digits = z
    .string()
    .regex(/^\d{1,4}$/, { message: 'must be a whole number' })
    .transform(Number);
  return z.union([z.number(), digits]).pipe(z.number().int().min(min).max(max));
}

/** A whole number from a fixed list: a JSON number, or a string of its digits (decision 3). The parsed value is the number. */
export function choiceOf<const Choice extends number>(choices: readonly Choice[]) {
  const byText = new Map(choices.map((choice) => [String(choice), choice]));
  return z.union([z.literal(choices), z.enum([...byText.keys()])]).transform((given, context) => {
    const choice = byText.get(String(given));
    if (choice !== undefined) return choice;
    context.addIssue({ code: 'custom', message: `must be one of ${choices.join(', ')}` });
    return z.NEVER;
  });
}

/** A whole number in a query string, within bounds. Only digits with an optional minus sign are accepted, so "1e3" is refused. The parsed value is a number. */
export function queryCount({ min, max }: { readonly min: number; readonly max: number }) {
  return z.preprocess(
    (value) => (typeof value === 'string' && !/^-?\d{1,15}$/.test(value) ? value : Number(value)),
    z
      .number({ error: `must be a whole number from ${min} to ${max}` })
      .int()
      .min(min)
      .max(max),
  );
}

/** The bounds of a number in a request. The number must be a multiple of `step`. */
export type AmountRange = { readonly min: string; readonly max: string; readonly step: string };

/** A number in a request that is within the range and a multiple of the step. The parsed value is a decimal string. */
export function amountWithin(range: AmountRange) {
  return amountInputSchema.refine((text) => isWithin(text, range), {
    message: rangeMessage(range),
  });
}

/** Returns the message for a number that is not in the range. */
export function rangeMessage({ min, max, step }: AmountRange): string {
  return `must be ${min} to ${max} in steps of ${step}`;
}

function isWithin(text: string, range: AmountRange): boolean {
  const value = decimal(text);
  if (compareDecimals(value, decimal(range.min)) < 0 || compareDecimals(value, decimal(range.max)) > 0) return false;
  return divideFractions(toFraction(value), toFraction(decimal(range.step))).d === 1n;
}
