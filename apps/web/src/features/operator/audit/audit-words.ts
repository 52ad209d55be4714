// What was done, in the reader's words.
import type { AuditEntryWire } from '@rondo/contract';
import type { Translator } from '../../../i18n/translate.ts';

/** An act that came with a later server keeps the name it was written with. */
export const actionText = ({ tryText }: Translator, { action }: Pick<AuditEntryWire, 'action'>): string =>
  tryText(`operator.action.${action}`, {}) ?? action;

/** Whoever has an account is named by the e-mail; the others by the id that was written. */
export const subjectText = ({ subject_email: email, subject_id: id }: AuditEntryWire): string => email ?? id ?? '';
