// The search of the command palette: every word of the query must begin a word of the entry.
export type PaletteEntry = {
  readonly key: string;
  readonly text: string;
  readonly run: () => void;
};

const wordsOf = (text: string): readonly string[] =>
  text
    .toLowerCase()
    .split(/[\s,.:()·/-]+/u)
    .filter((word) => word !== '');

/** Returns the entries that match, in their order. In languages without spaces, a part of the text matches too. */
export const searchEntries = (entries: readonly PaletteEntry[], query: string): readonly PaletteEntry[] => {
  const wanted = wordsOf(query);
  return entries.filter(({ text }) => {
    const words = wordsOf(text);
    const whole = text.toLowerCase();
    return wanted.every(
      (part) => words.some((word) => word.startsWith(part)) || (/[^\p{ASCII}]/u.test(part) && whole.includes(part)),
    );
  });
};
