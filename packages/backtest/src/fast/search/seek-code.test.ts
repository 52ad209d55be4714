// Tests that the compiled search equals its source seek.wat.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { seekCode } from './seek-code.ts';

test('seek.wat compiles to the code in seek-code.ts', async () => {
  const text = await readFile(join(import.meta.dirname, 'seek.wat'), 'utf8');
  const { buffer } = (await wabt()).parseWat('seek.wat', text, { simd: true }).toBinary({});
  // After a change of seek.wat, copy the received hexadecimal digits from the failure of this test to seek-code.ts.
  expect(Buffer.from(buffer).toString('hex')).toBe(seekCode);
});
