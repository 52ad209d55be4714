// Tests of the rendered guide: every page in every language, its links, and that it needs no script of the product.
import { expect, test } from 'vitest';
import { catalogue as ko } from '../../i18n/ko/catalogue.ts';
import { languages } from '../../i18n/language.ts';
import { guidePicture } from './guide-article.tsx';
import { guidePages } from './guide-outline.ts';
import { renderGuide } from './render-guide.tsx';

const pages = renderGuide(() => ({
  styles: ['/assets/product.css', '/assets/guide.css'],
  theme: '/assets/theme.js',
  picture: (slug, language) => (slug === 'cycles' ? `/assets/${slug}-${language}.webp` : null),
}));
const known = new Set(pages.map(({ path }) => path));

test('the guide has ten pages and its contents in five languages', () => {
  expect(guidePages).toHaveLength(10);
  expect(known.size).toBe(languages.length * (guidePages.length + 1));
});

test.each(pages.map((page) => [page.path, page] as const))(
  'the page %s is readable without a script, in its own language, and each of its links has a target',
  (_, { html, language }) => {
    expect(html.startsWith(`<!doctype html><html lang="${language}">`)).toBe(true);
    // The only script is the file that sets the theme. The policy of the server refuses inline scripts.
    expect(html.match(/<script[^>]*>/g)).toEqual(['<script src="/assets/theme.js">']);
    expect(html.match(/<h1>/g)).toHaveLength(1);
    expect(html).not.toContain('style="');
    const links = [...html.matchAll(/ href="(\/guide[^"]*)"/g)].map((match) => match[1] ?? '');
    expect(links.length).toBeGreaterThan(guidePages.length);
    expect(links.filter((link) => !known.has(link))).toEqual([]);
  },
);

test('a page shows its picture with its size, so that nothing moves while the picture is loaded', () => {
  const cycles = pages.find(({ path }) => path === '/guide/ko/cycles')?.html ?? '';
  const [tag = ''] = /<img[^>]*>/.exec(cycles) ?? [];
  expect(tag).toContain(`alt="${ko['guide.cycles.picture']}" loading="lazy"`);
  expect(tag).toContain(`width="${guidePicture.width}" height="${guidePicture.height}"`);
  expect(pages.find(({ path }) => path === '/guide/ko/risk')?.html).not.toContain('<img');
});

test('the steps of a text are a numbered list', () => {
  const linking = pages.find(({ path }) => path === '/guide/en/linking')?.html ?? '';
  const [, list = ''] = /<section id="how"[^>]*>.*?<ol>(.*?)<\/ol>/.exec(linking) ?? [];
  expect(list.match(/<li>/g)).toHaveLength(5);
});
