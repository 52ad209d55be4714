// The font files of the web app and the characters of each file. A page then loads one small file per typeface.
import { unicodeRange } from './unicode-range.ts';

/** One font file that is cut out of a font of a package. */
export interface Face {
  readonly family: string;
  /** The font that has the characters: a font of the typeface Inter, or Pretendard. */
  readonly font: 'latin' | 'cyrillic' | 'korean';
  readonly characters: readonly string[];
  /** The characters for which the browser loads the file, in the syntax of `unicode-range`. */
  readonly range: string;
}

const hangul = /[\uAC00-\uD7A3]/;
/** The Russian letters and the number sign. */
const cyrillic = [...charactersBetween(0x410, 0x44f), '\u0401', '\u0451', '\u2116'];
/** The characters of the Latin file of the package, without combining marks. */
const latin =
  /[\u0020-\u007E\u00A0-\u00FF\u0131\u0152\u0153\u02BB\u02BC\u02C6\u02DA\u02DC\u2000-\u206F\u20AC\u2122\u2191\u2193\u2212\u2215]/;

/** The syllables that the product does not write are in this number of files, which a browser loads only for the names that people type. */
const rareFiles = 4;

/** Returns the file of the typeface Inter with the Latin and the Western European letters. Other letters have the typeface of the system. */
export function interFaces(texts: string): readonly Face[] {
  const written = new Set(texts);
  const western = charactersBetween(0x20, 0xff).filter((each) => latin.test(each));
  const signs = [...new Set([...western, ...[...written].filter((each) => latin.test(each))])];
  return [face('Inter Variable', 'latin', signs)];
}

/** Returns the file of the typeface Inter with the Russian letters. Only a page in Russian has its rule. */
export function cyrillicFaces(): readonly Face[] {
  return [face('Inter Variable', 'cyrillic', cyrillic)];
}

/**
 * Returns the files of the Korean typeface. The last file has the syllables of the texts; a browser prefers it where ranges overlap. The files before it have the
 * other syllables of the standard KS X 1001.
 */
export function koreanFaces(texts: string): readonly Face[] {
  const written = [...new Set(texts)].filter((each) => hangul.test(each));
  const known = new Set(written);
  const rare = standardSyllables().filter((each) => !known.has(each));
  const size = Math.ceil(rare.length / rareFiles);
  const rest = Array.from({ length: rareFiles }, (_, index) => {
    const part = rare.slice(index * size, (index + 1) * size);
    const ends = [part[0] ?? '', part.at(-1) ?? ''].map((each) => each.codePointAt(0) ?? 0);
    return { ...koreanFace(part), range: unicodeRange(charactersBetween(ends[0] ?? 0, ends[1] ?? 0)) };
  });
  return [...rest, koreanFace(written)];
}

/** Returns the 2,350 syllables of KS X 1001, in ascending order. */
function standardSyllables(): readonly string[] {
  const decoder = new TextDecoder('euc-kr');
  const rows = Array.from({ length: 0xc8 - 0xb0 + 1 }, (_, index) => 0xb0 + index);
  const cells = Array.from({ length: 0xfe - 0xa1 + 1 }, (_, index) => 0xa1 + index);
  const all = rows.flatMap((row) => cells.map((cell) => decoder.decode(Uint8Array.of(row, cell))));
  return all.filter((each) => hangul.test(each)).toSorted();
}

function koreanFace(characters: readonly string[]): Face {
  return face('Pretendard Variable', 'korean', characters);
}

function face(family: string, font: Face['font'], characters: readonly string[]): Face {
  const sorted = characters.toSorted();
  return { family, font, characters: sorted, range: unicodeRange(sorted) };
}

function charactersBetween(from: number, to: number): readonly string[] {
  return Array.from({ length: to - from + 1 }, (_, index) => String.fromCodePoint(from + index));
}
