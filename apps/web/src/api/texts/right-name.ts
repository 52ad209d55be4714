// Names of the rights of a trading key in the user's language.
import type { Translator } from '../../i18n/translate.ts';

/** Returns the name of a right, or the word of the exchange when the catalogue does not have it. */
export const rightName = ({ tryText }: Pick<Translator, 'tryText'>, right: string): string =>
  tryText(`connection.right.${right}`, {}) ?? right;
