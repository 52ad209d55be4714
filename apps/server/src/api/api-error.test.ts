// Tests which field the refusal of a log-in names.
import { expect, test } from 'vitest';
import { leftOutOfLogin } from './api-error.ts';

test.each([
  [{ password: 'x' }, 'email'],
  [{ email: '', password: 'x' }, 'email'],
  [{ email: ' ', password: 'x' }, 'email'],
  [{ email: '', password: '' }, 'email'],
  [{ email: null, password: 7 }, 'email'],
  [null, 'email'],
  [{ email: 'member@rondo.test' }, 'password'],
  [{ email: 'member@rondo.test', password: '' }, 'password'],
  [{ email: 'member@rondo.test', password: ' ' }, null],
])('the log-in %j lacks the field %s first', (body, field) => {
  expect(leftOutOfLogin(body)).toBe(field);
});
