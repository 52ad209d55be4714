// t(): from a key and its values to text in one language.
import type { MessageKey, Texts, ValuesFor } from './catalogue.ts';
import type { Language } from './language.ts';
import { fillPlaceholders, pickForm, type Message } from './message.ts';

export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesFor<Key>) => string;

export type Translator = {
  /** Throws for a key whose part was not loaded: `TextsOf` above the page loads it. */
  readonly t: Translate;
  /** For keys that come from outside (log lines, error codes): the text, or undefined when there is no such key. */
  readonly tryText: (key: string, values: Readonly<Record<string, string>>) => string | undefined;
};

/** Makes the translator of one language; counts choose the plural form and are printed in the language's digits. */
export const createTranslator = (language: Language, texts: Texts): Translator => {
  const rules = new Intl.PluralRules(language);
  const numbers = new Intl.NumberFormat(language);
  const render = (message: Message, values: Readonly<Record<string, string | number>>): string => {
    const printed = Object.fromEntries(
      Object.entries(values).map(([name, value]) => [name, typeof value === 'number' ? numbers.format(value) : value]),
    );
    if (typeof message === 'string') return fillPlaceholders(message, printed);
    return fillPlaceholders(pickForm(message, Number(values['count']), rules), printed);
  };
  const messages: Readonly<Record<string, Message | undefined>> = texts;
  return {
    t: (key, ...values) => {
      const message = messages[key];
      if (message === undefined) throw new Error(`the text ${key} is not loaded`);
      return render(message, values[0] ?? {});
    },
    tryText: (key, values) => {
      const message = messages[key];
      return message === undefined ? undefined : render(message, values);
    },
  };
};
