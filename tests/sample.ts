// Selects the cases of a long test: some cases in `npm test`, and all cases in the part `sweeps` of `npm run nightly`.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** vitest.nightly.config.ts sets this value to `whole`. In all other runs the value is undefined. */
    readonly sweep?: 'whole';
  }
}

/** Returns the first `count` cases in `npm test`, and all cases in the nightly run. */
export function sampleOf<T>(cases: readonly T[], count: number): readonly T[] {
  return inject('sweep') === 'whole' ? cases : cases.slice(0, count);
}
