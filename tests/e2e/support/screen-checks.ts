// Visits every screen and checks the accessibility rules in each theme. Also finds texts that are partly hidden, and elements that are too wide.
import axe from 'axe-core';
import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openBrowser, type PageOptions } from './browser.ts';
import { findLayoutFaults, takeWalk, walks, type Check, type Sessions } from './screens.ts';

/** The rules of WCAG 2.0 to 2.2, levels A and AA, and the best practices of axe. In the second theme, only the rules about colours are checked. */
const rulesOf = {
  dark: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa', 'best-practice'], fewest: 10 },
  light: { runOnly: ['color-contrast', 'link-in-text-block'], fewest: 1 },
} as const;
type Theme = keyof typeof rulesOf;
const shownPlaces = 3;
const mostAttempts = 3;

/** The product, the sessions of the roles, and the check that runs on each screen. */
export interface Tour {
  readonly browser: Browser;
  readonly origin: string;
  readonly sessions: Sessions;
  readonly check: Check;
}

/** Visits every screen and runs the check on the screen. Fails when a check finds a fault or a screen was not visited. */
export async function expectNoFaults(options: PageOptions, tour: Tour): Promise<void> {
  await expectNoFaultsIn(() => options, tour);
}

/** A text size of 200 %, in px. */
export const largeText = 32;

/**
 * The language, the width and the text size of each walk, by turns. Each language is seen in at least two widths and with each text size. layout.nightly.ts has every
 * language in every width with each text size.
 */
const pairs = [
  { language: 'en', width: 360 },
  { language: 'ko', width: 1280, isLarge: true },
  { language: 'ru', width: 320 },
  { language: 'zh', width: 360, isLarge: true },
  { language: 'ja', width: 1280 },
  { language: 'en', width: 320 },
  { language: 'ko', width: 360 },
  { language: 'ru', width: 1280, isLarge: true },
  { language: 'zh', width: 320 },
  { language: 'ja', width: 360, isLarge: true },
  { language: 'en', width: 1280, isLarge: true },
  { language: 'ko', width: 320 },
  { language: 'ru', width: 360, isLarge: true },
] as const;

/** Visits every screen once. Each walk has another language, width and text size, so that each language is seen in both themes and each width in several languages. */
export async function expectNoFaultsInPairs(tour: Tour): Promise<void> {
  const large = await openBrowser({ textSize: largeText });
  try {
    await expectNoFaultsIn((index) => {
      const pair = pairs[index % pairs.length] ?? pairs[0];
      const { browser } = 'isLarge' in pair ? { browser: large } : tour;
      return { language: pair.language, width: pair.width, theme: 'dark', browser };
    }, tour);
  } finally {
    await large.close();
  }
}

type WalkChoice = PageOptions & { readonly browser?: Browser };

/** The walks at one time. With all walks at once, a server on two busy cores can need longer than the health check waits, and a page then has a failed request. */
const walksAtOnce = 6;

/** Takes all walks, and returns their outcomes in the order of the walks. */
async function takeWalks(optionsOf: (index: number) => WalkChoice, tour: Tour) {
  const waiting = [...walks.entries()];
  const outcomes: Awaited<ReturnType<typeof takeWalk>>[] = [];
  const takeNext = async (): Promise<void> => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) {
      const [index, walk] = next;
      outcomes[index] = await takeWalk(walk, { ...tour, ...optionsOf(index) });
    }
  };
  await Promise.all(Array.from({ length: walksAtOnce }, takeNext));
  return outcomes;
}

async function expectNoFaultsIn(optionsOf: (index: number) => WalkChoice, tour: Tour): Promise<void> {
  const outcomes = await takeWalks(optionsOf, tour);
  const seen = outcomes.flatMap((outcome) => outcome.seen);
  expect(outcomes.flatMap((outcome) => outcome.found)).toEqual([]);
  expect(seen).toEqual(walks.flatMap((walk) => walk.screens));
  expect(seen).toHaveLength(83);
}

/** Returns texts that are partly hidden, and elements that are too wide. */
const layoutFaults: Check = async (page, screen) =>
  (await findLayoutFaults(page)).map((fault) => `${screen}: ${fault}`);

/** Returns broken accessibility rules in both themes, texts that are partly hidden, and elements that are too wide. */
export const allFaults = faultsIn(['light', 'dark']);

function faultsIn(themes: readonly Theme[]): Check {
  return async (page, screen) => [...(await ruleFaults(page, screen, themes)), ...(await layoutFaults(page, screen))];
}

async function ruleFaults(page: Page, screen: string, themes: readonly Theme[]): Promise<readonly string[]> {
  const found: string[] = [];
  if (await page.evaluate(`typeof axe === 'undefined'`)) await page.evaluate(axe.source);
  for (const theme of themes) {
    await page.emulateMedia({ colorScheme: theme });
    for (const { id, nodes } of await judge(page, theme)) {
      const places = nodes.slice(0, shownPlaces).map((node) => node.target.join(' '));
      found.push(`${screen} in the ${theme} theme: ${id} at ${places.join(' | ')}`);
    }
  }
  return found;
}

/** Returns the broken rules. The check is repeated, because a page cannot be examined while it is rendered. */
async function judge(page: Page, theme: Theme): Promise<readonly axe.Result[]> {
  const { runOnly, fewest } = rulesOf[theme];
  // For rules that pass, `resultTypes` keeps one place each. The search for the selectors of all places takes a large part of the time.
  const run = `axe.run({ runOnly: ${JSON.stringify(runOnly)}, resultTypes: ['violations'] })`;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { violations, passes } = await page.evaluate<axe.AxeResults>(run);
    if (violations.length + passes.length >= fewest) return violations;
  }
  throw new Error(`${page.url()} in the ${theme} theme: fewer than ${fewest} rules could be checked`);
}
