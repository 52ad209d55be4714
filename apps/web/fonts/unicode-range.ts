// The ranges of code points of a font file, in the syntax of the CSS descriptor `unicode-range`.

/** Returns the characters as ranges in ascending order, e.g. `U+61-63,U+78`. */
export function unicodeRange(characters: readonly string[]): string {
  const ranges: { readonly from: number; to: number }[] = [];
  for (const code of characters.map(codeOf).toSorted((a, b) => a - b)) {
    const last = ranges.at(-1);
    if (last !== undefined && code <= last.to + 1) last.to = code;
    else ranges.push({ from: code, to: code });
  }
  return ranges.map(({ from, to }) => `U+${hex(from)}${to === from ? '' : `-${hex(to)}`}`).join(',');
}

function codeOf(character: string): number {
  return character.codePointAt(0) ?? 0;
}

function hex(code: number): string {
  return code.toString(16).toUpperCase();
}
