// The three accepted forms of a status request, and the refusal of all other forms.
import { expect, test } from 'vitest';
import { botStatusRequestSchema } from './bots.ts';

test.each([
  { is_last: true },
  { is_last: false },
  { status: 'completed', close_position: true, is_last: true },
  { status: 'completed', close_position: false, is_last: false },
])('%j is accepted as a status request', (body) => {
  expect(botStatusRequestSchema.parse(body)).toEqual(body);
});

test.each([
  {},
  { status: 'completed' },
  { status: 'completed', is_last: true },
  { status: 'completed', close_position: true },
  { status: 'completed', close_position: true, is_last: false },
  { status: 'completed', close_position: false, is_last: true },
  { status: 'completed', close_position: true, is_last: true, force: true },
  { status: 'active', close_position: true, is_last: true },
  { is_last: true, close_position: true },
  { is_last: 'yes' },
  [],
])('%j is refused with a message that lists the three accepted forms', (body) => {
  const issues = botStatusRequestSchema.safeParse(body).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual([
    'must be {is_last}, or {status: "completed", close_position, is_last} with both true or both false',
  ]);
});
