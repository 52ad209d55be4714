// The language of a visitor who has chosen none.

/** The language of a visitor whose browser names no known language (specification 2). */
const defaultLanguage = 'ko';

/** Returns the first known language of the header `accept-language`, in the order in which browsers write it. */
export function preferredLanguage(accepted: string | undefined, isKnown: (language: string) => boolean): string {
  const preferred = (accepted ?? '').split(',').map((part) => part.trim().slice(0, 2).toLowerCase());
  return preferred.find(isKnown) ?? defaultLanguage;
}
