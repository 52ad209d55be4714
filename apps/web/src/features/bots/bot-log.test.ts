// Tests of the texts of log lines: every reason has a text, and no raw reason is printed.
import type { BotLogWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { createFormat } from '../../lib/numbers/format.ts';
import { logText } from './bot-log.tsx';

const context = {
  translator: createTranslator('en', catalogue),
  format: createFormat('en', { hidesAmounts: false }),
  tickSize: '0.1',
};
const line = (message_key: string, parameters: Record<string, string>): BotLogWire => ({
  created_at: '2026-01-01T00:00:00.000Z',
  type: 'ERROR',
  message: 'english of the server',
  message_key,
  parameters,
});

test.each([
  ['position_missing', 'The position was closed outside of Rondo: no new entries'],
  ['some_new_reason', 'The bot places no new entries because of an error; its exits stay'],
])('the reason %s of a failed bot has a text', (reason, sentence) => {
  expect(logText(line('bots.log.failed', { reason }), context)).toBe(sentence);
});

test('the line of an exit names the kind of the exit and its price, and the price has as many decimal places as the tick size', () => {
  expect(logText(line('bots.log.exitFilled', { kind: 'baseExit', price: '120.5' }), context)).toBe(
    'Base exit filled at 120.5',
  );
});

test('a line about an order that belongs to no step names the order', () => {
  expect(logText(line('bots.log.exitReplacedOnce', { kind: 'stopLoss', step: '0' }), context)).toBe(
    'The stop loss was cancelled by hand and is placed again, once',
  );
});

test('the line shows the server’s message when a newer server sends an unknown key', () => {
  expect(logText(line('bots.log.unheardOf', {}), context)).toBe('english of the server');
});
