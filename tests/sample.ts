// Which part of a sweep runs: a sample in `npm test`, and all of it in the part `sweeps` of `npm run nightly`.
import { inject } from 'vitest';

declare module 'vitest' {
  interface ProvidedContext {
    /** Set to `whole` by vitest.nightly.config.ts, and not set in any other run. */
    readonly sweep?: 'whole';
  }
}

/** Returns the first `count` cases in `npm test`, and all cases in the nightly run. */
export function sampleOf<T>(cases: readonly T[], count: number): readonly T[] {
  return inject('sweep') === 'whole' ? cases : cases.slice(0, count);
}
