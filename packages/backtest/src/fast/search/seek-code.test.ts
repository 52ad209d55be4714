// The compiled search equals seek.wat, its source.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { seekCode } from './seek-code.ts';

test('seek.wat compiles to the code that runs', async () => {
  const text = await readFile(join(import.meta.dirname, 'seek.wat'), 'utf8');
  const { buffer } = (await wabt()).parseWat('seek.wat', text, { simd: true }).toBinary({});
  // After a change of seek.wat, copy the hexadecimal digits of the failure (received) to seek-code.ts.
  expect(Buffer.from(buffer).toString('hex')).toBe(seekCode);
});
