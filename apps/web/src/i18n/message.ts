// Types of translated messages. The types of the arguments of `t` come from the English text, so the compiler demands a value for every placeholder.

/** A text with plural forms. The placeholder `count` is the number that selects the form. */
export type PluralMessage = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Message = string | PluralMessage;

/** One section of texts in another language. It has the keys of the English section, and plural forms for the keys that have plural forms in English. */
export type Section<Base extends Readonly<Record<string, Message>>> = {
  readonly [Key in keyof Base]: Base[Key] extends string ? string : PluralMessage;
};

type NamesIn<Text extends string> = Text extends `${string}{${infer Name}}${infer Rest}` ? Name | NamesIn<Rest> : never;

/** The placeholders of a message, as a union of names. */
export type PlaceholdersOf<M> = M extends string
  ? NamesIn<M>
  : M extends { readonly other: infer Other extends string }
    ? 'count' | NamesIn<Other>
    : never;

/** Replaces the placeholders of a text by their values. A placeholder without a value remains in the text. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** Returns the plural form for a count, or the form `other` when the message does not have the form. */
export const pickForm = (message: PluralMessage, count: number, rules: Intl.PluralRules): string =>
  message[rules.select(count)] ?? message.other;
