// The size of a picture, from the header of its file.
import { expect } from 'vitest';

/** Returns width and height in the header of a lossy WebP file (RFC 9649). */
export const webpSize = (file: Buffer): readonly [number, number] => {
  expect(file.toString('latin1', 8, 16)).toBe('WEBPVP8 ');
  return [file.readUInt16LE(26), file.readUInt16LE(28)];
};
