// Tests which keys and which holds ask for the person's attention.
import { expect, test } from 'vitest';
import type { HoldWire } from '@rondo/contract';
import { fixedAccount, fixedBot } from '../../workbench/samples.ts';
import { badKeysOf, heldBotsOf } from './attention.ts';

const hold = (change: Partial<HoldWire>): HoldWire => ({
  by: 'grant',
  level: 'entries',
  reason: 'approval',
  until: null,
  ...change,
});
const titlesWith = (holds: readonly HoldWire[]) =>
  heldBotsOf([{ ...fixedBot, holds: [...holds] }]).map(({ title }) => title);

test('a hold of the operator, of a lost key, of a message and the lock of the loss guard ask for attention', () => {
  expect(titlesWith([])).toEqual([]);
  expect(titlesWith([hold({})])).toEqual([fixedBot.title]);
  expect(titlesWith([hold({ by: 'key', reason: 'revoked' })])).toEqual([fixedBot.title]);
  expect(titlesWith([hold({ by: 'user', reason: 'webhook' })])).toEqual([fixedBot.title]);
  expect(titlesWith([hold({ by: 'guard', reason: 'loss' })])).toEqual([fixedBot.title]);
});

test('a hold that the person has set, and the wait after a stop loss, ask for no attention', () => {
  expect(titlesWith([hold({ by: 'user', reason: 'user' })])).toEqual([]);
  expect(titlesWith([hold({ by: 'guard', reason: 'stop_loss', until: '2026-03-01T09:05:00.000Z' })])).toEqual([]);
});

test('a refused, deleted or revoked key and a key that may withdraw ask for attention', () => {
  const problemOf = (change: Partial<typeof fixedAccount>) =>
    badKeysOf([{ ...fixedAccount, ...change }]).map(({ problem }) => problem);
  expect(problemOf({})).toEqual([]);
  expect(problemOf({ key_state: 'none' })).toEqual([]);
  expect(problemOf({ key_state: 'refused' })).toEqual(['refused']);
  expect(problemOf({ key_state: 'missing' })).toEqual(['missing']);
  expect(problemOf({ key_state: 'revoked' })).toEqual(['revoked']);
  expect(problemOf({ permissions: ['withdraw'] })).toEqual(['withdraw']);
});
