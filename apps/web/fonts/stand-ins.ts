// Fonts of the system that are shown until the file of a typeface has arrived. Their size is adjusted to the width of the typeface, so that the lines of a text keep their
// breaks when the file arrives.
import { cyrillicFaces, interFaces } from './faces.ts';

/** A font of the system. `percent` is the width of the typeface in percent of the width of this font, measured in Chromium with the texts of the landing page. */
interface StandIn {
  readonly family: string;
  readonly weights: '400 500' | '600 700';
  /** The names of the same font on different systems. */
  readonly names: readonly string[];
  readonly percent: number;
}

const interStandIns: readonly StandIn[] = [
  { family: 'Inter Arial', weights: '400 500', names: ['Arial', 'Liberation Sans'], percent: 106.2 },
  { family: 'Inter Arial', weights: '600 700', names: ['Arial Bold', 'Liberation Sans Bold'], percent: 101.8 },
  { family: 'Inter Roboto', weights: '400 500', names: ['Roboto', 'Roboto Regular'], percent: 107.3 },
  { family: 'Inter Roboto', weights: '600 700', names: ['Roboto Bold', 'Roboto'], percent: 107.3 },
  { family: 'Inter DejaVu', weights: '400 500', names: ['DejaVu Sans'], percent: 93.5 },
  { family: 'Inter DejaVu', weights: '600 700', names: ['DejaVu Sans Bold'], percent: 84.6 },
];

/** A syllable of Pretendard is 0.864 em wide, and one of Noto Sans is 0.92 em wide. */
const koreanStandIns: readonly StandIn[] = [
  { family: 'Pretendard Noto', weights: '400 500', names: ['Noto Sans CJK KR', 'Noto Sans KR'], percent: 93.9 },
  {
    family: 'Pretendard Noto',
    weights: '600 700',
    names: ['Noto Sans CJK KR Bold', 'Noto Sans KR Bold'],
    percent: 93.9,
  },
];

/** The ascent and the descent of Inter, in percent of its size. */
const inter = { ascent: 96.9, descent: 24.1 };

const syllables = 'U+AC00-D7A3';

/** Returns the rules of the stand-ins of Inter, for the characters of all its files. A Russian name on a page in another language has a stand-in. */
export function interStandInRules(texts: string): readonly string[] {
  const range = [...cyrillicFaces(), ...interFaces(texts)].map((face) => face.range).join(',');
  return interStandIns.map((each) => ruleOf(each, range));
}

/** Returns the rules of the stand-ins of the Korean typeface. */
export function koreanStandInRules(): readonly string[] {
  return koreanStandIns.map((each) => ruleOf(each, syllables));
}

/** The browser multiplies ascent and descent with the adjusted size, so they are divided by it. */
function ruleOf({ family, weights, names, percent }: StandIn, range: string): string {
  const source = names.map((name) => `local('${name}')`).join(',');
  const scaled = (value: number): string => `${((value / percent) * 100).toFixed(1)}%`;
  const metrics = `size-adjust:${percent}%;ascent-override:${scaled(inter.ascent)};descent-override:${scaled(inter.descent)};line-gap-override:0%`;
  return `@font-face{font-family:'${family}';font-weight:${weights};src:${source};${metrics};unicode-range:${range}}`;
}
