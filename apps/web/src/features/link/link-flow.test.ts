// One attempt to link: the good way, and every place where it ends.
import { findingOf } from '@rondo/contract';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/calls/api-error.ts';
import { retryStepOf, stepLink, stepMarks, stepsOf, type LinkEvent, type LinkState } from './link-flow.ts';

const nonce = 'n'.repeat(32);
const run = (events: readonly LinkEvent[], from: LinkState = { kind: 'idle' }): LinkState =>
  events.reduce<LinkState>(stepLink, from);
const opened: readonly LinkEvent[] = [{ kind: 'asked' }, { kind: 'started' }, { kind: 'opened', nonce }];
const permitted: LinkEvent = { kind: 'permitted', type: 'fast_api', accountId: 'a1' };

test('explanation, window, permission, key and test end in a linked account', () => {
  const states = [...opened, permitted, { kind: 'keyMade' } as const, { kind: 'tested', findings: [] } as const].map(
    (_, index, all) => run(all.slice(0, index + 1)).kind,
  );
  expect(states).toEqual(['explaining', 'starting', 'waiting', 'creating', 'testing', 'linked']);
});

test('a plain permission needs no key', () => {
  expect(stepsOf('oauth')).toEqual(['window', 'permission']);
  expect(stepsOf('fast_api')).toHaveLength(4);
  expect(run([...opened, { kind: 'permitted', type: 'oauth', accountId: 'a1' }])).toEqual({
    kind: 'linked',
    accountId: 'a1',
    warnings: [],
  });
});

test('a blocked window keeps its address, and opening it by hand continues', () => {
  const blocked = run([{ kind: 'asked' }, { kind: 'started' }, { kind: 'blocked', address: '/x', nonce }]);
  expect(blocked).toEqual({ kind: 'blocked', address: '/x', nonce });
  expect(stepLink(blocked, { kind: 'opened', nonce })).toEqual({ kind: 'waiting', nonce });
});

test('a window closed by the person is no failure', () => {
  expect(run([...opened, { kind: 'windowClosed' }])).toEqual({ kind: 'idle' });
});

test('a window that closes after its message changes nothing', () => {
  expect(run([...opened, permitted, { kind: 'windowClosed' }]).kind).toBe('creating');
});

test('a denial is kept with its words and starts again from the explanation', () => {
  const denied = run([...opened, { kind: 'reported', reason: 'access denied' }]);
  expect(denied).toEqual({
    kind: 'failed',
    step: 'permission',
    problem: { kind: 'said', reason: 'access denied' },
    accountId: null,
  });
  expect(stepLink(denied, { kind: 'retried' })).toEqual({ kind: 'explaining' });
});

test('no answer before the listener ends is late', () => {
  expect(run([...opened, { kind: 'listenerEnded' }])).toMatchObject({ step: 'permission', problem: { kind: 'late' } });
});

test('the end of the listener after an answer changes nothing', () => {
  expect(run([...opened, permitted, { kind: 'listenerEnded' }]).kind).toBe('creating');
});

test('a refused key and a refused test are tried again at their own step', () => {
  const refusedKey = run([...opened, permitted, { kind: 'refused', error: 'e' }]);
  expect(refusedKey).toMatchObject({ step: 'key', accountId: 'a1' });
  expect(stepLink(refusedKey, { kind: 'retried' })).toEqual({ kind: 'creating', accountId: 'a1' });
  const refusedTest = run([...opened, permitted, { kind: 'keyMade' }, { kind: 'refused', error: 'e' }]);
  expect(refusedTest).toMatchObject({ step: 'test', accountId: 'a1' });
  expect(stepLink(refusedTest, { kind: 'retried' })).toEqual({ kind: 'testing', accountId: 'a1' });
});

test('an event that does not belong to the state changes nothing', () => {
  const linkedBefore: LinkState = { kind: 'linked', accountId: 'a0', warnings: [] };
  for (const event of [{ kind: 'keyMade' }, { kind: 'windowClosed' }, { kind: 'refused', error: 'e' }] as const)
    expect(stepLink(linkedBefore, event)).toBe(linkedBefore);
  expect(run([{ kind: 'started' }, { kind: 'opened', nonce }])).toEqual({ kind: 'idle' });
});

test('the list marks what is done, what runs and what failed', () => {
  expect(stepMarks(run([...opened, permitted]))).toEqual({
    window: 'done',
    permission: 'done',
    key: 'now',
    test: 'later',
  });
  expect(stepMarks(run([...opened, { kind: 'listenerEnded' }])).permission).toBe('failed');
  expect(Object.values(stepMarks({ kind: 'linked', accountId: 'a1', warnings: [] }))).toEqual([
    'done',
    'done',
    'done',
    'done',
  ]);
});

test('a finding that refuses fails the test, one that warns is shown with the success', () => {
  const testing = run([...opened, permitted, { kind: 'keyMade' }]);
  const refusal = findingOf('KEY_MAY_WITHDRAW');
  const warning = findingOf('KEY_NOT_BOUND', { days: '14' });
  expect(stepLink(testing, { kind: 'tested', findings: [warning, refusal] })).toEqual({
    kind: 'failed',
    step: 'test',
    problem: { kind: 'found', findings: [refusal] },
    accountId: 'a1',
  });
  expect(stepLink(testing, { kind: 'tested', findings: [warning] })).toEqual({
    kind: 'linked',
    accountId: 'a1',
    warnings: [warning],
  });
});

test('a consent whose window could not tell is taken up late, but not twice', () => {
  const late = run([...opened, { kind: 'windowClosed' }, permitted]);
  expect(late).toEqual({ kind: 'creating', accountId: 'a1' });
  expect(stepLink(late, permitted)).toBe(late);
});

test.each(['FAST_API_PERMISSION_DENIED', 'CONSENT_NEEDED', 'TOKEN_EXPIRED', 'TOKEN_INVALID', 'ACCOUNT_DIFFERS'])(
  'a key that was refused with %s is tried again with a new consent',
  (code) => {
    const refused = run([...opened, permitted, { kind: 'refused', error: new ApiError({ status: 409, code }) }]);
    expect(retryStepOf(refused)).toBeNull();
    expect(stepLink(refused, { kind: 'retried' })).toEqual({ kind: 'explaining' });
  },
);

test('a key of the wrong environment needs another account, one that only failed is asked for again', () => {
  const body = {
    message: 'x',
    error_code: 'PREFLIGHT_FAILED',
    message_key: 'errors.preflightFailed',
    parameters: {},
    correlation_id: 'c',
    findings: [findingOf('KEY_ENVIRONMENT')],
  };
  const refusedWith = (error: ApiError) => run([...opened, permitted, { kind: 'refused', error }]);
  expect(retryStepOf(refusedWith(new ApiError({ status: 409, code: 'PREFLIGHT_FAILED', body })))).toBeNull();
  expect(retryStepOf(refusedWith(new ApiError({ status: 502, code: 'KEY_MISSING' })))).toEqual({
    step: 'key',
    accountId: 'a1',
  });
  const spent = { ...body, error_code: 'KEY_MISSING', parameters: { reason: 'EXCHANGE_TOKEN_INVALID' }, findings: [] };
  expect(retryStepOf(refusedWith(new ApiError({ status: 502, code: 'KEY_MISSING', body: spent })))).toBeNull();
});
