// Opens the Chromium of the system for the tests, opens pages in a size and a theme, and collects the errors of a page.
import { chromium, type Browser, type BrowserContextOptions, type Locator, type Page } from 'playwright-core';

const flags = [
  '--no-sandbox',
  '--disable-gpu',
  '--disable-quic',
  '--no-first-run',
  '--disable-background-networking',
  '--disable-component-update',
  '--disable-sync',
];

/** Opens the browser. `textSize` is the text size that a person has set in the browser, in px. */
export const openBrowser = ({ textSize = 16 }: { readonly textSize?: number } = {}): Promise<Browser> =>
  chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    headless: true,
    args: [...flags, `--blink-settings=defaultFontSize=${textSize}`],
  });

export type PageOptions = {
  readonly width: 1280 | 412 | 360 | 320;
  readonly theme: 'dark' | 'light';
  readonly language?: string;
  /** The browser storage that an earlier log-in returned. */
  readonly storageState?: Exclude<BrowserContextOptions['storageState'], undefined | string>;
};

/** The longest wait of a click or a query. It is twice the default of Playwright, because two products and two browsers may share two cores. */
const waitMs = 60_000;

/** A script of the page. It logs an error when the content security policy refuses something, also when the code of the page has caught the refusal. */
const reportViolations = `document.addEventListener('securitypolicyviolation', (event) =>
  console.error('The content security policy refuses ' + event.blockedURI + ' by ' + event.effectiveDirective))`;

/** Opens a page with a separate storage. `problems` collects uncaught errors and refused resources. */
export async function openPage(browser: Browser, options: PageOptions): Promise<{ page: Page; problems: string[] }> {
  const context = await browser.newContext({
    viewport: { width: options.width, height: options.width < 600 ? 780 : 900 },
    colorScheme: options.theme,
    locale: options.language ?? 'en-US',
    reducedMotion: 'reduce',
    ...(options.storageState === undefined ? {} : { storageState: options.storageState }),
  });
  context.setDefaultTimeout(waitMs);
  await context.addInitScript(reportViolations);
  const page = await context.newPage();
  const problems: string[] = [];
  page.on('pageerror', (error) => problems.push(error.message));
  page.on('console', (message) => {
    if (message.type() === 'error' && !message.text().includes('401')) problems.push(message.text());
  });
  return { page, problems };
}

/** Logs in through the log-in card of the landing page. */
export async function logInThroughCard(
  page: Page,
  origin: string,
  account: { email: string; password: string },
): Promise<void> {
  await page.goto(origin);
  await page.getByRole('button', { name: 'Log in', exact: true }).first().click();
  const submit = await fillLogInCard(page, account);
  await submit.click();
  await page.waitForURL('**/dashboard/**');
}

/** Fills the open log-in card and returns its button. */
export async function fillLogInCard(page: Page, account: { email: string; password: string }): Promise<Locator> {
  await page.getByLabel('Email').fill(account.email);
  await page.getByLabel('Password', { exact: true }).fill(account.password);
  return page.getByRole('dialog').getByRole('button', { name: 'Log in', exact: true });
}

/** Fills every field of the sign-up page and accepts the rules. */
export async function fillRegistration(page: Page, account: { email: string; password: string }): Promise<void> {
  for (const [label, text] of Object.entries({
    Email: account.email,
    Password: account.password,
    'Repeat the password': account.password,
    'Messaging ID (Telegram)': '@mina_trades',
  }))
    await page.getByLabel(label, { exact: true }).fill(text);
  await page.getByLabel('Country of residence').selectOption({ label: 'South Korea' });
  for (const box of [/terms/, /privacy/, /18 or older/]) await page.getByRole('checkbox', { name: box }).click();
}

/** The browser storage that a log-in returns. */
export type Session = NonNullable<PageOptions['storageState']>;

/** Logs in once, for all pages that need a session. */
export async function openSession(
  browser: Browser,
  origin: string,
  account: { email: string; password: string },
): Promise<Session> {
  const { page } = await openPage(browser, { width: 1280, theme: 'dark' });
  await logInThroughCard(page, origin, account);
  const { origins } = await page.context().storageState();
  await page.context().close();
  // The result does not contain the refresh cookie. The server replaces this cookie at each refresh, and ends the session when an old
  // cookie is used again. Two pages with one copy of the cookie would therefore end the session.
  return { cookies: [], origins };
}
