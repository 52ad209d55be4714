// Tests passkeys in a real browser with a virtual authenticator: creation, log-in without a password, second factor, new check and removal.
import { afterAll, beforeAll, expect, test } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { fillLogInCard, logInThroughCard, openBrowser, openPage } from './support/browser.ts';
import { demoMember } from './support/client.ts';
import { discardHome, startProduct, type Product } from './support/product.ts';

let product: Product;
let browser: Browser;
let origin: string;
beforeAll(async () => {
  product = await startProduct();
  // Passkeys exist on localhost, and not on an IP address.
  origin = product.origin.replace('127.0.0.1', 'localhost');
  browser = await openBrowser();
});
afterAll(async () => {
  await browser?.close();
  await product?.stop();
  if (product !== undefined) await discardHome(product.home);
});

/** Gives the page an authenticator like the one of a phone: it stores passkeys and verifies the person. */
async function addAuthenticator(page: Page): Promise<{ verify(isVerified: boolean): Promise<void> }> {
  const devTools = await page.context().newCDPSession(page);
  await devTools.send('WebAuthn.enable');
  const { authenticatorId } = await devTools.send('WebAuthn.addVirtualAuthenticator', {
    options: {
      protocol: 'ctap2',
      transport: 'internal',
      hasResidentKey: true,
      hasUserVerification: true,
      isUserVerified: true,
      automaticPresenceSimulation: true,
    },
  });
  return {
    async verify(isUserVerified) {
      await devTools.send('WebAuthn.setUserVerified', { authenticatorId, isUserVerified });
    },
  };
}

/** Forgets the session of the page, and opens the log-in card. */
async function openCardAgain(page: Page): Promise<void> {
  await page.context().clearCookies();
  await page.evaluate('localStorage.clear()');
  await page.goto(origin);
  await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
}

test.each([360, 1280] as const)('a person adds, uses and removes a passkey on a screen of %d px', async (width) => {
  const { page, problems } = await openPage(browser, { width, theme: width === 360 ? 'dark' : 'light' });
  const authenticator = await addAuthenticator(page);
  await logInThroughCard(page, origin, demoMember);

  await page.goto(`${origin}/dashboard/security`);
  await page.getByRole('button', { name: 'Add a passkey' }).click();
  const dialog = page.getByRole('dialog', { name: 'Add a passkey' });
  await dialog.getByLabel('Name').fill('My phone');
  await dialog.getByRole('button', { name: 'Add a passkey' }).click();
  const codes = page.getByRole('alertdialog', { name: 'Recovery codes' });
  await codes.waitFor();
  expect(await codes.getByRole('listitem').count()).toBe(10);
  await codes.getByRole('button', { name: 'I have saved them' }).click();
  const row = page.getByRole('listitem').filter({ hasText: 'My phone' });
  await row.getByText(/not used yet/).waitFor();
  const widest = await page.evaluate<number>('document.documentElement.scrollWidth');
  expect(widest).toBeLessThanOrEqual(width);

  await openCardAgain(page);
  await authenticator.verify(false);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.getByRole('alert').filter({ hasText: 'No passkey was used.' }).waitFor();
  await authenticator.verify(true);
  await page.getByRole('button', { name: 'Log in with a passkey' }).click();
  await page.waitForURL('**/dashboard/**');

  await openCardAgain(page);
  const submit = await fillLogInCard(page, demoMember);
  await submit.click();
  await page.getByRole('button', { name: 'Use a passkey' }).click();
  await page.waitForURL('**/dashboard/**');

  await page.goto(`${origin}/dashboard/security`);
  await row.getByText(/^Last used/).waitFor();
  await row.getByRole('button', { name: 'Remove the passkey My phone' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Remove' }).click();
  await page.getByText('The passkey was removed.').first().waitFor();
  await row.waitFor({ state: 'detached' });
  expect(problems).toEqual([]);
  await page.context().close();
});
