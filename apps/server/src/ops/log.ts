// The structured log of the server on standard error. It contains event names and ids, and it never contains secrets or query strings.
import pino from 'pino';
import type { Log } from '@rondo/engine/ports';
import type { Metrics } from './metrics.ts';

/** Writes JSON lines at or above the level, and counts every line. */
export function createLog(level: 'debug' | 'info' | 'warn' | 'error', metrics: Metrics): Log {
  const hooks = { streamWrite: encodeControls };
  const logger = pino({ level, base: null, timestamp: pino.stdTimeFunctions.isoTime, hooks }, pino.destination(2));
  return {
    write(at, event, fields = {}) {
      metrics.count('rondo_log_lines_total', { level: at, event });
      logger[at]({ event, ...fields });
    },
  };
}

/**
 * Returns a line of JSON in which every invisible character is an escape of JSON: JSON itself leaves the controls of terminals from U+007F on, line separators and marks that
 * turn the direction of a text.
 */
export function encodeControls(line: string): string {
  return line.replaceAll(/[\u007f-\u009f\p{Cf}\p{Zl}\p{Zp}]/gu, (found) =>
    Array.from(
      { length: found.length },
      (_, unit) => `\\u${found.charCodeAt(unit).toString(16).padStart(4, '0')}`,
    ).join(''),
  );
}

/** Returns the message of a thrown value without the stack. When several errors were thrown together, returns the message of the first error. */
export function causeOf(error: unknown): string {
  if (error instanceof AggregateError && error.message === '') return causeOf(error.errors[0]);
  return error instanceof Error ? error.message : String(error);
}
