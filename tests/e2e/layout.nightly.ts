// Every screen in the sizes, themes and languages that `npm test` leaves out: both widths in both themes, and narrow in the four other languages.
import { test } from 'vitest';
import { allFaults, expectNoFaults, layoutFaults, type Tour } from './support/screen-checks.ts';
import { useStillProduct } from './support/still-product.ts';

let tour: Omit<Tour, 'check'>;

useStillProduct(({ product, browser, sessions }) => {
  tour = { browser, origin: product.origin, sessions };
});

test.each([360, 1280] as const)(
  'every screen at %i px keeps the accessibility rules in both themes and fits',
  async (width) => {
    await expectNoFaults({ width, theme: 'dark' }, { ...tour, check: allFaults });
  },
);

test.each(['ko', 'ru', 'zh', 'ja'])('every screen in %s fits 360 px and no word is cut off', async (language) => {
  await expectNoFaults({ width: 360, theme: 'dark', language }, { ...tour, check: layoutFaults });
});
