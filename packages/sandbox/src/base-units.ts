// The sandbox's own exact amounts: bigint counts of 1e-18 ("quanta"). The exchange judges the strategy, so it shares no arithmetic with it.

export type Quanta = bigint;

const DIGITS = 18;
/** One whole unit (1 USDT, 1 contract, the ratio 1). */
export const ONE: Quanta = 10n ** BigInt(DIGITS);

/** Reads a decimal text of at most 18 fractional digits; undefined when it is anything else. */
export function parseQuanta(text: string): Quanta | undefined {
  const match = /^([+-]?)(\d{1,40})(?:\.(\d{0,40}))?$/.exec(text);
  if (!match) return undefined;
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > DIGITS) return undefined;
  const units = BigInt((match[2] ?? '0') + fraction.padEnd(DIGITS, '0'));
  return match[1] === '-' ? -units : units;
}

/** Quanta of a constant that is known to be a decimal; throws otherwise. */
export function quanta(text: string): Quanta {
  const parsed = parseQuanta(text);
  if (parsed === undefined) throw new Error(`not a decimal of at most 18 digits: ${text}`);
  return parsed;
}

/** Shortest decimal text of an amount. */
export function formatQuanta(amount: Quanta): string {
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DIGITS + 1, '0');
  const fraction = digits.slice(-DIGITS).replace(/0+$/, '');
  const whole = digits.slice(0, -DIGITS);
  return `${amount < 0n ? '-' : ''}${whole}${fraction === '' ? '' : `.${fraction}`}`;
}

/** Product that must be exact; throws when a digit would be lost. */
export function multiplyExact(left: Quanta, right: Quanta): Quanta {
  const product = left * right;
  if (product % ONE !== 0n) throw new Error(`inexact product ${formatQuanta(left)} * ${formatQuanta(right)}`);
  return product / ONE;
}

/** Product, cut toward zero at 18 digits: for ratios and estimates, never for balances. */
export function multiplyDown(left: Quanta, right: Quanta): Quanta {
  return (left * right) / ONE;
}

/** Quotient, cut toward zero at 18 digits. */
export function divideDown(left: Quanta, right: Quanta): Quanta {
  return (left * ONE) / right;
}

/** The larger and the smaller of two amounts. */
export function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
export function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Text of an average, cut to 12 digits: enough for every tick, short enough to read. */
export function trimQuanta(amount: Quanta): string {
  return formatQuanta((amount / 1_000_000n) * 1_000_000n);
}
