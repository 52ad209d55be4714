// The words of log lines: a reason has a sentence of its own, and no raw reason is ever printed.
import type { BotLogWire } from '@rondo/contract';
import { expect, test } from 'vitest';
import { catalogue } from '../../i18n/en/catalogue.ts';
import { createTranslator } from '../../i18n/translate.ts';
import { createFormat } from '../../lib/numbers/format.ts';
import { logText } from './bot-log.tsx';

const words = {
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
  ['some_new_reason', 'The bot takes no new entries because of an error; its exits stay'],
])('a bot that failed with %s says so in a sentence', (reason, sentence) => {
  expect(logText(line('bots.log.failed', { reason }), words)).toBe(sentence);
});

test('an exit says what it was, with its price in the tick of the pair', () => {
  expect(logText(line('bots.log.exitFilled', { kind: 'baseExit', price: '120.5' }), words)).toBe(
    'Base exit filled at 120.5',
  );
});

test('a key of a newer server keeps the server’s words', () => {
  expect(logText(line('bots.log.unheardOf', {}), words)).toBe('english of the server');
});
