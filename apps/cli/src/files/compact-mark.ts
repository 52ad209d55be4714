// The mark at the beginning of a compact candle file. It identifies the file format, because brotli data has no signature.

/** The first bytes of a compact candle file. */
export const compactMark = Buffer.from('RONDO CANDLES 1\n', 'latin1');

/** Returns true when the bytes of a file begin with the mark. */
export function isCompact(bytes: Buffer): boolean {
  return bytes.subarray(0, compactMark.length).equals(compactMark);
}
