// The structured log of the server on standard error. It contains event names and ids, and it never contains secrets or query strings.
import pino from 'pino';
import type { Log } from '@rondo/engine/ports';
import type { Metrics } from './metrics.ts';

/** Writes JSON lines at or above the level, and counts every line. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error', metrics: Metrics): Log {
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime }, pino.destination(2));
  return {
    write(at, event, fields = {}) {
      metrics.count('rondo_log_lines_total', { level: at, event });
      logger[at]({ event, ...fields });
    },
  };
}

/** Returns the message of a thrown value without the stack. When several errors were thrown together, returns the message of the first error. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return causeOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
