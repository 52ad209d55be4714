// Lines of the debug panel: keys and result codes of queries and commands, never their content.
import { ApiError } from '../../../api/calls/api-error.ts';

/** Specification 2: the debug log keeps 200 lines. */
const maxLines = 200;

/** Returns the log with one more line; beyond 200 lines the oldest one is dropped. */
export const withLine = (lines: readonly string[], line: string): readonly string[] =>
  [...lines, line].slice(-maxLines);

/** Returns a line with UTC time, query key and result. */
export const debugLine = (at: number, key: readonly unknown[], error: unknown): string => {
  const name = key.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  return `${new Date(at).toISOString().slice(11, 23)} ${name} ${resultText(error)}`;
};

const resultText = (error: unknown): string => {
  if (error === null) return 'ok';
  return error instanceof ApiError ? `${error.status} ${error.code}` : 'failed';
};
