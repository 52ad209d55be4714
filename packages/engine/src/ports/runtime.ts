// The ports to the runtime: a clock, chance and a log.

/**
 * The clock. `now` returns epoch ms. When the clock of the machine is set, `now` does not jump, because ages and
 * deadlines are differences of its values. `after` calls `run` once after the delay. `cancel` of the returned record
 * prevents the call.
 */
export interface Clock {
  now(): number;
  after(delayMs: number, run: () => void): { cancel(): void };
}

/** Random numbers for jitter. They are not used for ids. `next` returns a number in [0, 1). */
export interface Chance {
  next(): number;
}

/** A structured log. Each entry has an event name and ids. An entry never contains a secret. */
export interface Log {
  write(
    level: 'debug' | 'info' | 'warn' | 'error',
    event: string,
    fields?: Readonly<Record<string, string | number | boolean | null>>,
  ): void;
}
