// The ports to the runtime: the time, chance and a log.

/** The time. `now` is epoch milliseconds; `after` runs once, `cancel` of the returned record forgets it. */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): { cancel(): void };
}

/** Randomness for jitter only, never for ids: a fraction in [0, 1). */
export interface Chance {
  next(): number;
}

/** Structured log: an event name and ids, never secrets. */
export interface Log {
  write(
    level: 'debug' | 'info' | 'warn' | 'error',
    event: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void;
}
