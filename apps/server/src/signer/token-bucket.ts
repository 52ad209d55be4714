// A budget of events per time.

export interface TokenBucket {
  /** Takes one token. Returns false when none is left. `now` is in ms and never goes back. */
  take(now: number): boolean;
}

/** Creates a full bucket of `size` tokens that gets `perSecond` tokens per second. */
export function createTokenBucket(size: number, perSecond: number): TokenBucket {
  let [left, at] = [size, 0];
  return {
    take(now) {
      left = Math.min(size, left + ((now - at) / 1_000) * perSecond);
      at = now;
      if (left < 1) return false;
      left -= 1;
      return true;
    },
  };
}
