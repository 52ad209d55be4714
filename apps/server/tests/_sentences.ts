// Returns the text that the web app shows for a message key: one sentence in each of the five languages, with the values filled in.
import { errors as enErrors } from '../../web/src/i18n/en/site/errors.ts';
import { consent as enConsent } from '../../web/src/i18n/en/exchanges/consent.ts';
import { link as en } from '../../web/src/i18n/en/exchanges/link.ts';
import { errors as jaErrors } from '../../web/src/i18n/ja/site/errors.ts';
import { consent as jaConsent } from '../../web/src/i18n/ja/exchanges/consent.ts';
import { link as ja } from '../../web/src/i18n/ja/exchanges/link.ts';
import { errors as koErrors } from '../../web/src/i18n/ko/site/errors.ts';
import { consent as koConsent } from '../../web/src/i18n/ko/exchanges/consent.ts';
import { link as ko } from '../../web/src/i18n/ko/exchanges/link.ts';
import { fillPlaceholders, type Message } from '../../web/src/i18n/message.ts';
import { errors as ruErrors } from '../../web/src/i18n/ru/site/errors.ts';
import { consent as ruConsent } from '../../web/src/i18n/ru/exchanges/consent.ts';
import { link as ru } from '../../web/src/i18n/ru/exchanges/link.ts';
import { errors as zhErrors } from '../../web/src/i18n/zh/site/errors.ts';
import { consent as zhConsent } from '../../web/src/i18n/zh/exchanges/consent.ts';
import { link as zh } from '../../web/src/i18n/zh/exchanges/link.ts';

const texts: Readonly<Record<string, Readonly<Record<string, Message>>>> = {
  en: { ...en, ...enConsent, ...enErrors },
  ko: { ...ko, ...koConsent, ...koErrors },
  ru: { ...ru, ...ruConsent, ...ruErrors },
  zh: { ...zh, ...zhConsent, ...zhErrors },
  ja: { ...ja, ...jaConsent, ...jaErrors },
};

/** Returns the sentences, English first. Throws when a language has no sentence, when a placeholder has no value, or when two languages have the same text. */
export function sentencesOf(messageKey: string, parameters: Readonly<Record<string, string>>): readonly string[] {
  const sentences = Object.entries(texts).map(([language, messages]) => {
    const message = messages[messageKey];
    if (typeof message !== 'string') throw new Error(`The language ${language} has no sentence for ${messageKey}.`);
    const sentence = fillPlaceholders(message, parameters);
    if (/[{}]/.test(sentence)) throw new Error(`A placeholder has no value in the language ${language}: ${sentence}`);
    return sentence;
  });
  if (new Set(sentences).size < sentences.length)
    throw new Error(`Two languages have the same text: ${sentences.join(' | ')}`);
  return sentences;
}
