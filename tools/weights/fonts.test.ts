// Tests that the font files of a language are found in the style sheets of a build.
import { expect, test } from 'vitest';
import { fontRulesIn, loadedFonts } from './fonts.ts';

const sheet = `
@font-face{font-family:'Inter Arial';src:local('Arial');unicode-range:U+20-7E}
@font-face{font-family:'Inter Variable';src:url(/assets/latin.woff2) format('woff2');unicode-range:U+20-7E,U+2212}
@font-face{font-family:'Pretendard Variable';src:url("/assets/rare.woff2");unicode-range:U+AC0?-AC3F}
@font-face{font-family:'Pretendard Variable';src:url(/assets/written.woff2);unicode-range:U+AC01}
`;

test('the rules of font files are found with their ranges, and the fonts of the system are left out', () => {
  expect(fontRulesIn(sheet)).toEqual([
    {
      file: 'assets/latin.woff2',
      ranges: [
        [0x20, 0x7e],
        [0x2212, 0x2212],
      ],
    },
    { file: 'assets/rare.woff2', ranges: [[0xac00, 0xac3f]] },
    { file: 'assets/written.woff2', ranges: [[0xac01, 0xac01]] },
  ]);
});

test('a text loads each file with one of its characters once, and of two files with a character the last one', () => {
  const rules = fontRulesIn(sheet);
  expect(loadedFonts(rules, 'ab \u2212 \u4E00')).toEqual(['assets/latin.woff2']);
  expect(loadedFonts(rules, 'a\uAC01')).toEqual(['assets/latin.woff2', 'assets/written.woff2']);
  expect(loadedFonts(rules, '\uAC02')).toEqual(['assets/rare.woff2']);
});
