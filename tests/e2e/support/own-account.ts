// Uses one user account in a browser, from the sign-up to the deletion. The steps change the password, use a second factor, end a session
// and export the data.
import { expect } from 'vitest';
import type { Browser, Page } from 'playwright-core';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { fillLogInCard, logInThroughCard, openPage } from './browser.ts';
import { demoOperator, logIn, send, signUpFields } from './client.ts';
import type { Product } from './product.ts';
import type { Check } from './screens.ts';

const email = 'hana@example.org';
const first = 'first password';
const second = 'second password';
const third = 'third password';

export type Life = { readonly browser: Browser; readonly product: Product; readonly check: Check };

export async function liveThroughAccount({ browser, product, check }: Life): Promise<void> {
  const body = { email, password: first, name: 'hana', ...signUpFields };
  expect((await send(product.origin, { method: 'POST', path: '/api/auth/register', body })).status).toBe(200);
  const { page } = await openPage(browser, { width: 1280, theme: 'dark' });
  await logInThroughCard(page, product.origin, { email, password: first });
  await openSecurity(page);

  await changePassword(page);
  const codes = await turnFactorOn(page, check);
  await page.locator('.avatar').click();
  await page.getByRole('menuitem', { name: 'Log out' }).click();
  await page.locator('.hero h1').waitFor();
  await logInWithCode(page, product, codes[0] ?? '');
  await openSecurity(page);
  await turnFactorOff(page);
  await endOtherSession(page, product);

  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download my data' }).click();
  expect((await download).suggestedFilename()).toBe('rondo-export.json');

  await resetPassword(page, product, check);
  await logInThroughCard(page, product.origin, { email, password: third });
  await openSecurity(page);
  await deleteAccount(page);
  await expect(logIn(product, { email, password: third })).rejects.toThrow('401');
  await page.context().close();
}

async function openSecurity(page: Page): Promise<void> {
  // A new page moves the focus to its heading, which closes an open menu. The test therefore waits for the focus.
  await page.locator('h1:focus').waitFor();
  await page.locator('.avatar').click();
  await page.getByRole('menuitem', { name: 'Security' }).click();
  await page.locator('.session-row').first().waitFor();
}

async function changePassword(page: Page): Promise<void> {
  const change = page.getByRole('button', { name: 'Change password' });
  await page.getByLabel('Current password').fill(first);
  await page.getByLabel('New password', { exact: true }).fill(second);
  await page.getByLabel('Repeat the new password').fill('other');
  await page.getByLabel('Current password').focus();
  await page.getByText('The two passwords differ.').waitFor();
  expect(await change.isDisabled()).toBe(true);
  await page.getByLabel('Repeat the new password').fill(second);
  await change.click();
  const message = page.locator('.toast').filter({ hasText: 'The password was changed.' });
  // The pointer on the message stops its timer. The test checks that the user can close the message while a dialog is open.
  await message.hover();
  await page.getByRole('button', { name: 'Turn on' }).press('Enter');
  const dialog = page.getByRole('dialog');
  await dialog.waitFor();
  await message.getByLabel('Close').click();
  await message.waitFor({ state: 'detached' });
  expect(await dialog.isVisible()).toBe(true);
  await page.keyboard.press('Escape');
  await dialog.waitFor({ state: 'detached' });
}

/** Returns the recovery codes. */
async function turnFactorOn(page: Page, check: Check): Promise<readonly string[]> {
  await page.getByRole('button', { name: 'Turn on' }).click();
  const dialog = page.getByRole('dialog', { name: 'Turn on the second factor' });
  await dialog.getByRole('img', { name: 'QR code of the set-up key' }).waitFor();
  expect(await check(page, 'second factor')).toEqual([]);
  const secret = (await dialog.locator('code').innerText()).replaceAll(' ', '');
  await dialog.getByLabel('Code', { exact: true }).fill('000000');
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  await dialog.getByText('This code is not correct.').waitFor();
  await dialog.getByLabel('Code', { exact: true }).fill(authenticatorCode(secret, Date.now()));
  await dialog.getByRole('button', { name: 'Turn on' }).click();
  const shown = page.getByRole('alertdialog', { name: 'Recovery codes' });
  await shown.locator('li').first().waitFor();
  expect(await check(page, 'recovery codes')).toEqual([]);
  const codes = await shown.locator('li').allInnerTexts();
  await shown.getByRole('button', { name: 'I have saved them' }).click();
  await page.getByText(`${codes.length} recovery codes left`).waitFor();
  return codes;
}

async function logInWithCode(page: Page, product: Product, code: string): Promise<void> {
  await page.goto(`${product.origin}/login`);
  const submit = await fillLogInCard(page, { email, password: second });
  await submit.click();
  const field = page.getByLabel('Code from your authenticator');
  await field.fill('nonsense');
  await submit.click();
  await page.getByText('This code is not correct.').waitFor();
  await field.fill(code);
  await submit.click();
  await page.waitForURL('**/dashboard/**');
}

async function turnFactorOff(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Turn off' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Turn off' }).click();
  await page.getByText('The second factor is off.').first().waitFor();
}

async function endOtherSession(page: Page, product: Product): Promise<void> {
  const other = await logIn(product, { email, password: second });
  await page.reload();
  await page.getByRole('button', { name: /^End the session/ }).click();
  await page.getByText('The session was ended.').first().waitFor();
  expect((await other.call('GET', '/api/user/me')).status).toBe(401);
}

async function resetPassword(page: Page, product: Product, check: Check): Promise<void> {
  const { call } = await logIn(product, demoOperator);
  const found = await call('GET', `/api/operator/users?search=${encodeURIComponent(email)}`);
  // The search text is a whole e-mail address, so the list contains one person.
  const [person] = found.body['items'] as readonly { id: string }[];
  const link = await call('POST', `/api/operator/users/${person?.id}/reset-link`, {});
  await page.goto(product.origin + String(link.body['path']));
  await page.getByLabel('New password', { exact: true }).fill(third);
  await page.getByLabel('Repeat the new password').fill(third);
  expect(await check(page, 'reset')).toEqual([]);
  await page.getByRole('button', { name: 'Set password' }).click();
  await page.getByRole('heading', { name: 'Your password is set.' }).waitFor();
}

async function deleteAccount(page: Page): Promise<void> {
  await page.getByRole('button', { name: 'Delete my account' }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Delete your account?' });
  const confirm = dialog.getByRole('button', { name: 'Delete my account' });
  expect(await confirm.isDisabled()).toBe(true);
  await dialog.getByLabel(`Type ${email} to confirm`).fill(email);
  await confirm.click();
  await page.locator('.hero h1').waitFor();
}
