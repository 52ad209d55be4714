// Finds the font files that a page with the texts of one language loads.

/** One font file of a style sheet, with the ranges of the characters for which a browser loads it. */
export interface FontRule {
  readonly file: string;
  readonly ranges: readonly (readonly [from: number, to: number])[];
}

const rule = /@font-face\s*\{([^}]*)\}/g;
const hexadecimal = 16;

/** Returns the rules of a style sheet that name a font file. The rules of the fonts of the system name none. */
export function fontRulesIn(sheet: string): readonly FontRule[] {
  return [...sheet.matchAll(rule)].flatMap(([, text = '']) => {
    const file = /url\(["']?\/?([^"')]+\.woff2)/.exec(text)?.[1];
    return file === undefined ? [] : [{ file, ranges: rangesIn(/unicode-range:\s*([^;]+)/.exec(text)?.[1] ?? '') }];
  });
}

/** Returns the files that a browser loads for these texts. The last rule with a character has it, as browsers choose. */
export function loadedFonts(rules: readonly FontRule[], texts: string): readonly string[] {
  const codes = [...new Set(texts)].map((character) => character.codePointAt(0) ?? 0);
  const files = codes.flatMap((code) => rules.findLast((each) => hasCode(each, code))?.file ?? []);
  return [...new Set(files)];
}

const hasCode = ({ ranges }: FontRule, code: number): boolean =>
  ranges.some(([from, to]) => code >= from && code <= to);

/** Reads ranges such as `U+61-63,U+78` and `U+4??`. */
function rangesIn(text: string): FontRule['ranges'] {
  return text.split(',').flatMap((part) => {
    const [first = '', last = first] = part.trim().replace(/^U\+/i, '').split('-');
    if (first === '') return [];
    const from = Number.parseInt(first.replaceAll('?', '0'), hexadecimal);
    return [[from, Number.parseInt(last.replaceAll('?', 'F'), hexadecimal)] as const];
  });
}
