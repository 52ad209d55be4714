// The lines of the debug panel: what the page asked for and got, as keys and codes, never as content. Pure.
import { ApiError } from '../../../api/calls/api-error.ts';

/** Specification 2: the debug log keeps 200 lines. */
const keptLines = 200;

/** The log with one more line; the oldest one leaves. */
export const withLine = (lines: readonly string[], line: string): readonly string[] =>
  [...lines, line].slice(-keptLines);

/** One line: UTC time, what it was about, and how it went. */
export const debugLine = (at: number, key: readonly unknown[], error: unknown): string => {
  const name = key.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  return `${new Date(at).toISOString().slice(11, 23)} ${name} ${outcome(error)}`;
};

const outcome = (error: unknown): string => {
  if (error === null) return 'ok';
  return error instanceof ApiError ? `${error.status} ${error.code}` : 'failed';
};
