// The compiled search is the text beside it.
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import wabt from 'wabt';
import { seekCode } from './seek-code.ts';

test('seek.wat compiles to the code that runs', async () => {
  const text = await readFile(join(import.meta.dirname, 'seek.wat'), 'utf8');
  const { buffer } = (await wabt()).parseWat('seek.wat', text, { simd: true }).toBinary({});
  // After a change of the text, what is printed here as received goes into seek-code.ts.
  expect(Buffer.from(buffer).toString('hex')).toBe(seekCode);
});
