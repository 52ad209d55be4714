// What a translated message is, and how a call to t() is typed from the English text: every placeholder must be given.

/** A text with forms by number; the number is the placeholder `count`. */
export type PluralMessage = Readonly<Partial<Record<Intl.LDMLPluralRule, string>>> & { readonly other: string };
export type Message = string | PluralMessage;

/** The shape of one section in another language: the same keys, plural where the English is. */
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

/** Puts the values into the text; an unknown placeholder stays as it is. */
export const fillPlaceholders = (text: string, values: Readonly<Record<string, string>>): string =>
  text.replaceAll(/\{(\w+)\}/g, (whole, name: string) => values[name] ?? whole);

/** The form for this number in this language; `other` when the language has no special one. */
export const pickForm = (message: PluralMessage, count: number, rules: Intl.PluralRules): string =>
  message[rules.select(count)] ?? message.other;
