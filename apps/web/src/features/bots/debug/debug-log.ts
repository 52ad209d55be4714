// Lines of the debug panel. A line contains the key and the result code of a query or command, and never its content.
import { ApiError } from '../../../api/calls/api-error.ts';

/** Specification 2: the debug log keeps 200 lines. */
const maxLines = 200;

/** Returns the log with one more line. When the log has more than 200 lines, the oldest line is dropped. */
export const withLine = (lines: readonly string[], line: string): readonly string[] =>
  [...lines, line].slice(-maxLines);

/** Returns a line with the UTC time, the query key and the result. */
export const debugLine = (at: number, key: readonly unknown[], error: unknown): string => {
  const name = key.filter((part) => typeof part === 'string' || typeof part === 'number').join(' ');
  return `${new Date(at).toISOString().slice(11, 23)} ${name} ${resultText(error)}`;
};

const resultText = (error: unknown): string => {
  if (error === null) return 'ok';
  return error instanceof ApiError ? `${error.status} ${error.code}` : 'failed';
};
