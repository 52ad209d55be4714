// Tests the font files of the web app: their ranges, and that one file has every syllable of the Korean texts.
import { expect, test } from 'vitest';
import { cyrillicFaces, interFaces, koreanFaces } from '../fonts/faces.ts';
import { interStandInRules, koreanStandInRules } from '../fonts/stand-ins.ts';
import { unicodeRange } from '../fonts/unicode-range.ts';

test('neighbouring characters are one range, and a repeated character is named once', () => {
  expect(unicodeRange(['c', 'x', 'a', 'b', 'a'])).toBe('U+61-63,U+78');
  expect(unicodeRange([])).toBe('');
});

test('the last Korean file has exactly the syllables of the texts, and the other files have none of them', () => {
  const faces = koreanFaces('봇을 시작 (start) 봇');
  expect(faces.at(-1)).toMatchObject({ characters: ['봇', '시', '을', '작'], range: 'U+BD07,U+C2DC,U+C744,U+C791' });
  const rest = faces.slice(0, -1).flatMap(({ characters }) => characters);
  // 2,350 is the number of syllables of the standard KS X 1001.
  expect(rest).toHaveLength(2_350 - 4);
  expect(rest).not.toContain('봇');
});

test('Latin has the signs of the texts that its font has, Russian has all letters, and neither has a Korean syllable', () => {
  const [russian, latin] = [...cyrillicFaces(), ...interFaces('봇 −12 % …')];
  expect(latin?.characters).toEqual(expect.arrayContaining(['−', '…', 'A', '%', 'é']));
  expect(latin?.characters).not.toContain('봇');
  expect(russian?.range).toBe('U+401,U+410-44F,U+451,U+2116');
});

test('a font of the system stands in for the characters of the files only, with the size and the lines of the typeface', () => {
  const rules = interStandInRules('a');
  const [russian, latin] = [...cyrillicFaces(), ...interFaces('a')];
  for (const rule of rules) expect(rule).toContain(`unicode-range:${russian?.range},${latin?.range}}`);
  const size = 'size-adjust:106.2%;ascent-override:91.2%;descent-override:22.7%;line-gap-override:0%';
  expect(rules[0]).toContain(`font-weight:400 500;src:local('Arial'),local('Liberation Sans');${size};`);
  expect(koreanStandInRules().every((rule) => rule.endsWith('unicode-range:U+AC00-D7A3}'))).toBe(true);
});
