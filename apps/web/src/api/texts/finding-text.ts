// Texts of preflight findings in the user's language. The parameters of a finding are also translated.
import { findingWords, type Finding } from '@rondo/contract';
import type { Translator } from '../../i18n/translate.ts';

const camelCase = (word: string): string => word.replaceAll(/[ -](\w)/g, (_, initial: string) => initial.toUpperCase());

const isWord = (value: string): boolean => findingWords.some((word) => word === value);

/** Returns the text of a finding, or the server's English message when the catalogue does not have it. */
export const findingText = ({ tryText }: Pick<Translator, 'tryText'>, finding: Finding): string => {
  const values = Object.entries(finding.parameters).map(([name, value]) => [
    name,
    isWord(value) ? (tryText(`preflight.word.${camelCase(value)}`, {}) ?? value) : value,
  ]);
  return tryText(finding.message_key, Object.fromEntries(values) as Finding['parameters']) ?? finding.message; // the cast is safe because all entries are pairs of texts
};
