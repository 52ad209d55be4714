// Tests of log-in, sign-up and the pages that need an approval.
import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ApiError } from '../../src/api/calls/api-error.ts';
import { HelpProvider } from '../../src/api/texts/help-context.tsx';
import { LoginCard } from '../../src/features/auth/login-card.tsx';
import { RegisterCard } from '../../src/features/auth/register-card.tsx';
import { Pages } from '../../src/routes.tsx';
import { fixedUser } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

afterEach(() => vi.restoreAllMocks());

const loginCard = <LoginCard isOpen onClose={() => undefined} returnTo={{ current: null }} />;

test('in the log-in card "keep me logged in" is checked by default, and the card sends the typed e-mail and password', async () => {
  const failure = new ApiError({ status: 401, code: 'INVALID_CREDENTIALS' });
  const login = vi.fn<NonNullable<Responses['login']>>(() => Promise.reject(failure));
  await show(loginCard, { responses: { login } });
  await expect.element(page.getByRole('checkbox', { name: /Keep me logged in/ })).toBeChecked();
  const password = page.getByLabelText('Password', { exact: true });
  await page.getByRole('textbox', { name: 'Email' }).fill(' mina@example.com ');
  await password.fill('correct horse');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const body = { email: 'mina@example.com', password: 'correct horse', remember: true };
  await vi.waitFor(() => expect(login.mock.calls).toEqual([[{ body }]]));
  await expect.element(page.getByRole('alert')).toBeVisible();
  await expect.element(password).toHaveFocus();
});

test('a refused log-in is also a toast above the open card', async () => {
  const login = (): Promise<never> => Promise.reject(new ApiError({ status: 401, code: 'INVALID_CREDENTIALS' }));
  await show(loginCard, { responses: { login } });
  await page.getByRole('textbox', { name: 'Email' }).fill('mina@example.com');
  await page.getByLabelText('Password', { exact: true }).fill('wrong');
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  await vi.waitFor(() => expect(document.querySelector('.toast[data-tone=error]')).not.toBeNull());
  expect(document.querySelector('.toast')?.textContent).toBe(
    document.querySelector('.login-card [role=alert]')?.textContent,
  );
  // The region is opened after the dialog, so it is above it in the top layer of the browser.
  expect(document.querySelector('.toasts:popover-open')).not.toBeNull();
});

test('when the e-mail is empty, the card sends nothing, and the e-mail field gets the focus and shows the error', async () => {
  const login = vi.fn();
  await show(loginCard, { responses: { login } });
  await page.getByRole('button', { name: 'Log in', exact: true }).click();
  const email = page.getByRole('textbox', { name: 'Email' });
  await expect.element(email).toHaveAttribute('aria-invalid', 'true');
  await expect.element(email).toHaveFocus();
  await expect.element(page.getByText('Please enter your email and password.')).toBeVisible();
  expect(login).not.toHaveBeenCalled();
});

const rules = {
  is_open: true,
  minimum_age: 18,
  minimum_password_length: 8,
  consent_version: '2025-08-01',
  prohibited_regions: ['US'],
  needs_ref: true,
  default_ref: '111111',
};

test('a sign-up needs the check box "18 or older" in addition to the check boxes for the terms and for privacy', async () => {
  await show(<RegisterCard invitation="111111" />, { responses: { registration: () => rules } });
  await page.getByRole('textbox', { name: 'Email' }).fill('mina@example.com');
  const passwords = document.querySelectorAll<HTMLInputElement>('input[type=password]');
  for (const each of passwords) await page.elementLocator(each).fill('correct horse');
  const name = document.querySelector<HTMLInputElement>('input[name=name]');
  await page.elementLocator(name ?? document.body).fill('mina_trades');
  await page.getByRole('combobox').selectOptions('KR');
  const adult = page.getByRole('checkbox', { name: 'I am 18 or older.' });
  for (const box of page.getByRole('checkbox').all()) await box.click();
  await expect.element(adult).toBeChecked();
  const submit = page.getByRole('button', { name: 'Register', exact: true });
  await expect.element(submit).toBeEnabled();
  await adult.click();
  await expect.element(submit).toBeDisabled();
});

const help = { guide_url: null, documentation_url: null, support_url: 'mailto:help@rondo.test' };

test('a person who has forgotten the password finds the contact of the operator in the log-in card', async () => {
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(help));
  await show(<HelpProvider>{loginCard}</HelpProvider>);
  await expect.element(page.getByText(/Forgot your password\?/)).toBeVisible();
  const contact = page.getByRole('dialog').getByRole('link', { name: 'Support' });
  await expect.element(contact).toHaveAttribute('href', 'mailto:help@rondo.test');
});

test('the sign-up names the messenger, and a link that opens in a new tab says so by a sign and not by visible words', async () => {
  await show(<RegisterCard invitation="111111" />, { responses: { registration: () => rules } });
  await expect.element(page.getByRole('textbox', { name: 'Messaging ID (Telegram)' })).toBeVisible();
  for (const name of ['terms (opens in a new tab)', 'privacy notice (opens in a new tab)']) {
    const link = page.getByRole('link', { name, exact: true });
    await expect.element(link).toHaveAttribute('target', '_blank');
    expect(link.element().querySelector('svg')?.checkVisibility()).toBe(true);
    expect(link.element().querySelector('.hidden-text')?.textContent).toBe('(opens in a new tab)');
  }
});

test('the list of countries has the arrow of the other fields and not the one of the browser', async () => {
  await show(<RegisterCard invitation="111111" />, { responses: { registration: () => rules } });
  const field = page.getByRole('combobox', { name: 'Country of residence' });
  await expect.element(field).toBeVisible();
  expect(getComputedStyle(field.element()).appearance).toBe('none');
  expect(field.element().parentElement?.querySelector('svg')?.checkVisibility()).toBe(true);
});

test('while registration is closed, the page has a card with the contact of the operator and no form', async () => {
  const responses: Responses = { registration: () => ({ ...rules, is_open: false }) };
  vi.spyOn(globalThis, 'fetch').mockImplementation(async () => Response.json(help));
  const product = (
    <HelpProvider>
      <Pages />
    </HelpProvider>
  );
  await show(product, { responses, path: '/rondo/happy/auth/register?ref=111111' });
  await expect.element(page.getByRole('heading', { level: 1, name: 'Registration is closed' })).toBeVisible();
  const contact = page.getByRole('main').getByRole('link', { name: 'Support' });
  await expect.element(contact).toHaveAttribute('href', 'mailto:help@rondo.test');
  expect(document.querySelector('form, input, ol')).toBeNull();
});

const openAs = (hasGranted: boolean, path: string) =>
  show(<Pages />, {
    storage: memberStorage({ ...fixedUser, has_granted: hasGranted }),
    path,
    responses: {
      myBots: () => [],
      oauthStatus: () => ({ connected: false, accounts: [], broker_code: '' }),
      exchangeAccounts: () => ({ accounts: [] }),
    },
  });

test.each(['/dashboard/history', '/dashboard/integration'])(
  'a member who is not approved yet is redirected from %s to the waiting page',
  async (path) => {
    await openAs(false, path);
    await expect.element(page.getByText('We have your registration.')).toBeVisible();
  },
);

test('an approved member can open the history page', async () => {
  await openAs(true, '/dashboard/history');
  await expect.element(page.getByRole('heading', { level: 1, name: 'History' })).toBeVisible();
});
