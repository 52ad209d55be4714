// Tests whether the card of a bot names a next entry.
import { expect, test } from 'vitest';
import { fixedBot } from '../../../workbench/samples.ts';
import { maySendEntries } from './bot-entering.ts';

const hold = { by: 'grant', reason: 'approval', until: null } as const;

test('a bot may send entries while no error, no hold of the entries and no trading state prevents them', () => {
  expect(maySendEntries(fixedBot)).toBe(true);
  expect(maySendEntries({ ...fixedBot, trading: null })).toBe(true);
  expect(maySendEntries({ ...fixedBot, holds: [{ ...hold, level: 'rounds' }] })).toBe(true);
  expect(maySendEntries({ ...fixedBot, holds: [{ ...hold, level: 'entries' }] })).toBe(false);
  expect(maySendEntries({ ...fixedBot, phase: 'error' })).toBe(false);
  expect(maySendEntries({ ...fixedBot, trading: { state: 'halted', ends_at: null } })).toBe(false);
});
