// Tests the pictures of the guide: which pages and languages have one, and their sizes.
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, test } from 'vitest';
import { guidePicture } from '../src/features/guide/guide-article.tsx';
import { guidePages } from '../src/features/guide/guide-outline.ts';
import { languages } from '../src/i18n/language.ts';
import { webpSize } from './support/webp-size.ts';

const pictures = path.join(import.meta.dirname, '../src/features/guide/pictures');

/** The largest sizes in bytes, of one picture and of all pictures. The picture of the form has the plan in words, with many signs in Japanese. */
const pictureBytes = 110_000;
const picturesBytes = 2_000_000;

test('each of the eight pages about the use of bots has a picture in each language, of the size that the page reserves', () => {
  const pictured = guidePages.filter(({ picture }) => picture !== undefined).map(({ slug }) => slug);
  expect(pictured).toEqual(guidePages.slice(0, 8).map(({ slug }) => slug));
  let sum = 0;
  for (const language of languages) {
    const folder = path.join(pictures, language);
    expect(readdirSync(folder).toSorted()).toEqual(pictured.map((slug) => `${slug}.webp`).toSorted());
    for (const slug of pictured) {
      const file = readFileSync(path.join(folder, `${slug}.webp`));
      expect(webpSize(file)).toEqual([guidePicture.width, guidePicture.height]);
      expect(file.length).toBeLessThanOrEqual(pictureBytes);
      sum += file.length;
    }
  }
  expect(sum).toBeLessThanOrEqual(picturesBytes);
});
