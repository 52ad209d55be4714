// Compiles the C program of the benchmark (reference.c) when a compiler exists, and runs the program over the candles in a separate process.
import { spawnSync } from 'node:child_process';
import { mkdirSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import type { BacktestConfig, CandleColumns } from '@rondo/backtest';
import { fastTermsOf } from '../../packages/backtest/src/fast/terms.ts';
import { median } from '../clock.ts';

/** Runs a configuration without cyclic steps several times. Returns the median time in milliseconds, the number of fills and the fingerprint. */
export type CReference = (config: BacktestConfig) => {
  readonly ms: number;
  readonly fills: number;
  readonly hash: number;
};

const turns = 5;

/** Compiles the C program and writes the candles to a file that the program reads. Returns null when no compiler exists. */
export function buildReference(candles: CandleColumns): CReference | null {
  const folder = path.resolve(import.meta.dirname, '../../.cache/bench');
  mkdirSync(folder, { recursive: true });
  const binary = path.join(folder, 'reference');
  const source = path.join(import.meta.dirname, 'reference.c');
  const made = spawnSync('cc', ['-O3', '-march=native', '-o', binary, source, '-lm']);
  if (made.status !== 0) return null;
  const file = path.join(folder, 'candles.i32');
  const arrays = [candles.open, candles.high, candles.low, candles.close];
  writeFileSync(
    file,
    Buffer.concat(arrays.map(({ buffer, byteOffset, byteLength }) => Buffer.from(buffer, byteOffset, byteLength))),
  );
  return (config) => {
    const terms = fastTermsOf(config, 2 ** 28);
    if (terms === null || terms.baseSteps !== terms.steps)
      throw new Error('The C program cannot run a configuration with cyclic steps.');
    const { sign, steps, powerValues, targetValue, makerFee, takerFee, allocation, stopLoss, flatDivisor, plan } =
      terms;
    const numbers = [powerValues[1], targetValue, plan.value, makerFee, takerFee, allocation, stopLoss, flatDivisor];
    const args = [file, candles.at.length, sign, steps, ...numbers, plan.minLots, turns].map(String);
    const run = spawnSync(binary, args, { encoding: 'utf8' });
    if (run.status !== 0) throw new Error(`The C program ended with ${run.status}: ${run.stderr}.`);
    const lines = run.stdout.trim().split('\n');
    const [fills = 0, hash = 0] = (lines.pop() ?? '').split(' ').map(Number);
    return { ms: median(lines.map(Number)) / 1e6, fills, hash };
  };
}
