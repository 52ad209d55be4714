// Does the work of an operator in a browser: the operator logs in with a second factor, decides about two sign-ups, sees that another
// operator has decided about a third sign-up, and reads the audit.
import { expect } from 'vitest';
import type { Browser, Locator, Page } from 'playwright-core';
import { authenticatorCode } from '@rondo/testkit/authenticator';
import { fillLogInCard, openPage } from './browser.ts';
import { logIn, send, signUpFields, type Client } from './client.ts';
import { execute } from './database.ts';
import type { Product } from './product.ts';
import type { Sessions } from './screens.ts';

const password = 'console password';
const chief = 'chief@example.org';
const demoOperator = { email: 'operator@rondo.test', password: 'rondo-demo-operator' };
const stepMs = 30_000;

export type Day = { readonly browser: Browser; readonly product: Product; readonly sessions: Sessions };

export async function workConsole({ browser, product, sessions }: Day): Promise<void> {
  const other = await logIn(product, demoOperator);
  for (const email of [chief, 'ann@example.org', 'bob@example.org', 'cyd@example.org']) await signUp(product, email);
  const secret = await makeOperator(product, other);

  const { page } = await openPage(browser, { width: 1280, theme: 'light' });
  await logInWithCode(page, product, secret);
  // The test waits until the page is rendered, because a page that is still rendered takes the focus, and the menu then closes.
  await page.goto(`${product.origin}/dashboard/wallet`);
  await page.locator('h1:focus').waitFor();
  await page.locator('.avatar').click();
  await page.getByRole('menuitem', { name: 'Operator console' }).click();
  await rejectAnn(page);
  await approveBob(page);
  await comeSecond(page, other);
  await readAudit(page);
  await page.context().close();
  await expectNothing(browser, product, sessions);
}

async function signUp(product: Product, email: string): Promise<void> {
  const body = { email, password, name: email.slice(0, 3), ...signUpFields };
  expect((await send(product.origin, { method: 'POST', path: '/api/auth/register', body })).status).toBe(200);
}

/** Approves a person as the operator of the demo world, without the console. */
export async function approve(product: Product, email: string): Promise<void> {
  const operator = await logIn(product, demoOperator);
  const path = `/api/operator/users/${await idOf(operator, email)}/approve`;
  expect((await operator.call('POST', path, {})).status).toBe(200);
}

async function idOf(operator: Client, email: string): Promise<string> {
  const { body } = await operator.call('GET', `/api/operator/users?search=${encodeURIComponent(email)}`);
  // The search text is a whole e-mail address, so the list contains one person.
  const [person] = body['items'] as readonly { id: string }[];
  return person?.id ?? '';
}

/** Gives an operator a second factor and returns its secret. */
async function makeOperator(product: Product, other: Client): Promise<string> {
  expect((await other.call('POST', `/api/operator/users/${await idOf(other, chief)}/approve`, {})).status).toBe(200);
  await execute(product, `update users set role = 'operator' where email = '${chief}'`);
  const own = await logIn(product, { email: chief, password });
  const begun = await own.call('POST', '/api/auth/second-factor');
  const secret = String(begun.body['secret']);
  const code = authenticatorCode(secret, Date.now());
  expect((await own.call('POST', '/api/auth/second-factor/confirm', { code })).status).toBe(200);
  return secret;
}

async function logInWithCode(page: Page, product: Product, secret: string): Promise<void> {
  await page.goto(`${product.origin}/login`);
  const submit = await fillLogInCard(page, { email: chief, password });
  await submit.click();
  // A code is accepted only once, so the test uses the code of the next period, which the server already accepts.
  await page.getByLabel('Code from your authenticator').fill(authenticatorCode(secret, Date.now() + stepMs));
  await submit.click();
  await page.waitForURL('**/dashboard/**');
}

const rowOf = (page: Page, email: string): Locator => page.getByRole('row').filter({ hasText: email });

