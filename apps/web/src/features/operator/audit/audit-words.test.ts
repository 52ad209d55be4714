// Tests of the texts of audit lines.
import { expect, test } from 'vitest';
import type { AuditEntryWire } from '@rondo/contract';
import { operator } from '../../../i18n/en/site/operator.ts';
import { createTranslator } from '../../../i18n/translate.ts';
import { actionText, subjectText } from './audit-words.ts';

const entry: AuditEntryWire = {
  id: 1,
  at: 0,
  actor_id: null,
  actor_email: null,
  action: 'user.approve',
  subject_id: 'u1',
  subject_email: 'mina@rondo.test',
  detail: '',
  hash: '',
};

test('an unknown action is shown by its name, and a person without a user account is shown by the id', () => {
  const translator = createTranslator('en', operator);
  expect(actionText(translator, entry)).toBe('Approved');
  expect(actionText(translator, { action: 'user.renamed' })).toBe('user.renamed');
  expect(subjectText(entry)).toBe('mina@rondo.test');
  expect(subjectText({ ...entry, subject_email: null })).toBe('u1');
  expect(subjectText({ ...entry, subject_email: null, subject_id: null })).toBe('');
});
