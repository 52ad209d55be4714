// Tests the limits at which a link has an alert, and the texts of the alerts.
import { expect, test } from 'vitest';
import { figureAlerts, measuredOf, tokenAlerts } from './link-alerts.ts';
import type { LinkFigures } from './link-meters.ts';

const good: LinkFigures = {
  calls: 100,
  errors: 5,
  callMs: 100_000,
  reconnects: 5,
  messages: 60,
  upMs: 570_000,
  observedMs: 600_000,
};

test('a link whose figures equal the limits has no alert', () => {
  expect(figureAlerts(good)).toEqual([]);
  expect(measuredOf(good)).toEqual({
    connectionUptime: 95,
    apiSuccess: 95,
    apiCallCount: 100,
    apiErrorCount: 5,
    avgApiResponseTime: 1_000,
    reconnectCount: 5,
    messageReceived: 60,
    messagesPerMinute: 6,
  });
});

test.each([
  [{ reconnects: 6 }, 'alerts.reconnects', { count: '6' }],
  [{ upMs: 569_000 }, 'alerts.uptime', { percent: '94.8' }],
  [{ errors: 6 }, 'alerts.apiErrors', { percent: '94' }],
  [{ callMs: 100_100 }, 'alerts.apiSlow', { ms: '1001' }],
])('a link with the changed figures %j has the alert %s', (changes, key, parameters) => {
  const [alert, ...others] = figureAlerts({ ...good, ...changes });
  expect([alert, others]).toMatchObject([{ level: 'warning', message_key: key, parameters }, []]);
  for (const value of Object.values(parameters)) expect(alert?.message).toContain(value);
});

test('a link has no alert when it has fewer than 20 calls or nothing was measured', () => {
  expect(figureAlerts({ ...good, calls: 19, errors: 19, callMs: 0 })).toEqual([]);
  const none = { calls: 0, errors: 0, callMs: 0, reconnects: 0, messages: 0, upMs: 0, observedMs: 0 };
  expect(figureAlerts(none)).toEqual([]);
  expect(measuredOf(none)).toMatchObject({ connectionUptime: null, apiSuccess: null, avgApiResponseTime: null });
});

test.each([
  ['expired', 0, [['critical', 'alerts.tokenExpired']]],
  ['critical', 10, [['critical', 'alerts.tokenCritical']]],
  ['warning', 30, [['warning', 'alerts.tokenWarning']]],
  ['normal', 31, []],
] as const)(
  'a token with the level %s and %i remaining minutes has the alerts of this level',
  (level, minutes, expected) => {
    const token = { state: 'ok', expiresInMinutes: minutes, autoRefreshEnabled: false, level } as const;
    const alerts = tokenAlerts(token);
    expect(alerts.map((alert) => [alert.level, alert.message_key])).toEqual(expected);
    for (const { message } of alerts) if (level !== 'expired') expect(message).toContain(`${minutes} min`);
  },
);
