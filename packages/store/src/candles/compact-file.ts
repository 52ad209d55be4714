// The form of a compact candle file: a mark, then the encoded candles of the back-tester, compressed with brotli.
import { brotliCompressSync, brotliDecompressSync, constants } from 'node:zlib';

/** The first bytes of a compact candle file. They identify the format and its version, because brotli data has no signature. */
export const compactMark = Buffer.from('RONDO CANDLES 1\n', 'latin1');

/** Returns true when the bytes of a file begin with the mark. */
export function isCompact(bytes: Buffer): boolean {
  return bytes.subarray(0, compactMark.length).equals(compactMark);
}

/** Returns the bytes of a compact file. Brotli compresses them at its highest level, because a file is written once and read often. */
export function compressCandles(encoded: Uint8Array): Buffer {
  const compressed = brotliCompressSync(encoded, {
    params: {
      [constants.BROTLI_PARAM_QUALITY]: constants.BROTLI_MAX_QUALITY,
      [constants.BROTLI_PARAM_LGWIN]: constants.BROTLI_MAX_WINDOW_BITS,
    },
  });
  return Buffer.concat([compactMark, compressed]);
}

/** Returns the encoded candles of a compact file. Throws when the compressed bytes are damaged or the encoded candles are larger than `mostBytes`. */
export function decompressCandles(file: Buffer, mostBytes: number): Buffer {
  return brotliDecompressSync(file.subarray(compactMark.length), { maxOutputLength: mostBytes });
}
