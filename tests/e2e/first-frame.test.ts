// Tests the public pages and the bots tab before and without their scripts: the content that the build wrote, and how the scripts continue with it.
import { expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import type { PageOptions } from './support/browser.ts';
import { hold, waitForStyles, withPageOf } from './support/page-run.ts';
import type { Product } from './support/product.ts';
import type { Sessions } from './support/screens.ts';
import { useStillProduct } from './support/still-product.ts';

const narrow = { width: 360, theme: 'dark' } as const;
const scripts = '**/assets/*.js';

let product: Product;
let browser: Browser;
let sessions: Sessions;

useStillProduct((opened) => {
  ({ product, browser, sessions } = opened);
});

const withPage = (options: PageOptions, run: (page: Page) => Promise<void>): Promise<void> =>
  withPageOf(browser, options, run);

const headingOf = (page: Page) => page.getByRole('heading', { level: 1 });

/** Waits until the text has its own font. The fallback font has the same height, but its text is up to 1 px narrower or wider. */
async function waitForFonts(page: Page): Promise<void> {
  await headingOf(page).boundingBox();
  await page.evaluate('document.fonts.ready.then(() => true)');
}
/** The content that the scripts have taken over reacts: React has put its fields on the elements. */
const waitUntilAlive = (page: Page) =>
  expect
    .poll(
      () => page.evaluate(`Object.keys(document.querySelector('h1') ?? {}).some((key) => key.startsWith('__react'))`),
      {
        timeout: 60_000,
      },
    )
    .toBe(true);

test.each([
  ['ko-KR', 'ko', '이용약관'],
  ['en-US', 'en', 'Terms'],
  ['ru-RU', 'ru', 'Условия'],
  ['zh-CN', 'zh', '条款'],
  ['ja-JP', 'ja', '利用規約'],
])(
  'a browser with the language %s reads landing page and legal pages without scripts in %s',
  async (locale, lang, terms) => {
    const context = await browser.newContext({ locale, javaScriptEnabled: false });
    const page = await context.newPage();
    await page.goto(product.origin);
    expect(await page.locator('html').getAttribute('lang')).toBe(lang);
    expect(await page.locator('head link[rel=preload][as=font]').count()).toBe(['ko', 'ru'].includes(lang) ? 2 : 1);
    expect(await page.locator('main h2').count()).toBeGreaterThan(6);
    expect((await page.locator('main').innerText()).length).toBeGreaterThan(700);
    expect(await page.locator('main, header').locator('[hidden]').count()).toBe(0);
    await page.getByRole('contentinfo').locator('a[href="/terms"]').click();
    expect(await headingOf(page).innerText()).toContain(terms);
    expect(await page.locator('.legal-prose section').count()).toBe(11);
    await page.locator('noscript a[lang=ja], p a[lang=ja]').first().click();
    expect(await headingOf(page).innerText()).toContain('利用規約');
    await context.close();
  },
);

test.each(['/', '/demo', '/terms', '/privacy'])(
  'the scripts of %s continue with the content of the page',
  async (path) => {
    await withPage(narrow, async (page) => {
      const release = await hold(page, scripts);
      await page.goto(product.origin + path, { waitUntil: 'commit' });
      await headingOf(page).waitFor();
      await waitForStyles(page);
      await waitForFonts(page);
      await page.evaluate(`document.querySelector('h1').wasThere = true`);
      const before = await headingOf(page).boundingBox();
      release();
      await waitUntilAlive(page);
      expect(await page.evaluate(`document.querySelector('h1').wasThere`)).toBe(true);
      expect(await headingOf(page).boundingBox()).toEqual(before);
    });
  },
);

test('the demo shows its title, its form and a picture of a cyclic step without scripts', async () => {
  const context = await browser.newContext({ locale: 'en-US', javaScriptEnabled: false });
  const page = await context.newPage();
  await page.goto(`${product.origin}/demo`);
  expect(await page.title()).toBe('Demo – not real money - Rondo');
  expect(await headingOf(page).innerText()).toBe('Demo account');
  expect(await page.getByRole('radiogroup').count()).toBeGreaterThan(4);
  // The fields behind the controls are hidden although no script sets their styles.
  expect(await page.locator('input[data-style]').count()).toBeGreaterThan(5);
  expect(await page.locator('input[data-style]:visible').count()).toBe(0);
  const address = await page.locator('.cyclic-picture use').getAttribute('href');
  expect((await page.request.get(`${product.origin}${address?.split('#')[0]}`)).status()).toBe(200);
  await context.close();
});

test('the landing page loads the picture of the film when the visitor is near it', async () => {
  await withPage(narrow, async (page) => {
    const loaded: string[] = [];
    page.on('request', (request) => loaded.push(new URL(request.url()).pathname));
    await page.goto(product.origin, { waitUntil: 'networkidle' });
    await waitUntilAlive(page);
    expect(loaded).not.toContain('/film/poster.webp');
    const picture = page.waitForRequest('**/film/poster.webp');
    await page.locator('#later').scrollIntoViewIfNeeded();
    await page.locator('.film').scrollIntoViewIfNeeded();
    await picture;
  });
});

test('a log-in button that is used before the scripts are loaded opens the log-in card', async () => {
  await withPage(narrow, async (page) => {
    const release = await hold(page, scripts);
    await page.goto(product.origin, { waitUntil: 'commit' });
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    release();
    await page.getByRole('dialog').waitFor();
    expect(page.url()).toBe(`${product.origin}/login`);
  });
});

test('a visitor who has chosen another language than the browser sees only this language', async () => {
  await withPage(narrow, async (page) => {
    await page.addInitScript(`localStorage.setItem('lang', 'ko')`);
    const release = await hold(page, scripts);
    await page.goto(product.origin, { waitUntil: 'commit' });
    const heading = page.locator('h1');
    await heading.waitFor({ state: 'attached' });
    // The browser shows nothing before the style sheet is loaded, but the element counts as visible until then.
    await heading.waitFor({ state: 'hidden' });
    expect(await heading.count()).toBe(1);
    release();
    await headingOf(page).waitFor();
    expect(await headingOf(page).innerText()).toMatch(/[가-힣]/);
    expect(await page.locator('html').getAttribute('lang')).toBe('ko');
  });
});

test('the links to the registration have the invitation of the address before and after the scripts are loaded', async () => {
  await withPage(narrow, async (page) => {
    const release = await hold(page, scripts);
    const link = page.getByRole('link', { name: 'Register' }).first();
    await page.goto(`${product.origin}/?ref=a%26b`, { waitUntil: 'commit' });
    expect(await link.getAttribute('href')).toBe('/rondo/happy/auth/register?ref=a%26b');
    release();
    await waitUntilAlive(page);
    expect(await link.getAttribute('href')).toBe('/rondo/happy/auth/register?ref=a%26b');
  });
});

test('a person who is logged in sees nothing of the landing page at the start page', async () => {
  await withPage({ ...narrow, storageState: sessions.member }, async (page) => {
    const release = await hold(page, scripts);
    await page.goto(product.origin, { waitUntil: 'commit' });
    const hero = page.locator('.hero');
    await hero.waitFor({ state: 'attached' });
    // The browser shows nothing before the style sheet is loaded, but the element counts as visible until then.
    await hero.waitFor({ state: 'hidden' });
    expect(await hero.count()).toBe(1);
    release();
    await page.waitForURL('**/dashboard/bot');
  });
});

const botsTab = '/dashboard/bot';
const simulatedLabel = '.top-bar .simulated';

/** Opens the bots tab with the cookie by which the server knows the browser of a person with a session, and holds the scripts. */
async function openHeldBots(page: Page): Promise<() => void> {
  await page.context().addCookies([{ name: 'rondo_session', value: '1', url: product.origin }]);
  const release = await hold(page, scripts);
  await page.goto(product.origin + botsTab, { waitUntil: 'commit' });
  return release;
}

test.each([
  ['en-US', 'dark'],
  ['ko-KR', 'light'],
] as const)('a member sees the frame of the bots tab before the scripts, in %s and %s', async (language, theme) => {
  await withPage({ width: 360, theme, language, storageState: sessions.member }, async (page) => {
    const release = await openHeldBots(page);
    const bar = page.getByRole('banner');
    await bar.waitFor();
    await page.locator('.bots-tab .skeleton').first().waitFor();
    expect(await page.locator('html').getAttribute('class')).toContain(theme);
    expect(await page.locator('html').getAttribute('lang')).toBe(language.slice(0, 2));
    await page.evaluate(`document.querySelector('header').wasThere = document.querySelector('h1').wasThere = true`);
    await waitForStyles(page);
    const before = await bar.boundingBox();
    release();
    await page.getByRole('article').first().waitFor();
    const isKept = `document.querySelector('header').wasThere && document.querySelector('h1').wasThere`;
    expect(await page.evaluate(isKept)).toBe(true);
    expect(await bar.boundingBox()).toEqual(before);
  });
});

/** The script of a page before the scripts of the product. */
const stores = (key: string, value: string): string => `localStorage.setItem('${key}', '${value}')`;

test.each([
  ['who hides amounts', 'member', stores('hidesAmounts', 'true')],
  ['who has chosen another language', 'member', stores('lang', 'ja')],
  ['whose request is pending', 'pending', ''],
  ['whose session ended in another window', 'member', `localStorage.removeItem('accessToken')`],
] as const)('a person %s sees nothing of the frame of the bots tab', async (_, role, script) => {
  await withPage({ ...narrow, storageState: sessions[role] }, async (page) => {
    await page.addInitScript(script);
    const release = await openHeldBots(page);
    const bar = page.locator('header.top-bar');
    await bar.waitFor({ state: 'attached' });
    await bar.waitFor({ state: 'hidden' });
    expect(await bar.count()).toBe(1);
    release();
    await page.getByRole('main').waitFor();
  });
});

test.each([
  ['en', ['inter']],
  ['ru', ['cyrillic', 'inter']],
] as const)(
  'the guide in the language %s has the rules and loads the files of its fonts %j only',
  async (language, files) => {
    await withPage({ width: 1280, theme: 'dark' }, async (page) => {
      const fonts: string[] = [];
      page.on('request', (request) => {
        if (request.resourceType() === 'font') fonts.push(new URL(request.url()).pathname);
      });
      await page.goto(`${product.origin}/guide/${language}`);
      // The list of languages has names in other letters.
      await page.locator('a[hreflang=ru]').first().waitFor();
      await page.evaluate('document.fonts.ready.then(() => undefined)');
      expect(fonts.map((file) => /([a-z]+)-\d-/u.exec(file)?.[1] ?? '').toSorted()).toEqual(files);
      const rules = `[...document.fonts].filter(({ family }) => /Variable/.test(family)).length`;
      expect(await page.evaluate(rules)).toBe(files.length);
    });
  },
);

test('a visitor receives no frame of the bots tab', async () => {
  await withPage(narrow, async (page) => {
    const release = await hold(page, scripts);
    await page.goto(product.origin + botsTab, { waitUntil: 'commit' });
    await page.locator('#root').waitFor({ state: 'attached' });
    expect(await page.locator('#root > *').count()).toBe(0);
    release();
    await page.getByRole('main').waitFor();
    expect(page.url()).not.toContain(botsTab);
  });
});

test('the frame of the bots tab says "Simulated" only to a person without real money', async () => {
  await withPage({ width: 1280, theme: 'light', storageState: sessions.member }, async (page) => {
    const release = await openHeldBots(page);
    await page.locator(simulatedLabel).waitFor();
    await page.addInitScript(stores('simulated', 'false'));
    await page.goto(product.origin + botsTab, { waitUntil: 'commit' });
    await page.getByRole('banner').waitFor();
    await page.locator(simulatedLabel).waitFor({ state: 'hidden' });
    release();
    await page.getByRole('article').first().waitFor();
  });
});
