// Tests the messages of incoming signals: words, JSON of alerts, times and wrong fields.
import { expect, test } from 'vitest';
import { parseHookMessage } from './hook-message.ts';

const now = Date.UTC(2026, 2, 2, 15, 0, 30);

test.each([
  ['open', { action: 'open', id: null, sentAt: null, maxLagMs: 60_000 }],
  [' Hold\n', { action: 'hold' }],
  ['"last"', { action: 'last' }],
  ['{"action":"last"}', { action: 'last' }],
  ['{"action":"OPEN"}', { action: 'open' }],
  ['"Hold"', { action: 'hold' }],
  ['{"action":"open","id":7,"ticker":"ETHUSDT.P"}', { action: 'open', id: '7' }],
  ['{"action":"open","time":"2026-03-02T15:00:00Z"}', { sentAt: now - 30_000 }],
  ['{"action":"open","time":"1772463600"}', { sentAt: now - 30_000 }],
  ['{"action":"open","time":1772463600000,"max_lag":"300"}', { sentAt: now - 30_000, maxLagMs: 300_000 }],
])('the message %s is understood', (body, expected) => {
  const parsed = parseHookMessage(body, now);
  expect(parsed.ok && parsed.message).toMatchObject(expected);
});

test.each([
  ['', 'action'],
  ['close', 'action'],
  ['{"action":"close"}', 'action'],
  ['{"action":"open"', 'action'],
  ['{"action":"open","action":"last"}', 'action'],
  ['{"action":"open","id":""}', 'id'],
  [`{"action":"open","id":"${'x'.repeat(65)}"}`, 'id'],
  ['{"action":"open","time":"soon"}', 'time'],
  ['{"action":"open","time":"2026-03-02T15:05:00Z"}', 'time'],
  ['{"action":"open","time":"2026-03-02T15:00:00"}', 'time'],
  ['{"action":"open","time":"alert 5"}', 'time'],
  ['{"action":"open","max_lag":true}', 'max_lag'],
  ['{"action":"open","max_lag":301}', 'max_lag'],
  ['{"action":"open","max_lag":0}', 'max_lag'],
])('the message %s is refused at the field %s', (body, field) => {
  const parsed = parseHookMessage(body, now);
  expect(parsed.ok ? null : parsed.refusal.field).toBe(field);
});
