// Tests of decisions about a person: available decisions and required input.
import { expect, test } from 'vitest';
import type { OperatorUser } from '@rondo/contract';
import { approvalOf, decisionProblems, verdictsFor } from './decision.ts';

const person: OperatorUser = {
  id: 'u1',
  email: 'mina@rondo.test',
  name: 'mina',
  role: 'member',
  level: 1,
  approval: 'pending',
  has_granted: false,
  ref: null,
  region: null,
  has_second_factor: false,
  linked_accounts: 0,
  running_bots: 0,
  created_at: 0,
  last_login_at: null,
};

test.each([
  ['pending', ['approve', 'reject']],
  ['approved', ['revoke']],
  ['rejected', ['approve']],
  ['revoked', ['approve']],
] as const)(
  'for a person in the state %s the decisions %j are available, and operators cannot decide about their own user account',
  (approval, verdicts) => {
    expect(verdictsFor({ ...person, approval }, 'other')).toEqual(verdicts);
    expect(verdictsFor({ ...person, approval }, person.id)).toEqual([]);
  },
);

test.each([
  ['reject', '', ['reason']],
  ['reject', ' \u200B ', ['reason']],
  ['revoke', 'line\nbreak', ['reason']],
  ['reject', 'x'.repeat(501), ['reason']],
  ['reject', 'not known', []],
  ['approve', '', []],
  ['approve', 'line\nbreak', ['reason']],
] as const)(
  'the validation of the decision %s with the reason %j finds the problems %j',
  (verdict, reason, problems) => {
    expect(decisionProblems(verdict, { reason, level: '1' })).toEqual(problems);
  },
);

test.each(['', '-1', '100', '1.5', 'one'])(
  'the invalid level %j is a problem of an approval, and it is not a problem of a rejection',
  (level) => {
    expect(decisionProblems('approve', { reason: '', level })).toEqual(['level']);
    expect(decisionProblems('reject', { reason: 'x', level })).toEqual([]);
  },
);

test('the request of an approval contains the state that the operator saw, and it contains the level only when the operator changed the level', () => {
  expect(approvalOf(person, { reason: 'met', level: '1' })).toEqual({ reason: 'met', seen: 'pending' });
  expect(approvalOf(person, { reason: '', level: '3' })).toEqual({ reason: '', seen: 'pending', level: 3 });
});