async function rejectAnn(page: Page): Promise<void> {
  const row = rowOf(page, 'ann@example.org');
  await row.getByText('Waiting').waitFor();
  await row.getByRole('button', { name: /^Reject/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Reject ann@example.org?' });
  const verb = dialog.getByRole('button', { name: 'Reject' });
  await verb.click();
  await dialog.getByText('Enter a reason in visible characters, on one line.').waitFor();
  await dialog.getByLabel('Reason').fill('nobody knows her');
  const sent: string[] = [];
  page.on('request', (request) => void (request.url().endsWith('/reject') && sent.push(request.url())));
  await verb.dblclick();
  await page.getByText('ann@example.org is rejected.').first().waitFor();
  await row.getByText('Rejected').waitFor();
  expect(sent).toHaveLength(1);
  expect(await row.getByRole('button', { name: /^Approve/ }).isVisible()).toBe(true);
}

async function approveBob(page: Page): Promise<void> {
  const row = rowOf(page, 'bob@example.org');
  await row.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('alertdialog', { name: 'Approve bob@example.org?' });
  await dialog.getByLabel('Level').fill('2');
  await dialog.getByLabel('Reason (optional)').fill('met in person');
  await dialog.getByLabel('Reason (optional)').press('Enter');
  await row.getByText('Approved').waitFor();
  await row.getByRole('button', { name: 'Show bob@example.org' }).click();
  const shown = page.getByRole('dialog', { name: 'bob@example.org' });
  await shown.getByText('level 2: met in person').waitFor();
  await page.keyboard.press('Escape');
  await shown.waitFor({ state: 'detached' });
}

async function comeSecond(page: Page, other: Client): Promise<void> {
  const row = rowOf(page, 'cyd@example.org');
  await row.getByText('Waiting').waitFor();
  const first = await other.call('POST', `/api/operator/users/${await idOf(other, 'cyd@example.org')}/reject`, {
    reason: 'too late',
  });
  expect(first.status).toBe(200);
  await row.getByRole('button', { name: /^Approve/ }).click();
  const dialog = page.getByRole('alertdialog');
  await dialog.getByRole('button', { name: 'Approve' }).click();
  await dialog.getByText('Somebody else has already decided about this person.').waitFor();
  expect(await dialog.getByRole('button', { name: 'Approve' }).isDisabled()).toBe(true);
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await row.waitFor({ state: 'detached' });
}

async function readAudit(page: Page): Promise<void> {
  const navigation = page.getByRole('navigation', { name: 'Parts of the console' });
  await navigation.getByRole('link', { name: 'Audit' }).click();
  await page.getByText('No line was changed or lost.').waitFor();
  const lines = await page.getByRole('row').filter({ hasText: chief }).allInnerTexts();
  const entries = lines.map((line) => line.split('\t').slice(1).join(', '));
  expect(entries).toEqual(
    expect.arrayContaining([
      `Approved, bob@example.org, level 2: met in person, ${chief}`,
      `Rejected, ann@example.org, nobody knows her, ${chief}`,
    ]),
  );
  const time = page.locator('.console-rows time').first();
  expect(await time.getAttribute('title')).toMatch(/^\d{4}-\d\d-\d\d \d\d:\d\d:\d\d UTC$/);
  await page.goBack();
  // The search starts after a delay, and it must use the filter that the test chooses during this delay.
  await page.getByRole('searchbox').fill('cyd@');
  await page.getByRole('radio', { name: 'Rejected' }).click();
  await page.waitForURL((url) => url.searchParams.get('q') === 'cyd@');
  await rowOf(page, 'cyd@example.org').waitFor();
  expect(new URL(page.url()).search).toBe('?state=rejected&q=cyd%40');
}

/** Checks that a member or a visitor who opens /operator sees the page for unknown addresses and loads no script of the console. */
async function expectNothing(browser: Browser, product: Product, sessions: Sessions): Promise<void> {
  for (const session of [{ storageState: sessions.member }, {}]) {
    const { page } = await openPage(browser, { width: 1280, theme: 'dark', ...session });
    const asked: string[] = [];
    page.on('request', (request) => asked.push(request.url()));
    await page.goto(`${product.origin}/operator`);
    await page.getByRole('heading', { name: 'This page does not exist.' }).waitFor();
    expect(asked.length).toBeGreaterThan(1);
    expect(asked.filter((url) => /operator[-/][^/]*$/.test(url))).toEqual([]);
    await page.context().close();
  }
}
