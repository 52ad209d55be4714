// Creates the functions that return the text of a key in one language, with the values in the text.
import type { MessageKey, Texts, ValuesFor } from './catalogue.ts';
import type { Language } from './language.ts';
import { dateLocaleOf, longDateOf } from '../lib/numbers/dates.ts';
import { whenUsed } from '../lib/numbers/format.ts';
import { fillPlaceholders, pickForm, type Message } from './message.ts';

export type Translate = <Key extends MessageKey>(key: Key, ...values: ValuesFor<Key>) => string;

export type Translator = {
  /** Returns the text of a key. Throws when the part of the catalogue with this key is not loaded. `TextsOf` loads a part. */
  readonly t: Translate;
  /** Returns the text of a key that comes from the server (log lines, error codes, reasons), or undefined for an unknown key. */
  readonly tryText: (key: string, values: Readonly<Record<string, string | number>>) => string | undefined;
};

const isoDay = /^\d{4}-\d{2}-\d{2}$/;

/** Creates the translator of one language. The value `count` selects the plural form. Numbers in the values, and the value `day` as YYYY-MM-DD, are formatted in the language. */
export const createTranslator = (language: Language, texts: Texts): Translator => {
  // The formats are made when a text needs them, because most texts need none and a format takes about a millisecond on a phone.
  const rules = whenUsed(() => new Intl.PluralRules(language));
  const numbers = whenUsed(() => new Intl.NumberFormat(language));
  const days = whenUsed(
    () => new Intl.DateTimeFormat(dateLocaleOf(language), { ...longDateOf(language), timeZone: 'UTC' }),
  );
  const print = (name: string, value: string | number): string => {
    if (typeof value === 'number') return numbers().format(value);
    return name === 'day' && isoDay.test(value) ? days().format(Date.parse(value)) : value;
  };
  const render = (message: Message, values: Readonly<Record<string, string | number>>): string => {
    const printed = Object.fromEntries(Object.entries(values).map(([name, value]) => [name, print(name, value)]));
    if (typeof message === 'string') return fillPlaceholders(message, printed);
    return fillPlaceholders(pickForm(message, Number(values['count']), rules()), printed);
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
