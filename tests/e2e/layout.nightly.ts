// Tests every screen in each language, in both themes: windows of 320, 360 and 1280 px, and a text size of 200 %.
import { beforeEach, test } from 'vitest';
import { openBrowser } from './support/browser.ts';
import { allFaults, expectNoFaults, largeText, type Tour } from './support/screen-checks.ts';
import { openSessions } from './support/screens.ts';
import { useStillProduct } from './support/still-product.ts';

const languages = ['en', 'ko', 'ru', 'zh', 'ja'] as const;

let tour: Omit<Tour, 'check'>;

useStillProduct(({ product, browser, sessions }) => {
  tour = { browser, origin: product.origin, sessions };
});

// A session has no refresh cookie, so it ends with its access token, and all tests together take longer.
beforeEach(async () => {
  tour = { ...tour, sessions: await openSessions(tour.browser, tour.origin) };
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

test.each(languages)(
  'every screen in the language %s follows the accessibility rules in both themes and fits a window of 320 px',
  async (language) => {
    await expectNoFaults({ width: 320, theme: 'dark', language }, { ...tour, check: allFaults });
  },
);

test.each(languages.flatMap((language) => ([320, 360, 1280] as const).map((width) => [language, width] as const)))(
  'with a text size of 200 % every screen in the language %s follows the accessibility rules and fits a window of %i px',
  async (language, width) => {
    const browser = await openBrowser({ textSize: largeText });
    try {
      await expectNoFaults({ width, theme: 'dark', language }, { ...tour, browser, check: allFaults });
    } finally {
      await browser.close();
    }
  },
);
