// Tests the English text of log lines. The text is a complete sentence for every reason and parameter.
import { botLogKeys } from '@rondo/engine';
import type { BotLogRow } from '@rondo/engine/ports';
import { expect, test } from 'vitest';
import { toBotLogs } from './log-text.ts';

const wordsOf = (messageKey: string, parameters: Readonly<Record<string, string>>): string => {
  const row: BotLogRow = { botId: 'b', type: 'ERROR', messageKey, parameters, at: 0 };
  return toBotLogs([row])[0]?.message ?? '';
};

test.each([
  ['position_missing', 'The position was closed outside of Rondo: no new entries.'],
  ['no_budget', 'No new round: the allocation is used up.'],
  ['some_new_reason', 'The bot places no new entries because of an error; its exits stay.'],
  ['constructor', 'The bot places no new entries because of an error; its exits stay.'],
])('the text of a failure with the reason %s is a complete sentence', (reason, sentence) => {
  expect(wordsOf('bots.log.failed', { reason })).toBe(sentence);
});

test('the text of a signal that was not used has the reason as words', () => {
  expect(wordsOf('bots.log.signalRefused', { reason: 'late' })).toBe('A signal came too late: not used.');
});

test.each(botLogKeys)('the text of %s contains no reason code', (key) => {
  expect(wordsOf(key, { reason: 'below_min_size' })).not.toContain('below_min_size');
});

test.each([
  ['bots.log.exitReplacedOnce', 'stopLoss', 'The stop loss was cancelled by hand and is placed again, once.'],
  ['bots.log.orderRejected', 'baseExit', 'The exchange rejected the base exit (code 51006).'],
  [
    'bots.log.orderBeingVerified',
    'close',
    'No response from the exchange to the order that closes the position: the order is being checked.',
  ],
])('the text of %s about an order of the kind %s names the order', (key, kind, sentence) => {
  expect(wordsOf(key, { kind, step: '0', code: '51006' })).toBe(sentence);
});
