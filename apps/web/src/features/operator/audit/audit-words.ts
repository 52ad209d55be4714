// Texts of the action and the subject of an audit line.
import type { AuditEntryWire } from '@rondo/contract';
import type { Translator } from '../../../i18n/translate.ts';

/** Returns the text of an action. For an unknown action of a newer server, the text is the name of the action. */
export const actionText = ({ tryText }: Translator, { action }: Pick<AuditEntryWire, 'action'>): string =>
  tryText(`operator.action.${action}`, {}) ?? action;

/** Returns the e-mail of the person, or the stored id when the person has no user account. */
export const subjectText = ({ subject_email: email, subject_id: id }: AuditEntryWire): string => email ?? id ?? '';
