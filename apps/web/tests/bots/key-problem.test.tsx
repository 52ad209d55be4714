// Tests that the card of a bot, the card of the account and a toast say when the trading key prevents entries.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { ExchangeAccountWire } from '@rondo/contract';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { ConnectionMonitor } from '../../src/features/connection/warnings/connection-monitor.tsx';
import { AccountCard } from '../../src/features/link/accounts/account-card.tsx';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { fixedAccount, fixedBot, fixedInstrument, fixedStatus } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const showCard = (account: ExchangeAccountWire) =>
  show(<BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    responses: { oauthStatus: () => ({ ...fixedStatus, accounts: [account] }) },
    storage: memberStorage(),
  });

test('when the key may withdraw, the card of a bot says that no entries follow, lists only exits and links to the exchange tab', async () => {
  await showCard({ ...fixedAccount, permissions: ['read_only', 'trade', 'withdraw'] });
  await expect.element(page.getByText(/key of this account can withdraw/)).toBeVisible();
  await expect.element(page.getByText('No new entries', { exact: true })).toBeVisible();
  await expect.element(page.getByRole('link', { name: 'Open the Exchange tab' })).toBeVisible();
  expect(page.getByText(/Step 3 buys/).elements()).toEqual([]);
});

test('when the exchange refuses the key, the card of a bot says so', async () => {
  await showCard({ ...fixedAccount, key_state: 'refused' });
  await expect.element(page.getByText(/exchange refuses the trading key/)).toBeVisible();
});

test('with a good key the card of a bot shows no warning about the key', async () => {
  await showCard(fixedAccount);
  await expect.element(page.getByText(/Step 3 buys/)).toBeVisible();
  expect(page.getByText('No new entries', { exact: true }).elements()).toEqual([]);
});

test.each([
  [['read_only', 'trade'], 'read, trade. No withdrawals'],
  [['read_only', 'trade', 'withdraw'], 'read, trade, withdraw'],
])('the account card shows the rights %j of the key as the exchange reported them', async (permissions, text) => {
  const account = { ...fixedAccount, permissions };
  const card = (
    <ProofProvider>
      <AccountCard account={account} bots={[]} onAsk={() => undefined} />
    </ProofProvider>
  );
  await show(card, { responses: { oauthStatus: () => fixedStatus }, storage: memberStorage() });
  await expect.element(page.getByText(text, { exact: true })).toBeVisible();
});

test('when the key was revoked, the card of a bot says so before the bot is on hold', async () => {
  const account = { ...fixedAccount, key_state: 'revoked' as const };
  await showCard(account);
  await expect.element(page.getByText(/trading key of the account is revoked\. Create a new key/)).toBeVisible();
  await expect.element(page.getByText('No new entries', { exact: true })).toBeVisible();
});

test('when the key was revoked and holds the bot, the card has one banner about the key', async () => {
  const held = { ...fixedBot, holds: [{ by: 'key' as const, level: 'entries' as const, reason: 'key', until: null }] };
  await show(<BotCard bot={held} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    responses: { oauthStatus: () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, key_state: 'revoked' }] }) },
    storage: memberStorage(),
  });
  await expect.element(page.getByText('No new entries', { exact: true })).toBeVisible();
  await expect.element(page.getByText(/trading key of the account is revoked/)).toBeVisible();
  expect(page.getByRole('link', { name: 'Open the Exchange tab' }).elements()).toHaveLength(1);
});

test.each([
  ['none', 'no trading key', 'warning'],
  ['missing', 'trading key deleted', 'danger'],
  ['refused', 'refused', 'danger'],
  ['active', 'active', 'ok'],
] as const)('with the state %s of the key the chip of the account card says "%s"', async (state, text, tone) => {
  const account = { ...fixedAccount, key_state: state };
  const card = (
    <ProofProvider>
      <AccountCard account={account} bots={[]} onAsk={() => undefined} />
    </ProofProvider>
  );
  await show(card, { responses: { oauthStatus: () => fixedStatus }, storage: memberStorage() });
  const chip = page.getByRole('region', { name: 'Main account' }).element().querySelector('.card-head .chip');
  expect(chip?.textContent).toBe(text);
  expect(chip?.getAttribute('data-tone')).toBe(tone);
});

test.each<[string, Partial<ExchangeAccountWire>, RegExp]>([
  ['may withdraw', { permissions: ['read_only', 'trade', 'withdraw'] }, /can withdraw/],
  ['is refused', { key_state: 'refused' }, /refuses the key/],
  ['is revoked', { key_state: 'revoked' }, /revoked the trading key/],
])('when the key %s, one toast names the account and says so', async (_problem, change, text) => {
  const account = { ...fixedAccount, expires_at: null, ...change };
  await show(<ConnectionMonitor />, {
    responses: { oauthStatus: () => ({ ...fixedStatus, accounts: [account] }) },
    storage: memberStorage(),
  });
  await vi.waitFor(() => expect(document.querySelectorAll('.toast[data-tone=error]')).toHaveLength(1));
  const toast = page.elementLocator(document.querySelector('.toast') ?? document.body);
  await expect.element(toast).toHaveTextContent(fixedAccount.name);
  await expect.element(toast).toHaveTextContent(text);
});
