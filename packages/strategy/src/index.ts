// The public face of the strategy: one pure reducer and the sums around it.
export type * from './types.ts';
