// Tests of the paths under /sandbox: status codes, and the bodies that are refused.
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';
import { isLoopback, plainAddress } from './addresses.ts';
import { createModelDouble } from '../model/model-double.ts';
import { administer, type AdminResult } from './admin-paths.ts';

const open = () => ({ core: openHarness().core, model: createModelDouble() });
const post = (path: string, body: unknown): AdminResult =>
  administer(open(), { method: 'POST', path, query: '', body: JSON.stringify(body) });

test('POST /sandbox/accounts opens an account with the given label and returns its keys', () => {
  const opened = post('/sandbox/accounts', { label: 'new', usdt: '5' });
  expect(opened).toMatchObject({ status: 200, json: { label: 'new' } });
});

test.each([
  ['/sandbox/accounts', { acctLv: '7' }, 400],
  ['/sandbox/accounts', ['no object'], 400],
  ['/sandbox/faults', { kind: 'unknown' }, 400],
  ['/sandbox/model', { kind: 'unknown' }, 400],
  ['/sandbox/model', { kind: 'slow', count: 'x' }, 400],
  ['/sandbox/acts', { label: 'a', act: 'unknown' }, 400],
  ['/sandbox/instruments', { instId: 'XX' }, 400],
  ['/sandbox/oauth/unknown', {}, 400],
  ['/sandbox/advance', { instId: 'XX', prices: ['1'] }, 409],
  ['/sandbox/unknown', {}, 404],
])('POST %s with the body %o is refused with the status %i', (path, body, status) => {
  expect(post(path, body)).toMatchObject({ status, json: { error: expect.any(String) } });
});

test('POST /sandbox/advance changes the price of a market with speed 0 and returns the last price', () => {
  expect(post('/sandbox/advance', { instId: 'ETH-USDT-SWAP', prices: ['1990', '1995.5'] })).toMatchObject({
    status: 200,
    json: { last: '1995.5' },
  });
});

test('GET /sandbox/ledger returns 404 when the label is unknown', () => {
  const sandbox = open();
  const read = (label: string): number =>
    administer(sandbox, { method: 'GET', path: '/sandbox/ledger', query: `label=${label}`, body: '' }).status;
  expect([read('a'), read('nobody')]).toEqual([200, 404]);
});

test('loopback addresses of IPv4 and IPv6 are recognised', () => {
  expect(['127.0.0.1', '::1', '::ffff:127.0.0.1'].map(isLoopback)).toEqual([true, true, true]);
  expect(['10.0.0.1', '::ffff:10.0.0.1', ''].map(isLoopback)).toEqual([false, false, false]);
  expect(plainAddress('::ffff:10.0.0.1')).toBe('10.0.0.1');
});
