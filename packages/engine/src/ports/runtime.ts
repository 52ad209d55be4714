// The ports to the runtime: a clock, chance and a log.

/**
 * The clock. `now` returns epoch milliseconds and never jumps: two values of one process differ by the time that has passed between
 * them, so a step of the machine's clock changes no age and no deadline. `after` calls `run` once after the delay, unless `cancel` of the
 * returned record was called before.
 */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): { cancel(): void };
}

/** Random numbers for jitter, and never for ids. `next` returns a fraction in [0, 1). */
export interface Chance {
  next(): number;
}

/** A structured log. Each entry has an event name and ids, and never a secret. */
export interface Log {
  write(
    level: 'debug' | 'info' | 'warn' | 'error',
    event: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void;
}
