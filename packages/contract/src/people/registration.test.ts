// Tests of the schema of a sign-up.
import { expect, test } from 'vitest';
import { registerRequestSchema } from './registration.ts';

test.each([
  ['mina\u200b_\u00adtrades', 'mina_trades'],
  ['\u2060mina\u3000 \u00a0trades\ufeff', 'mina trades'],
])('the messaging id %j is parsed without its invisible characters', (name, expected) => {
  const parsed = registerRequestSchema.parse({ email: 'mina@example.org', password: 'correct horse', name });
  expect(parsed.name).toBe(expected);
});

test('a messaging id that begins with @ after an invisible character is refused', () => {
  const body = { email: 'mina@example.org', password: 'correct horse', name: '\u200b@mina' };
  expect(registerRequestSchema.safeParse(body).success).toBe(false);
});
