// The public face of the exact-number package.
export * from './decimal.ts';
export * from './fraction.ts';
export * from './grid.ts';
export { createPrng } from './prng.ts';
export * from './percent.ts';
