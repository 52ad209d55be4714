// Tests the step to the first bot at which a person is, for every state of the account, its check and its balance.
import { expect, test } from 'vitest';
import { findingOf } from '@rondo/contract';
import { fixedAccount } from '../../workbench/samples.ts';
import { pointOf, type FirstRunFacts } from './first-run.ts';

const ready: FirstRunFacts = { account: fixedAccount, findings: [], available: '1', hasBalanceFailed: false };
const at = (change: Partial<FirstRunFacts>) => pointOf({ ...ready, ...change });
const withKey = (change: Partial<typeof fixedAccount>) => at({ account: { ...fixedAccount, ...change } });

test('with a good key and 1 USDT available the last step is to start a bot', () => {
  expect(at({})).toEqual({ step: 'bot', state: 'current' });
});

test('without an account the step is the account, also while nothing else is known', () => {
  const unknown = { findings: null, available: null, hasBalanceFailed: true };
  expect(at({ account: undefined, ...unknown })).toEqual({ step: 'account', state: 'current' });
});

test('an account without a key needs a key, and a key with a problem blocks, also while nothing else is known', () => {
  expect(withKey({ key_state: 'none', api_key: '' })).toEqual({ step: 'key', state: 'current' });
  for (const problem of ['missing', 'refused', 'revoked'] as const)
    expect(withKey({ key_state: problem })).toEqual({ step: 'key', state: 'blocked', problem });
  const account = { ...fixedAccount, permissions: ['trade', 'withdraw'] };
  expect(at({ account, findings: null, available: null })).toEqual({
    step: 'key',
    state: 'blocked',
    problem: 'withdraw',
  });
});

test('a finding that refuses bots blocks, and a warning does not', () => {
  const level = findingOf('ACCOUNT_LEVEL', { level: 'spot' });
  const warning = findingOf('KEY_NOT_BOUND', { days: '14' });
  expect(at({ findings: [warning, level], available: null })).toEqual({
    step: 'key',
    state: 'blocked',
    problem: 'findings',
    findings: [level],
  });
  expect(at({ findings: [warning] })).toEqual({ step: 'bot', state: 'current' });
});

test('below 1 USDT the step is the balance, and a balance that cannot be read blocks', () => {
  expect(at({ available: '0.99' })).toEqual({ step: 'balance', state: 'current' });
  expect(at({ available: null, hasBalanceFailed: true })).toEqual({ step: 'balance', state: 'blocked' });
});

test('a balance that was read once counts while a later reading fails', () => {
  expect(at({ hasBalanceFailed: true })).toEqual({ step: 'bot', state: 'current' });
});

test('while the account is being checked or the balance is being read, no step is known', () => {
  expect(at({ findings: null })).toBeNull();
  expect(at({ available: null })).toBeNull();
});
