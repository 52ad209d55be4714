// Exact amounts of the sandbox: bigint counts of 1e-18 (base units). The strategy does not share this code, because the sandbox checks the strategy.

/** An amount as a count of 1e-18. */
export type BaseUnits = bigint;

const DIGITS = 18;
const ZERO = '0'.charCodeAt(0);
/** The amount of one whole unit (1 USDT, 1 contract, or the ratio 1). */
export const ONE: BaseUnits = 10n ** BigInt(DIGITS);

/** Parses a decimal text with at most 18 fractional digits. Returns undefined for any other text. */
export function parseBaseUnits(text: string): BaseUnits | undefined {
  const match = /^([+-]?)(\d{1,40})(?:\.(\d{0,40}))?$/.exec(text);
  if (!match) return undefined;
  const fraction = (match[3] ?? '').replace(/0+$/, '');
  if (fraction.length > DIGITS) return undefined;
  const units = BigInt((match[2] ?? '0') + fraction.padEnd(DIGITS, '0'));
  return match[1] === '-' ? -units : units;
}

/** Returns the base units of a decimal constant. Throws when the text is not a decimal. */
export function baseUnits(text: string): BaseUnits {
  const parsed = parseBaseUnits(text);
  if (parsed === undefined) throw new Error(`not a decimal of at most 18 digits: ${text}`);
  return parsed;
}

/** Returns the shortest decimal text of an amount. */
export function formatBaseUnits(amount: BaseUnits): string {
  if (amount === 0n) return '0';
  const digits = (amount < 0n ? -amount : amount).toString().padStart(DIGITS + 1, '0');
  const point = digits.length - DIGITS;
  let end = digits.length;
  while (end > point && digits.charCodeAt(end - 1) === ZERO) end -= 1;
  const sign = amount < 0n ? '-' : '';
  return end === point ? sign + digits.slice(0, point) : `${sign}${digits.slice(0, point)}.${digits.slice(point, end)}`;
}

/** Returns the exact product. Throws when a digit would be lost. */
export function multiplyExact(left: BaseUnits, right: BaseUnits): BaseUnits {
  const product = left * right;
  if (product % ONE !== 0n) throw new Error(`inexact product ${formatBaseUnits(left)} * ${formatBaseUnits(right)}`);
  return product / ONE;
}

/** Returns the product, truncated toward zero at 18 digits. It is used for ratios and estimates only, never for balances. */
export function multiplyDown(left: BaseUnits, right: BaseUnits): BaseUnits {
  return (left * right) / ONE;
}

/** Returns the quotient, truncated toward zero at 18 digits. */
export function divideDown(left: BaseUnits, right: BaseUnits): BaseUnits {
  return (left * ONE) / right;
}

/** Returns the larger of two amounts. */
export function larger(left: bigint, right: bigint): bigint {
  return left > right ? left : right;
}
/** Returns the smaller of two amounts. */
export function smaller(left: bigint, right: bigint): bigint {
  return left < right ? left : right;
}

/** Returns the decimal text of an average, truncated to 12 digits. Every tick is larger than the truncated part. */
export function formatAverage(amount: BaseUnits): string {
  return formatBaseUnits((amount / 1_000_000n) * 1_000_000n);
}
