// Tests in the browser that a page with all Korean texts loads one Korean font file, and that only Russian loads the rule of the Russian letters.
import { expect, test, vi } from 'vitest';
import { render } from 'vitest-browser-react';
import { loadFonts } from '../../src/i18n/fonts.ts';

/** The modules of all Korean texts. */
const koreanTexts = import.meta.glob<string>('../../src/i18n/ko/**/*.ts', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Returns the ranges of the font files of a typeface that the page has begun to load. The fonts of the system that stand in for it have other names. */
const loadedRanges = (family: string): readonly string[] =>
  [...document.fonts]
    .filter((face) => face.family.replaceAll('"', '') === family && face.status !== 'unloaded')
    .map(({ unicodeRange }) => unicodeRange);

const Korean = ({ text }: { readonly text: string }) => (
  <p lang="ko" style={{ fontFamily: 'var(--font)' }}>
    {text}
  </p>
);

test('a page with all Korean texts loads one Korean file, and a rare syllable in a name loads one more', async () => {
  await loadFonts('ko');
  const texts = Object.values(koreanTexts).join('');
  expect(texts).toMatch(/[가-힣]{2}/);
  await render(<Korean text={texts} />);
  await vi.waitFor(() => expect(loadedRanges('Pretendard Variable')).toHaveLength(1));
  await document.fonts.ready;
  expect(loadedRanges('Pretendard Variable')).toHaveLength(1);
  await render(<Korean text="뙨" />);
  await vi.waitFor(() => expect(loadedRanges('Pretendard Variable')).toHaveLength(2));
});

test('only the language Russian loads the rule of the file with the Russian letters', async () => {
  const russianRules = (): readonly FontFace[] =>
    [...document.fonts].filter(
      ({ family, unicodeRange }) => family.includes('Inter Variable') && unicodeRange.includes('U+410-44F'),
    );
  for (const language of ['en', 'ko', 'zh', 'ja'] as const) await loadFonts(language);
  expect(russianRules()).toEqual([]);
  await loadFonts('ru');
  await vi.waitFor(() => expect(russianRules()).toHaveLength(1));
});
