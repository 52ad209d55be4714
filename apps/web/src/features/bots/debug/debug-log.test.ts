// Tests of the debug log: the number of lines is limited, and a line contains keys and results but no content.
import { expect, test } from 'vitest';
import { ApiError } from '../../../api/calls/api-error.ts';
import { debugLine, withLine } from './debug-log.ts';

test('the log keeps only its newest two hundred lines', () => {
  let lines: readonly string[] = [];
  for (let line = 1; line <= 201; line += 1) lines = withLine(lines, String(line));
  expect(lines).toHaveLength(200);
  expect([lines[0], lines.at(-1)]).toEqual(['2', '201']);
});

test('a line contains the time, the key of the query, and the result with its code', () => {
  const at = Date.UTC(2025, 0, 2, 3, 4, 5, 678);
  expect(debugLine(at, ['ticker', 'ETH-USDT-SWAP'], null)).toBe('03:04:05.678 ticker ETH-USDT-SWAP ok');
  const refused = new ApiError({ status: 503, code: 'EXCHANGE_UNAVAILABLE' });
  expect(debugLine(at, ['margin', { secret: 'x' }], refused)).toBe('03:04:05.678 margin 503 EXCHANGE_UNAVAILABLE');
  expect(debugLine(at, ['margin'], new Error('secret'))).toBe('03:04:05.678 margin failed');
});
