// Tests that a page moves nothing while its fonts and its data arrive.
import { beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { openPage, openSession, type PageOptions, type Session } from './support/browser.ts';
import { demoOperator, logIn, send, signUpFields } from './support/client.ts';
import { hold, waitForStyles, withPageOf } from './support/page-run.ts';
import type { Product } from './support/product.ts';
import type { Sessions } from './support/screens.ts';
import { change } from './support/states/further-states.ts';
import { useStillProduct } from './support/still-product.ts';

const mostShift = 0.02;
const botsTab = '/dashboard/bot';

let product: Product;
let browser: Browser;
let sessions: Sessions;
/** The session of an approved person without a linked account. */
let newcomer: Session;

useStillProduct((opened) => {
  ({ product, browser, sessions } = opened);
});
beforeAll(async () => {
  newcomer = await openNewcomer();
});

const withPage = (options: PageOptions, run: (page: Page) => Promise<void>): Promise<void> =>
  withPageOf(browser, options, run);

type Shifts = { readonly sum: number; readonly parts: readonly string[] };

/** Fails when the page has moved since its first paint. The message names each part that has moved. Waits until the text has its typeface. */
async function expectStill(page: Page): Promise<void> {
  const { sum, parts } = (await page.evaluate(`document.fonts.ready.then(() => new Promise((resolve) => {
    const shifts = { sum: 0, parts: [] };
    const rectOf = ({ x, y, width, height }) => [x, y, width, height].map(Math.round).join(' ');
    const nameOf = (node) => (node?.parentElement?.className ?? '') + ' > ' + (node?.className ?? node?.nodeName);
    const observer = new PerformanceObserver((list) => {
      for (const { value, sources } of list.getEntries()) {
        shifts.sum += value;
        for (const { node, previousRect, currentRect } of sources)
          shifts.parts.push(value.toFixed(4) + ': ' + nameOf(node) + ' from ' + rectOf(previousRect) + ' to ' + rectOf(currentRect));
      }
    });
    observer.observe({ type: 'layout-shift', buffered: true });
    requestAnimationFrame(() => requestAnimationFrame(() => setTimeout(() => resolve(shifts))));
  }))`)) as Shifts;
  expect(sum, parts.join('\n')).toBeLessThanOrEqual(mostShift);
}

test.each(['en-US', 'ru-RU'])(
  'a font that arrives after the page moves no text in the language %s',
  async (language) => {
    await withPage({ width: 360, theme: 'dark', language }, async (page) => {
      const release = await hold(page, '**/*.woff2');
      await page.goto(product.origin, { waitUntil: 'commit' });
      await page.locator('.landing-replay .replay').waitFor();
      release();
      await expectStill(page);
    });
  },
);

test.each([360, 1280] as const)(
  'the bots tab of a person with a bot moves nothing when its data arrives, in a window of %i px',
  async (width) => {
    await withPage({ width, theme: 'dark', storageState: sessions.member }, async (page) => {
      const release = await hold(page, '**/api/bots/my-bots');
      await page.goto(product.origin + botsTab, { waitUntil: 'commit' });
      await page.locator('.bots-tab .skeleton').first().waitFor();
      await waitForStyles(page);
      release();
      await page.locator('.bot-chart svg').first().waitFor();
      await page.locator('.margin-bar').first().waitFor();
      await expectStill(page);
    });
  },
);

/** Signs up a person, approves the person and logs in. The person has no linked account. */
async function openNewcomer(): Promise<Session> {
  const account = { email: 'newcomer@example.org', password: 'newcomer password' };
  const body = { ...account, name: 'newcomer', ...signUpFields };
  expect((await send(product.origin, { method: 'POST', path: '/api/auth/register', body })).status).toBe(200);
  const { call } = await logIn(product, demoOperator);
  const found = await call('GET', `/api/operator/users?search=${encodeURIComponent(account.email)}`);
  // The search text is a whole e-mail address, so the list contains one person.
  const [person] = found.body['items'] as readonly { id: string }[];
  const approval = await call('POST', `/api/operator/users/${person?.id}/approve`, { reason: 'a person of this test' });
  expect(approval.status).toBe(200);
  return openSession(browser, product.origin, account);
}

/** Gives the page the responses to a person whose bots have all ended, or who has never started one. */
const withoutBots = (hasRun: boolean) => async (page: Page) => {
  // The browser has the profile of the last visit.
  await page.addInitScript(`{
    const user = JSON.parse(localStorage.getItem('userInfo'));
    if (user !== null) localStorage.setItem('userInfo', JSON.stringify({ ...user, has_run_bot: ${hasRun} }));
  }`);
  await change(page, '/api/user/me', { has_run_bot: hasRun });
  await page.route('**/api/bots/my-bots', (route) => route.fulfill({ json: [] }));
  await change(page, '/api/margin*', { reserved: [] });
};

/** Lets each response arrive after the page has painted the response before it, so that the page paints every state on its way. */
async function receiveOneByOne(page: Page): Promise<void> {
  let last: Promise<unknown> = Promise.resolve();
  await page.route('**/api/**', async (route) => {
    const frames = 'new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))';
    last = last.then(() => page.evaluate(frames)).catch(() => undefined);
    await last;
    // The page is closed while it polls.
    await route.fallback().catch(() => undefined);
  });
}

type Arrival = {
  readonly name: string;
  readonly role: 'newcomer' | 'member' | 'pending';
  readonly path: string;
  /** The parts that the page shows when all data have arrived. */
  readonly parts: readonly string[];
  readonly prepare?: (page: Page) => Promise<void>;
  /** The widths of the window. The default is a phone and a desktop. */
  readonly widths?: readonly PageOptions['width'][];
};

const exchangeTab = '/dashboard/integration';
const plan = ['.plan-words', '.create-table', '.preset-title .chip'];
const exchange = ['.rights', '.lbank .button'];

const arrivals: readonly Arrival[] = [
  {
    name: 'the bots tab of a person with a bot',
    role: 'member',
    path: botsTab,
    parts: ['.bot-price .signed', '.bot-chart svg', '.margin-bar'],
    widths: [360, 412, 1280],
  },
  {
    name: 'the bots tab without a linked account',
    role: 'newcomer',
    path: botsTab,
    parts: ['.first-run-panel', '.create-dock', '.preset-title .chip'],
  },
  {
    name: 'the bots tab of a person who has never started a bot',
    role: 'member',
    path: botsTab,
    parts: ['.first-run-panel', ...plan],
    prepare: withoutBots(false),
  },
  {
    name: 'the bots tab of a person whose bots have ended',
    role: 'member',
    path: botsTab,
    parts: [...plan, '.margin-bar'],
    prepare: withoutBots(true),
  },
  { name: 'the bots tab of a person without approval', role: 'pending', path: botsTab, parts: ['.pending-card'] },
  {
    name: 'the exchange tab',
    role: 'member',
    path: exchangeTab,
    parts: [...exchange, '.score-parts', '.metric .unit'],
  },
  { name: 'the exchange tab without a linked account', role: 'newcomer', path: exchangeTab, parts: exchange },
  {
    name: 'the history',
    role: 'member',
    path: '/dashboard/history',
    parts: ['.history-curve svg', '.history-foot'],
  },
];

test.each(arrivals.flatMap(({ widths = [360, 1280], ...arrival }) => widths.map((width) => ({ ...arrival, width }))))(
  '$name moves nothing while its data arrive, in a window of $width px',
  async ({ role, path, parts, prepare, width }) => {
    const storageState = role === 'newcomer' ? newcomer : sessions[role];
    const { page } = await openPage(browser, { width, theme: 'dark', storageState });
    await page.context().addCookies([{ name: 'rondo_session', value: '1', url: product.origin }]);
    await prepare?.(page);
    await receiveOneByOne(page);
    await page.goto(product.origin + path, { waitUntil: 'commit' });
    for (const part of parts) await page.locator(part).first().waitFor({ state: 'attached' });
    await expectStill(page);
    await page.context().close();
  },
);
