// A round of the example bot as the reducer plays it. The page does not contain the reducer, so its results are stored here, and example-round.test.ts compares them with the reducer.

/** The prices between which the price moves in straight lines, oldest first. A leg is the way from one of them to the next. */
export const turns = [100, 93.8, 95.4, 93.8, 95.4, 94.6, 97] as const;

/** A fill of the round: the leg on which it happened, and the price of the base exit after it. The base exit ends the round, so no price follows it. */
export type ExampleFill = {
  readonly leg: number;
  readonly kind: 'entry' | 'cycle' | 'exit';
  readonly step: number;
  readonly price: string;
  readonly baseExit: string | null;
};

export const fills = [
  { leg: 0, kind: 'entry', step: 1, price: '100', baseExit: '101' },
  { leg: 0, kind: 'entry', step: 2, price: '98', baseExit: '99.99' },
  { leg: 0, kind: 'entry', step: 3, price: '96.04', baseExit: '98.47' },
  { leg: 0, kind: 'entry', step: 4, price: '94.11', baseExit: '98.47' },
  { leg: 1, kind: 'cycle', step: 4, price: '95.06', baseExit: '97.53' },
  { leg: 2, kind: 'entry', step: 4, price: '94.11', baseExit: '97.53' },
  { leg: 3, kind: 'cycle', step: 4, price: '95.06', baseExit: '96.58' },
  { leg: 5, kind: 'exit', step: 0, price: '96.58', baseExit: null },
] as const satisfies readonly ExampleFill[];

/** The price of the base exit before the first cycle and after each of the two cycles, by the cycle credit in percent. */
export const exitsAtCredit = {
  0: ['98.47', '98.47', '98.47'],
  50: ['98.47', '98', '97.53'],
  100: ['98.47', '97.53', '96.58'],
} as const;

/** The price at which the stop loss of this part of the allocation closes the position after all steps have filled. */
export const stopped = { percent: 20, price: '91.96' } as const;
