// Words of the connection panel.
import { expect, test } from 'vitest';
import { rightsOf, socketWord, tokenWord } from './panel-facts.ts';

test('a token is checking until something is known, then as the server says', () => {
  expect(tokenWord(undefined)).toBe('checking');
  const word = (state: 'none' | 'ok' | 'warning' | 'critical' | 'expired') =>
    tokenWord({ oauthToken: { state, expiresInMinutes: null, autoRefreshEnabled: false } });
  expect((['none', 'ok', 'warning', 'critical', 'expired'] as const).map(word)).toEqual([
    'none',
    'normal',
    'warning',
    'critical',
    'expired',
  ]);
});

test('the rights of a key are read one by one', () => {
  expect(rightsOf('read_only, trade')).toEqual(['read_only', 'trade']);
  expect(rightsOf('')).toEqual([]);
});

test('the live connection has four words', () => {
  const off = { connected: false, authenticated: false, connecting: false };
  expect(socketWord(undefined)).toBe('disconnected');
  expect(socketWord(off)).toBe('disconnected');
  expect(socketWord({ ...off, connecting: true })).toBe('connecting');
  expect(socketWord({ ...off, connected: true, connecting: true })).toBe('connected');
  expect(socketWord({ ...off, connected: true, authenticated: true })).toBe('authenticated');
});
