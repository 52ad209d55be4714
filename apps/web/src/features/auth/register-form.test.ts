// Tests of the sign-up form: validation rules, display of problems, and the request.
import { registerRequestSchema } from '@rondo/contract';
import { expect, test } from 'vitest';
import {
  emptyRegisterForm,
  missingInputs,
  registerBoxes,
  registerFields,
  registerRequestOf,
  stepRegister,
  type RegisterEvent,
  type RegisterForm,
} from './register-form.ts';

const run = (events: readonly RegisterEvent[]): RegisterForm => events.reduce(stepRegister, emptyRegisterForm);
const typed = (field: keyof RegisterForm['values'], text: string): RegisterEvent => ({ kind: 'typed', field, text });
const complete: readonly RegisterEvent[] = [
  typed('email', ' Mina@example.org '),
  typed('password', 'correct horse'),
  typed('passwordConfirm', 'correct horse'),
  typed('name', '@mina_trades'),
  typed('region', 'KR'),
  { kind: 'ticked', box: 'terms', isTicked: true },
  { kind: 'ticked', box: 'privacy', isTicked: true },
  { kind: 'ticked', box: 'adult', isTicked: true },
];

test('in an empty form every field and box is missing, and no problem is shown', () => {
  expect(missingInputs(emptyRegisterForm)).toEqual([...registerFields, ...registerBoxes]);
  expect(emptyRegisterForm.problems).toEqual({});
});

test('in a complete form nothing is missing, and the server’s schema accepts the request', () => {
  const form = run(complete);
  expect(missingInputs(form)).toEqual([]);
  const request = registerRequestOf(form, { ref: '111111', consentVersion: '2025-08-01' });
  expect(request).toEqual({
    email: 'Mina@example.org',
    password: 'correct horse',
    name: 'mina_trades',
    ref: '111111',
    consents: { terms: true, privacy: true, version: '2025-08-01' },
    is_adult: true,
    region: 'KR',
  });
  expect(registerRequestSchema.safeParse(request).success).toBe(true);
});

test.each([
  [typed('email', 'mina@'), 'email', 'email'],
  [typed('password', '1234567'), 'password', 'short'],
  [typed('passwordConfirm', 'other'), 'passwordConfirm', 'different'],
  [typed('name', '   '), 'name', 'required'],
] as const)('for the input %j the problem is shown when the field loses the focus', (event, field, problem) => {
  const form = run([...complete, event, { kind: 'left', field }]);
  expect(form.problems).toEqual({ [field]: problem });
  expect(missingInputs(form)).toContain(field);
});

test('typing in a field removes its problem, and typing in the password field also removes the problem of the repeated password', () => {
  const wrong = run([...complete, typed('passwordConfirm', 'x'), { kind: 'sent' }]);
  expect(wrong.problems).toEqual({ passwordConfirm: 'different' });
  expect(stepRegister(wrong, typed('passwordConfirm', 'y')).problems).toEqual({});
  expect(stepRegister(wrong, typed('password', 'x')).problems).toEqual({});
});

test('a password needs eight characters, and an emoji counts as one character', () => {
  expect(
    missingInputs(run([...complete, typed('password', '12345678'), typed('passwordConfirm', '12345678')])),
  ).toEqual([]);
  const seven = '\u{1F600}'.repeat(7);
  expect(missingInputs(run([...complete, typed('password', seven), typed('passwordConfirm', seven)]))).toEqual([
    'password',
  ]);
});

test.each(registerBoxes)('the form is incomplete when the check box %s is not checked', (box) => {
  expect(missingInputs(run([...complete, { kind: 'ticked', box, isTicked: false }]))).toEqual([box]);
});

test('sending an empty form shows every missing field', () => {
  expect(run([{ kind: 'sent' }]).problems).toEqual({
    email: 'required',
    password: 'required',
    passwordConfirm: 'required',
    name: 'required',
    region: 'required',
  });
});

test('a country that was chosen before the server has sent its list is refused when the list arrives', () => {
  const rules = { kind: 'rules', prohibitedRegions: ['US'] } as const;
  expect(run([typed('region', 'US'), { kind: 'left', field: 'region' }, rules]).problems).toEqual({ region: 'region' });
  expect(run([rules]).problems).toEqual({});
});

test('a chosen country is a problem after the server has sent a list of restricted countries that contains this country', () => {
  const form = run([{ kind: 'rules', prohibitedRegions: ['US'] }, ...complete, typed('region', 'US')]);
  expect(missingInputs(form)).toEqual(['region']);
  expect(stepRegister(form, { kind: 'left', field: 'region' }).problems).toEqual({ region: 'region' });
  expect(missingInputs(run([...complete, typed('region', 'US')]))).toEqual([]);
});
