// The terms of the screens that have an explanation.
import type { terms } from './en/site/terms.ts';

type TermKey = keyof typeof terms;
/** A term with an explanation: the last part of its text key. */
export type Term = { readonly [Key in TermKey]: Key extends `term.${infer Name}` ? Name : never }[TermKey];
