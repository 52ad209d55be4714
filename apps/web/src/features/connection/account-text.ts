// A sentence about one of several accounts says which.
import type { Translate } from '../../i18n/translate.ts';

/** The sentence with the account's name before it; alone when there is no other account. */
export const ofAccount = (t: Translate, name: string | null, text: string): string =>
  name === null ? text : t('connection.ofAccount', { name, text });
