// Adds the account's name to a message when several accounts are linked.
import type { Translate } from '../../i18n/translate.ts';

/** Returns the text with the name of the account before it, or only the text when the name is null. */
export const withAccountName = (t: Translate, name: string | null, text: string): string =>
  name === null ? text : t('connection.ofAccount', { name, text });
