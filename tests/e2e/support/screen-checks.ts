// The checks of a walk through every screen: accessibility rules in both themes, and texts that are cut off.
import axe from 'axe-core';
import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { PageOptions } from './browser.ts';
import { findLayoutFaults, takeWalk, walks, type Check, type Sessions } from './screens.ts';

/** WCAG 2.0 to 2.2, A and AA. In the second theme only the rules about colours. */
const rulesOf = {
  dark: { runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa', 'wcag22aa'], fewest: 10 },
  light: { runOnly: ['color-contrast', 'link-in-text-block'], fewest: 1 },
} as const;
const shownPlaces = 3;
const mostAttempts = 3;
/** Where the walk goes, who walks, and the check of each screen. */
interface Tour {
  readonly browser: Browser;
  readonly origin: string;
  readonly sessions: Sessions;
  readonly check: Check;
}

/** Visits every screen with a check; fails when a check finds something or a screen was not visited. */
export async function expectNoFaults(options: PageOptions, tour: Tour): Promise<void> {
  const outcomes = await Promise.all(walks.map((walk) => takeWalk(walk, { ...options, ...tour })));
  const seen = outcomes.flatMap((outcome) => outcome.seen);
  expect(outcomes.flatMap((outcome) => outcome.found)).toEqual([]);
  expect(seen).toEqual(walks.flatMap((walk) => walk.screens));
  expect(seen).toHaveLength(32);
}

/** Returns what is cut off or too wide. */
export const layoutFaults: Check = async (page, screen) =>
  (await findLayoutFaults(page)).map((fault) => `${screen}: ${fault}`);

/** Returns broken accessibility rules in both themes, and what is cut off or too wide. */
export const allFaults: Check = async (page, screen) => [
  ...(await ruleFaults(page, screen)),
  ...(await layoutFaults(page, screen)),
];

const ruleFaults: Check = async (page, screen) => {
  const found: string[] = [];
  await page.evaluate(axe.source);
  for (const theme of ['light', 'dark'] as const) {
    await page.emulateMedia({ colorScheme: theme });
    for (const { id, nodes } of await judge(page, theme)) {
      const places = nodes.slice(0, shownPlaces).map((node) => node.target.join(' '));
      found.push(`${screen} in the ${theme} theme: ${id} at ${places.join(' | ')}`);
    }
  }
  return found;
};

/** Returns the broken rules. A page that is being rendered cannot be examined, so the check is repeated. */
async function judge(page: Page, theme: keyof typeof rulesOf): Promise<readonly axe.Result[]> {
  const { runOnly, fewest } = rulesOf[theme];
  const run = `axe.run({ runOnly: ${JSON.stringify(runOnly)} })`;
  for (let attempt = 0; attempt < mostAttempts; attempt += 1) {
    const { violations, passes } = await page.evaluate<axe.AxeResults>(run);
    if (violations.length + passes.length >= fewest) return violations;
  }
  throw new Error(`${page.url()} in the ${theme} theme: fewer than ${fewest} rules could be judged`);
}
