// Tests of the states of the connection panel.
import { expect, test } from 'vitest';
import { rightsOf, socketStatusOf, tokenStatusOf } from './panel-facts.ts';

test('the token status is "checking" while there is no data, and afterwards it is the status from the server', () => {
  expect(tokenStatusOf(undefined)).toBe('checking');
  const statusOf = (state: 'none' | 'ok' | 'warning' | 'critical' | 'expired') =>
    tokenStatusOf({ oauthToken: { state, expiresInMinutes: null, autoRefreshEnabled: false } });
  expect((['none', 'ok', 'warning', 'critical', 'expired'] as const).map(statusOf)).toEqual([
    'none',
    'normal',
    'warning',
    'critical',
    'expired',
  ]);
});

test('the rights of a key are split at the commas', () => {
  expect(rightsOf('read_only, trade')).toEqual(['read_only', 'trade']);
  expect(rightsOf('')).toEqual([]);
});

test('the WebSocket manager has four states', () => {
  const off = { connected: false, authenticated: false, connecting: false };
  expect(socketStatusOf(undefined)).toBe('disconnected');
  expect(socketStatusOf(off)).toBe('disconnected');
  expect(socketStatusOf({ ...off, connecting: true })).toBe('connecting');
  expect(socketStatusOf({ ...off, connected: true, connecting: true })).toBe('connected');
  expect(socketStatusOf({ ...off, connected: true, authenticated: true })).toBe('authenticated');
});
