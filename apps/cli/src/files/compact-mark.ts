// The first bytes of a compact candle file: a mark before the compressed bytes, because brotli has no mark.

/** The first bytes of a compact candle file. */
export const compactMark = Buffer.from('RONDO CANDLES 1\n', 'latin1');

/** True when a file's bytes begin with the mark. */
export function isCompact(bytes: Buffer): boolean {
  return bytes.subarray(0, compactMark.length).equals(compactMark);
}
