// Tests the routes, the guards and the frame of the product (specification 1 and 2) as a visitor, as a pending member and as a member.
import { expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { fillLogInCard, fillRegistration, openPage, type PageOptions } from './support/browser.ts';
import { demoMember } from './support/client.ts';
import { openForm } from './support/form.ts';
import type { Product } from './support/product.ts';
import type { Sessions } from './support/screens.ts';
import { useStillProduct } from './support/still-product.ts';

const wide = { width: 1280, theme: 'dark' } as const;
const narrow = { width: 360, theme: 'dark' } as const;
const registerPath = '/rondo/happy/auth/register';

let product: Product;
let browser: Browser;
let sessions: Sessions;

useStillProduct((opened) => {
  ({ product, browser, sessions } = opened);
});

/** Opens a page, runs the steps of the test in the page, and closes the page. Fails when the page logs an error. */
async function withPage(options: PageOptions, run: (page: Page) => Promise<void>): Promise<void> {
  const { page, problems } = await openPage(browser, options);
  await run(page);
  await page.context().close();
  expect(problems).toEqual([]);
}

/** Opens one address and returns the address after all redirects. */
async function addressAfter(page: Page, path: string, expected: string): Promise<string> {
  await page.goto(product.origin + path);
  await page.waitForURL(product.origin + expected);
  return page.url().slice(product.origin.length);
}

test('every dashboard page redirects a visitor to the landing page', async () => {
  await withPage(wide, async (page) => {
    for (const path of ['/dashboard', '/dashboard/bot', '/dashboard/history', '/dashboard/integration'])
      expect(await addressAfter(page, path, '/')).toBe('/');
  });
});

test('a link with settings opens the log-in card for a visitor, and the form with these settings after the log-in', async () => {
  await withPage(wide, async (page) => {
    const rest = 'martinSteps=4&cyclicSteps=1&defense=4&takeProfit=0.5&cycleCredit=50&stopLoss=none&entry=market';
    const link = `/dashboard/bot?settings=1&instrument=ETH-USDT-SWAP&direction=long&investmentRatio=50&leverage=7&${rest}`;
    await addressAfter(page, link, '/login');
    const card = page.getByRole('dialog');
    await card.waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${product.origin}/`);
    await page.reload();
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    await (await fillLogInCard(page, demoMember)).click();
    await page.waitForURL(product.origin + link);
    expect(await page.getByRole('textbox', { name: 'Leverage' }).inputValue()).toBe('7');
  });
});

test('a visitor with a link with settings who registers first gets to these settings after the log-in', async () => {
  await withPage(wide, async (page) => {
    const link =
      '/dashboard/bot?settings=1&instrument=ETH-USDT-SWAP&direction=long&investmentRatio=50&leverage=7&martinSteps=4&cyclicSteps=1&defense=4&takeProfit=0.5&cycleCredit=50&stopLoss=none&entry=market';
    await addressAfter(page, link, '/login');
    await page.getByRole('dialog').waitFor();
    await page.keyboard.press('Escape');
    await page.waitForURL(`${product.origin}/`);
    // The page that is loaded again has the landing page without the router.
    await page.reload();
    await page.getByRole('link', { name: 'Register' }).first().click();
    await page.getByRole('heading', { name: 'Register' }).waitFor();
    const account = { email: 'wanted@example.org', password: 'correct horse' };
    await fillRegistration(page, account);
    await page.getByRole('button', { name: 'Register' }).click();
    await page.getByRole('link', { name: 'Log in' }).click();
    await (await fillLogInCard(page, account)).click();
    await page.locator('.pending-card').waitFor();
    expect(page.url()).toBe(product.origin + link);
  });
});

test('a member who is kept logged in gets to the bots tab also after the storage of the page was deleted', async () => {
  await withPage(wide, async (page) => {
    await page.goto(product.origin);
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    const submit = await fillLogInCard(page, demoMember);
    expect(await page.getByRole('checkbox', { name: 'Keep me logged in' }).isChecked()).toBe(true);
    await submit.click();
    await page.waitForURL('**/dashboard/bot');
    await page.evaluate('localStorage.clear(); sessionStorage.clear();');
    await page.goto(`${product.origin}/dashboard/bot`);
    await page.getByRole('article').first().waitFor();
    expect(page.url()).toBe(`${product.origin}/dashboard/bot`);
  });
});

test('the public entry pages redirect a member to the bots tab', async () => {
  await withPage({ ...wide, storageState: sessions.member }, async (page) => {
    for (const path of ['/', '/login', `${registerPath}?ref=111111`, '/dashboard'])
      expect(await addressAfter(page, path, '/dashboard/bot')).toBe('/dashboard/bot');
  });
});

test('an unknown path below a tab redirects to the first page of the tab', async () => {
  await withPage({ ...wide, storageState: sessions.member }, async (page) => {
    for (const tab of ['/dashboard/bot', '/dashboard/history', '/dashboard/integration'])
      expect(await addressAfter(page, `${tab}/unknown/path`, tab)).toBe(tab);
  });
});

test('a pending member sees the approval notice and two disabled tabs, and is redirected from the pages that need an approval', async () => {
  await withPage({ ...wide, storageState: sessions.pending }, async (page) => {
    for (const path of ['/dashboard/history', '/dashboard/integration'])
      expect(await addressAfter(page, path, '/dashboard/bot')).toBe('/dashboard/bot');
    await page.locator('.pending-card').waitFor();
    const tabs = page.getByRole('navigation', { name: 'Main' }).first();
    for (const name of ['History', 'Exchange'])
      expect(await tabs.getByRole('link', { name }).getAttribute('aria-disabled')).toBe('true');
  });
});

test('registration without an invitation shows the message for invalid access and returns to the landing page', async () => {
  await withPage(wide, async (page) => {
    expect(await addressAfter(page, registerPath, '/')).toBe('/');
    await page.getByText('Invalid access', { exact: true }).waitFor();
  });
});

test('the register link contains the invitation code of the address, or 111111 when the address has no invitation code', async () => {
  await withPage(wide, async (page) => {
    for (const [address, ref] of [
      ['/', '111111'],
      ['/?ref=abcd1234', 'abcd1234'],
    ] as const) {
      await page.goto(product.origin + address);
      const links = page.getByRole('link', { name: 'Register' });
      await links.first().waitFor();
      expect(await links.first().getAttribute('href')).toBe(`${registerPath}?ref=${ref}`);
    }
  });
});

test('the log-in card opens over the landing page in 300 ms, and the address keeps the invitation when the card closes', async () => {
  await withPage(wide, async (page) => {
    await page.goto(`${product.origin}/?ref=abcd1234`);
    await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
    await page.waitForURL(`${product.origin}/login?ref=abcd1234`);
    const card = page.getByRole('dialog');
    await page.emulateMedia({ reducedMotion: 'no-preference' });
    await card.waitFor();
    expect(
      await page.evaluate("getComputedStyle(document.querySelector('dialog[open], [role=dialog]')).animationDuration"),
    ).toBe('0.3s');
    await page.keyboard.press('Escape');
    await page.waitForURL(`${product.origin}/?ref=abcd1234`);
  });
});

test('the conversion hook is called once when the registration page opens', async () => {
  await withPage(wide, async (page) => {
    await page.addInitScript('window.conversions = 0; window.rondoConversion = () => { window.conversions += 1; };');
    await page.goto(`${product.origin}${registerPath}?ref=111111`);
    await page.locator('.register-card').waitFor();
    expect(await page.evaluate('window.conversions')).toBe(1);
  });
});

test('the landing page shows the limits, the price, the demo and the three features', async () => {
  await withPage(wide, async (page) => {
    await page.goto(product.origin);
    // The lower part of the page is loaded when the visitor comes near it.
    await page.locator('#later').scrollIntoViewIfNeeded();
    for (const name of [
      'Algorithm',
      'Compounding',
      'Stability',
      'Leaderboard',
      'What it costs',
      'What we never ask for',
    ])
      await page.getByRole('heading', { name, exact: true }).first().waitFor();
    for (const words of [
      /Free for early users/,
      /less than 64\sUSDT/,
      /Places left for new members: \d+ of \d+/,
      /10,000 demo USDT/,
    ])
      await page.getByText(words).first().waitFor();
    expect(await page.locator('.landing-board tbody tr').count()).toBeLessThanOrEqual(5);
  });
});

test('a visitor sees the language selector, and does not see the menu of members', async () => {
  await withPage(wide, async (page) => {
    await page.goto(product.origin);
    await page.locator('.hero').waitFor();
    expect(await page.getByLabel(/Language/).count()).toBeGreaterThan(0);
    expect(await page.locator('.avatar').count()).toBe(0);
    expect(await page.getByRole('navigation', { name: 'Main' }).count()).toBe(0);
  });
});

test('the footer links to the legal pages and explains the risk, the linking, the custody and the payment of the company', async () => {
  await withPage(wide, async (page) => {
    await page.goto(product.origin);
    const footer = page.locator('footer');
    expect(await footer.getByRole('link', { name: 'Terms' }).getAttribute('href')).toBe('/terms');
    expect(await footer.getByRole('link', { name: 'Privacy' }).getAttribute('href')).toBe('/privacy');
    for (const words of [
      /can cost you your whole margin/,
      /own log-in page/,
      /cannot withdraw/,
      /paid by the exchange/,
    ])
      await footer.getByText(words).waitFor();
  });
});

test('the legal pages show the date of their revision and the date from which they are in force', async () => {
  await withPage(wide, async (page) => {
    await page.goto(`${product.origin}/terms`);
    await page.getByText('1 Jan 2024').waitFor();
    await page.getByText('1 Aug 2025').waitFor();
    await page.goto(`${product.origin}/privacy`);
    await page.getByText('1 Jan 2024').waitFor();
  });
});

test('a new page is shown from its top, and the bottom navigation is hidden while the footer is visible', async () => {
  await withPage({ ...narrow, storageState: sessions.member }, async (page) => {
    await page.goto(`${product.origin}/dashboard/bot`);
    await page.getByRole('article').first().waitFor();
    const bottom = page.locator('.bottom-tabs');
    expect(await bottom.getAttribute('data-hidden')).toBe('false');
    await page.locator('footer').scrollIntoViewIfNeeded();
    await page.locator('.bottom-tabs[data-hidden=true]').waitFor({ state: 'attached' });
    await page.evaluate('window.scrollTo(0, 300)');
    await page.locator('.bottom-tabs[data-hidden=false]').waitFor({ state: 'attached' });
    await bottom.getByRole('link', { name: 'Wallet' }).click();
    await page.waitForURL('**/dashboard/wallet');
    await page
      .getByText(/stay tuned/i)
      .first()
      .waitFor();
    expect(await page.evaluate('window.scrollY')).toBe(0);
  });
});

test('the pair list shows at most five results', async () => {
  await withPage({ ...wide, storageState: sessions.member }, async (page) => {
    await page.goto(`${product.origin}/dashboard/bot`);
    const form = await openForm(page);
    const box = form.getByRole('combobox', { name: 'Pair' });
    await box.click();
    await box.fill('USDT');
    await form.getByRole('option').first().waitFor();
    expect(await form.getByRole('option').count()).toBe(5);
  });
});

test('the debug panel opens only when the address contains debug=true', async () => {
  await withPage({ ...wide, storageState: sessions.member }, async (page) => {
    await page.goto(`${product.origin}/dashboard/bot?debug=true`);
    await page.getByRole('log').waitFor();
    await page.goto(`${product.origin}/dashboard/bot?debug=1`);
    await page.getByRole('article').first().waitFor();
    expect(await page.getByRole('log').count()).toBe(0);
  });
});

test('when the direction is short, the form shows that short bots are meant for hedging', async () => {
  await withPage({ ...wide, storageState: sessions.member }, async (page) => {
    await page.goto(`${product.origin}/dashboard/bot`);
    const form = await openForm(page);
    await form.getByRole('radio', { name: 'Short' }).click();
    await form.getByText(/hedg/i).first().waitFor();
  });
});

test('the app uses the stored language, or else the language of the browser, or else Korean', async () => {
  for (const [language, expected] of [
    ['ru-RU', 'ru'],
    ['zh-TW', 'zh'],
    ['fr-FR', 'ko'],
  ] as const) {
    await withPage({ ...wide, language }, async (page) => {
      await page.goto(product.origin);
      await page.locator(`html[lang=${expected}]`).waitFor({ state: 'attached' });
      await page.evaluate("localStorage.setItem('lang', 'ja')");
      await page.reload();
      await page.locator('html[lang=ja]').waitFor({ state: 'attached' });
    });
  }
});
