// Texts of the action and the subject of an audit line.
import type { AuditEntryWire } from '@rondo/contract';
import type { Translator } from '../../../i18n/translate.ts';

/** Returns the text of an action; an unknown action of a newer server keeps its name. */
export const actionText = ({ tryText }: Translator, { action }: Pick<AuditEntryWire, 'action'>): string =>
  tryText(`operator.action.${action}`, {}) ?? action;

/** Returns the subject's e-mail, or the stored id when there is no account. */
export const subjectText = ({ subject_email: email, subject_id: id }: AuditEntryWire): string => email ?? id ?? '';
