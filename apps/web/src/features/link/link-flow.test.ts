// Tests of the state machine of a link attempt.
import { findingOf } from '@rondo/contract';
import { expect, test } from 'vitest';
import { ApiError } from '../../api/calls/api-error.ts';
import { retryStepOf, stepLink, stepMarks, stepsOf, type LinkEvent, type LinkState } from './link-flow.ts';

const nonce = 'n'.repeat(32);
const run = (events: readonly LinkEvent[], from: LinkState = { kind: 'idle' }): LinkState =>
  events.reduce<LinkState>(stepLink, from);
const opened: readonly LinkEvent[] = [{ kind: 'asked' }, { kind: 'started' }, { kind: 'opened', nonce }];
const permitted: LinkEvent = { kind: 'permitted', type: 'fast_api', accountId: 'a1' };

test('a successful attempt has the states explaining, starting, waiting, creating, testing and linked, in this order', () => {
  const states = [...opened, permitted, { kind: 'keyMade' } as const, { kind: 'tested', findings: [] } as const].map(
    (_, index, all) => run(all.slice(0, index + 1)).kind,
  );
  expect(states).toEqual(['explaining', 'starting', 'waiting', 'creating', 'testing', 'linked']);
});

test('an attempt with a plain consent ends without the creation of a key', () => {
  expect(stepsOf('oauth')).toEqual(['window', 'permission']);
  expect(stepsOf('fast_api')).toHaveLength(4);
  expect(run([...opened, { kind: 'permitted', type: 'oauth', accountId: 'a1' }])).toEqual({
    kind: 'linked',
    accountId: 'a1',
    warnings: [],
  });
});

test('when the browser blocks the window, the state contains the address of the window, and the attempt continues after the user has opened the window', () => {
  const blocked = run([{ kind: 'asked' }, { kind: 'started' }, { kind: 'blocked', address: '/x', nonce }]);
  expect(blocked).toEqual({ kind: 'blocked', address: '/x', nonce });
  expect(stepLink(blocked, { kind: 'opened', nonce })).toEqual({ kind: 'waiting', nonce });
});

test('when the user closes the window, the attempt ends without a failure', () => {
  expect(run([...opened, { kind: 'windowClosed' }])).toEqual({ kind: 'idle' });
});

test('when the window closes after it has sent its message, the state does not change', () => {
  expect(run([...opened, permitted, { kind: 'windowClosed' }]).kind).toBe('creating');
});

test('when the user denies the consent, the failed state has the reason, and a retry starts with the explanation', () => {
  const denied = run([...opened, { kind: 'reported', reason: 'access denied' }]);
  expect(denied).toEqual({
    kind: 'failed',
    step: 'permission',
    problem: { kind: 'reported', reason: 'access denied' },
    accountId: null,
  });
  expect(stepLink(denied, { kind: 'retried' })).toEqual({ kind: 'explaining' });
});

test('when no message arrives before the listener ends, the attempt fails with a timeout', () => {
  expect(run([...opened, { kind: 'listenerEnded' }])).toMatchObject({
    step: 'permission',
    problem: { kind: 'timeout' },
  });
});

test('when the listener ends after the message has arrived, the state does not change', () => {
  expect(run([...opened, permitted, { kind: 'listenerEnded' }]).kind).toBe('creating');
});

test('a retry repeats the key creation when the key creation failed, and repeats the test when the test failed', () => {
  const refusedKey = run([...opened, permitted, { kind: 'refused', error: 'e' }]);
  expect(refusedKey).toMatchObject({ step: 'key', accountId: 'a1' });
  expect(stepLink(refusedKey, { kind: 'retried' })).toEqual({ kind: 'creating', accountId: 'a1' });
  const refusedTest = run([...opened, permitted, { kind: 'keyMade' }, { kind: 'refused', error: 'e' }]);
  expect(refusedTest).toMatchObject({ step: 'test', accountId: 'a1' });
  expect(stepLink(refusedTest, { kind: 'retried' })).toEqual({ kind: 'testing', accountId: 'a1' });
});

test('an event that a state does not allow is ignored', () => {
  const linkedBefore: LinkState = { kind: 'linked', accountId: 'a0', warnings: [] };
  for (const event of [{ kind: 'keyMade' }, { kind: 'windowClosed' }, { kind: 'refused', error: 'e' }] as const)
    expect(stepLink(linkedBefore, event)).toBe(linkedBefore);
  expect(run([{ kind: 'started' }, { kind: 'opened', nonce }])).toEqual({ kind: 'idle' });
});

test('each step has the mark done, current, failed or later', () => {
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

test('the test fails when a finding forbids trading, and it succeeds with warnings when all findings are warnings', () => {
  const testing = run([...opened, permitted, { kind: 'keyMade' }]);
  const refusal = findingOf('KEY_MAY_WITHDRAW');
  const warning = findingOf('KEY_NOT_BOUND', { days: '14' });
  expect(stepLink(testing, { kind: 'tested', findings: [warning, refusal] })).toEqual({
    kind: 'failed',
    step: 'test',
    problem: { kind: 'findings', findings: [refusal] },
    accountId: 'a1',
  });
  expect(stepLink(testing, { kind: 'tested', findings: [warning] })).toEqual({
    kind: 'linked',
    accountId: 'a1',
    warnings: [warning],
  });
});

test('when a consent is reported after its window has closed, the attempt continues, and a second report does not change the state', () => {
  const late = run([...opened, { kind: 'windowClosed' }, permitted]);
  expect(late).toEqual({ kind: 'creating', accountId: 'a1' });
  expect(stepLink(late, permitted)).toBe(late);
});

test.each(['FAST_API_PERMISSION_DENIED', 'CONSENT_NEEDED', 'TOKEN_EXPIRED', 'TOKEN_INVALID', 'ACCOUNT_DIFFERS'])(
  'a key creation that fails with %s needs a new consent',
  (code) => {
    const refused = run([...opened, permitted, { kind: 'refused', error: new ApiError({ status: 409, code }) }]);
    expect(retryStepOf(refused)).toBeNull();
    expect(stepLink(refused, { kind: 'retried' })).toEqual({ kind: 'explaining' });
  },
);

test('a new consent is needed when the key has the wrong environment or the token is invalid, and a key creation that failed for another reason is retried', () => {
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
