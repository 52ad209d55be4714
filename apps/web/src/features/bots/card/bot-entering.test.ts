// Tests whether the card of a bot names a next entry and offers the choices of a recovery.
import { expect, test } from 'vitest';
import { fixedBot } from '../../../workbench/samples.ts';
import { maySendEntries, recoverableError } from './bot-entering.ts';

const hold = { by: 'grant', reason: 'approval', until: null } as const;

test('a bot may send entries while no error, no hold of the entries and no trading state prevents them', () => {
  expect(maySendEntries(fixedBot)).toBe(true);
  expect(maySendEntries({ ...fixedBot, trading: null })).toBe(true);
  expect(maySendEntries({ ...fixedBot, holds: [{ ...hold, level: 'rounds' }] })).toBe(true);
  expect(maySendEntries({ ...fixedBot, holds: [{ ...hold, level: 'entries' }] })).toBe(false);
  expect(maySendEntries({ ...fixedBot, phase: 'error' })).toBe(false);
  expect(maySendEntries({ ...fixedBot, trading: { state: 'halted', ends_at: null } })).toBe(false);
});

test('the owner recovers a running bot after a missed entry or a reduction by hand, and after no other error', () => {
  const failed = { ...fixedBot, phase: 'error' } as const;
  expect(recoverableError({ ...failed, end_reason: 'entry_missed' })).toBe('entry_missed');
  expect(recoverableError({ ...failed, end_reason: 'reduced_externally' })).toBe('reduced_externally');
  expect(recoverableError({ ...failed, end_reason: 'frozen' })).toBeNull();
  expect(recoverableError({ ...failed, end_reason: 'entry_missed', status: 'completed' })).toBeNull();
  expect(recoverableError({ ...fixedBot, end_reason: 'entry_missed' })).toBeNull();
});
