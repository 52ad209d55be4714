// Tests that the creation form says what the trading key of the account can do, and that a bad key blocks the start of a bot.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ExchangeAccountWire } from '@rondo/contract';
import { CreateBotPanel } from '../../src/features/create/create-bot-panel.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { fixedAccount, fixedStatus } from '../../src/workbench/samples.ts';
import { creationResponses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';

const withdrawing = ['read_only', 'trade', 'withdraw'];

const openForm = async (changes: Partial<ExchangeAccountWire>, language: Language = 'en') => {
  const oauthStatus = () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, ...changes }] });
  const responses = { ...creationResponses, oauthStatus };
  const { container } = await show(<CreateBotPanel onCreated={() => undefined} />, {
    language,
    responses,
    storage: memberStorage(),
  });
  await expect.poll(() => container.querySelector('.exchange-badge a, .exchange-badge .ok-text')).not.toBeNull();
  return container;
};

test('with a key that can read and trade the form says so, and a bot can be reviewed', async () => {
  const container = await openForm({});
  expect(container.querySelector('.exchange-badge')?.textContent).toBe('OKX linkedread and trade only');
  await expect.element(page.getByRole('button', { name: 'Review bot' })).toBeEnabled();
});

test.each<[Partial<ExchangeAccountWire>, RegExp]>([
  [{ permissions: withdrawing }, /can withdraw\. No bot can start until you replace the key\./],
  [{ key_state: 'refused' }, /The exchange refuses the trading key .* No bot can start until you create a new key\./],
  [{ key_state: 'revoked' }, /The operator has revoked the trading key .* No bot can start/],
  [{ key_state: 'missing', permissions: null }, /trading key of this account was deleted\. No bot can start/],
  [{ permissions: ['read_only'] }, /cannot trade\. No bot can start until you replace the key\./],
])(
  'with the key %j the form has the reason instead of the rights, links to the exchange tab and starts no bot',
  async (changes, reason) => {
    const container = await openForm(changes);
    const badge = container.querySelector('.exchange-badge');
    expect(badge?.textContent).toMatch(reason);
    expect(badge?.textContent).not.toContain('read and trade only');
    expect(badge?.querySelector('.ok-text')).toBeNull();
    await expect.element(page.getByRole('link', { name: 'Open the Exchange tab' })).toBeVisible();
    const button = page.getByRole('button', { name: 'Review bot' });
    await expect.element(button).toBeDisabled();
    await expect.element(button).toHaveAccessibleDescription(reason);
  },
);

test('before the exchange has reported the rights, the form says so and has no green tick', async () => {
  const oauthStatus = () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, permissions: null }] });
  const responses = { ...creationResponses, oauthStatus };
  const { container } = await show(<CreateBotPanel onCreated={() => undefined} />, {
    responses,
    storage: memberStorage(),
  });
  await expect.element(page.getByText('OKX has not reported the rights of the key yet')).toBeVisible();
  expect(container.querySelector('.exchange-badge .ok-text')).toBeNull();
  await expect.element(page.getByRole('button', { name: 'Review bot' })).toBeEnabled();
});

const canWithdraw: Record<Language, string> = {
  en: 'can withdraw',
  ko: '출금 권한이 있습니다',
  ru: 'есть право на вывод',
  zh: '具有提现权限',
  ja: '出金権限があります',
};

test.each(languages)('in the language %s the form says that the key can withdraw', async (language) => {
  const container = await openForm({ permissions: withdrawing }, language);
  expect(container.querySelector('.exchange-badge')?.textContent).toContain(canWithdraw[language]);
});
