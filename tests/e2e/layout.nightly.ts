// Tests every screen in the sizes, themes and languages that `npm test` does not test: both widths in both themes and in all languages, a window of 320 px, and a text size of 200 %.
import { test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { allFaults, expectNoFaults, layoutFaults, type Tour } from './support/screen-checks.ts';
import { useStillProduct } from './support/still-product.ts';

let tour: Omit<Tour, 'check'>;

useStillProduct(({ product, browser, sessions }) => {
  tour = { browser, origin: product.origin, sessions };
});

test.each([360, 1280] as const)(
  'every screen follows the accessibility rules in both themes and fits a window of %i px',
  async (width) => {
    await expectNoFaults({ width, theme: 'dark' }, { ...tour, check: allFaults });
  },
);

test.each(['ko', 'ru', 'zh', 'ja'].flatMap((language) => [[language, 360] as const, [language, 1280] as const]))(
  'every screen in the language %s follows the accessibility rules in both themes and fits a window of %i px',
  async (language, width) => {
    await expectNoFaults({ width, theme: 'dark', language }, { ...tour, check: allFaults });
  },
);

test('every screen fits a window of 320 px, and every text is completely visible', async () => {
  await expectNoFaults({ width: 320, theme: 'light' }, { ...tour, check: layoutFaults });
});

test.each([360, 1280] as const)(
  'with a text size of 200 % every screen fits a window of %i px, and every text is completely visible',
  async (width) => {
    const browser = await openBrowser({ textSize: 32 });
    try {
      await expectNoFaults({ width, theme: 'light' }, { ...tour, browser, check: layoutFaults });
    } finally {
      await browser.close();
    }
  },
);
