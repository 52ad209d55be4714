// Tests after which errors the card of a bot offers the choices of a recovery.
import { expect, test } from 'vitest';
import { fixedBot } from '../../../../workbench/samples.ts';
import { recoverableError } from './recoverable-error.ts';

test('the owner recovers a running bot after a missed entry or a reduction by hand, and after no other error', () => {
  const failed = { ...fixedBot, phase: 'error' } as const;
  expect(recoverableError({ ...failed, end_reason: 'entry_missed' })).toBe('entry_missed');
  expect(recoverableError({ ...failed, end_reason: 'reduced_externally' })).toBe('reduced_externally');
  expect(recoverableError({ ...failed, end_reason: 'frozen' })).toBeNull();
  expect(recoverableError({ ...failed, end_reason: 'entry_missed', status: 'completed' })).toBeNull();
  expect(recoverableError({ ...fixedBot, end_reason: 'entry_missed' })).toBeNull();
});
