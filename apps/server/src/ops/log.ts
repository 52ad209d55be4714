// The server's structured log: event names and ids on standard error, never secrets, never query strings.
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

/** Returns the message of anything thrown, without its stack. For several errors thrown together it is the message of the first. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return causeOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
