// The sign-up form: each rule of the specification, when errors come and go, and what is sent.
import { registerRequestSchema } from '@rondo/contract';
import { expect, test } from 'vitest';
import {
  emptyRegisterForm,
  missingParts,
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

test('an empty form misses everything and shows no error', () => {
  expect(missingParts(emptyRegisterForm)).toEqual([...registerFields, ...registerBoxes]);
  expect(emptyRegisterForm.problems).toEqual({});
});

test('a complete form misses nothing and is what the server takes', () => {
  const form = run(complete);
  expect(missingParts(form)).toEqual([]);
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
] as const)('%j is told when the field is left', (event, field, problem) => {
  const form = run([...complete, event, { kind: 'left', field }]);
  expect(form.problems).toEqual({ [field]: problem });
  expect(missingParts(form)).toContain(field);
});

test('an error goes with the next key, and the repetition’s with the password too', () => {
  const wrong = run([...complete, typed('passwordConfirm', 'x'), { kind: 'sent' }]);
  expect(wrong.problems).toEqual({ passwordConfirm: 'different' });
  expect(stepRegister(wrong, typed('passwordConfirm', 'y')).problems).toEqual({});
  expect(stepRegister(wrong, typed('password', 'x')).problems).toEqual({});
});

test('eight characters are enough, also beyond the basic plane', () => {
  expect(missingParts(run([...complete, typed('password', '12345678'), typed('passwordConfirm', '12345678')]))).toEqual(
    [],
  );
  const seven = '\u{1F600}'.repeat(7);
  expect(missingParts(run([...complete, typed('password', seven), typed('passwordConfirm', seven)]))).toEqual([
    'password',
  ]);
});

test.each(registerBoxes)('the box %s is needed', (box) => {
  expect(missingParts(run([...complete, { kind: 'ticked', box, isTicked: false }]))).toEqual([box]);
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

test('a country without the service is told when it is chosen, whenever the rules come', () => {
  const form = run([{ kind: 'rules', prohibitedRegions: ['US'] }, ...complete, typed('region', 'US')]);
  expect(missingParts(form)).toEqual(['region']);
  expect(stepRegister(form, { kind: 'left', field: 'region' }).problems).toEqual({ region: 'region' });
  expect(missingParts(run([...complete, typed('region', 'US')]))).toEqual([]);
});
