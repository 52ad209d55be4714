// Tests that a status request is accepted in three forms and refused in all other forms, and that responses of an older server are read.
import { expect, test } from 'vitest';
import { botSchema, botStatusRequestSchema } from './bots.ts';

test.each([
  { is_last: true },
  { is_last: false },
  { status: 'completed', close_position: true, is_last: true },
  { status: 'completed', close_position: false, is_last: false },
])('the status request %j is accepted', (body) => {
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
])('the status request %j is refused with a message that lists the accepted forms', (body) => {
  const issues = botStatusRequestSchema.safeParse(body).error?.issues ?? [];
  expect(issues.map(({ message }) => message)).toEqual([
    'must be {is_last}, or {status: "completed", close_position, is_last} with both true or both false',
  ]);
});

test.each([
  [undefined, true],
  [true, true],
  [false, false],
])('a bot of a response with the field `compound` %s compounds: %s', (compound, is) => {
  const { basic } = botSchema.shape;
  const read = basic.parse({
    symbol: 'ETH-USDT-SWAP',
    direction: 'long',
    leverage: 10,
    margin_type: 'cross',
    max_total_size: '10000',
    auto_reentry: { enabled: true, budget_type: 'percentage', ...(compound === undefined ? {} : { compound }) },
  });
  expect(read.auto_reentry.compound).toBe(is);
});

test('a response of an older server has no list of the filled steps, no skipped step and no reason why an entry waits', () => {
  const { filled_steps: filled, skipped_steps: skipped, entry_wait: wait } = botSchema.shape;
  expect([filled.parse(undefined), skipped.parse(undefined), wait.parse(undefined)]).toEqual([undefined, [], null]);
  expect([filled.parse([1, 3]), skipped.parse([2]), wait.parse('margin')]).toEqual([[1, 3], [2], 'margin']);
});
