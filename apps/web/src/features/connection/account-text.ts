// Adds the account's name to a message when several accounts are linked.
import type { Translate } from '../../i18n/translate.ts';

/** Returns the name of the account followed by the text. Returns only the text when the name is null. */
export const withAccountName = (t: Translate, name: string | null, text: string): string =>
  name === null ? text : t('connection.ofAccount', { name, text });
