// Tests of the bots tab of a person whose approval was withdrawn (decision 42).
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import type { StoredUser } from '../../src/lib/storage/storage.ts';
import { fixedKeyedAccount } from '../../src/workbench/cards/venue-cards.tsx';
import {
  fixedBot,
  fixedInstrument,
  fixedMargin,
  fixedProfile,
  fixedStatus,
  fixedUser,
} from '../../src/workbench/samples.ts';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const revoked = { ...fixedUser, has_granted: false, approval: 'revoked' as const };
/** The person of a log-in whose profile could not be read. */
const unread = { ...fixedUser, has_granted: false, approval: null };

async function openTab(responses: Responses, user: StoredUser = revoked): Promise<void> {
  const instruments = () => ({ items: [fixedInstrument], at: 0 });
  const tab = (
    <ProofProvider>
      <BotsTab />
    </ProofProvider>
  );
  const exchangeAccounts = () => ({ accounts: [] });
  await show(tab, { responses: { instruments, exchangeAccounts, ...responses }, storage: memberStorage(user) });
}

test('a person whose approval was withdrawn sees the running bots, can stop them, and cannot create a bot', async () => {
  await openTab({ margin: () => fixedMargin, oauthStatus: () => fixedStatus, myBots: () => [fixedBot] });
  await expect.element(page.getByRole('status').filter({ hasText: 'approval was withdrawn' })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Disconnect' })).toBeVisible();
  expect(page.getByRole('button', { name: 'New bot', exact: true }).elements()).toEqual([]);
});

test('a person whose approval was withdrawn can disconnect an account without bots', async () => {
  const oauthDisconnect = vi.fn(() => ({ success: true as const, account_id: 'account-1', is_key_deleted: true }));
  await openTab({ oauthStatus: () => fixedStatus, myBots: () => [], oauthDisconnect });
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Disconnect' }).click();
  await vi.waitFor(() => expect(oauthDisconnect).toHaveBeenCalledOnce());
});

test('a person whose approval was withdrawn and who has no bot and no account reads that the approval was withdrawn', async () => {
  await openTab({ oauthStatus: () => ({ ...fixedStatus, accounts: [] }), myBots: () => [] });
  await expect.element(page.getByRole('heading', { name: 'Your approval was withdrawn.' })).toBeVisible();
  expect(page.getByText('We have your registration.').elements()).toEqual([]);
});

test('while bots and links are being loaded, the page does not say that an approval is pending', async () => {
  await openTab({ oauthStatus: () => ({ ...fixedStatus, accounts: [] }) });
  await vi.waitFor(() => expect(document.querySelector('.skeleton')).not.toBeNull());
  expect(page.getByRole('heading', { name: 'Your approval was withdrawn.' }).elements()).toEqual([]);
});

test('when bots and links cannot be loaded, the page says so, and a button loads them again', async () => {
  const myBots = vi.fn<NonNullable<Responses['myBots']>>(failing(500));
  await openTab({ oauthStatus: failing(500), myBots });
  await expect.element(page.getByRole('alert')).toBeVisible();
  expect(page.getByRole('heading', { name: 'Your approval was withdrawn.' }).elements()).toEqual([]);
  myBots.mockImplementation(() => [fixedBot]);
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('article', { name: fixedBot.title })).toBeVisible();
});

test('a person whose approval was withdrawn sees the linked LBank accounts and can disconnect them', async () => {
  const deleteExchangeAccount = vi.fn(() => ({ success: true as const }));
  await openTab({
    oauthStatus: () => ({ ...fixedStatus, accounts: [] }),
    myBots: () => [],
    exchangeAccounts: () => ({ accounts: [fixedKeyedAccount] }),
    deleteExchangeAccount,
  });
  await expect.element(page.getByText(fixedKeyedAccount.account_name)).toBeVisible();
  await page.getByRole('button', { name: 'Disconnect' }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click();
  await vi.waitFor(() => expect(deleteExchangeAccount).toHaveBeenCalledOnce());
});

test('a person whose approval was withdrawn sees the margin, and a stop is sent with the close of the position', async () => {
  const botStatus = vi.fn<NonNullable<Responses['botStatus']>>(() => ({
    success: true,
    pending: false,
    bot: { ...fixedBot, phase: 'stopping' as const },
  }));
  await openTab({ margin: () => fixedMargin, oauthStatus: () => fixedStatus, myBots: () => [fixedBot], botStatus });
  await expect
    .element(page.getByRole('region', { name: 'Margin' }))
    .toHaveTextContent(/Available for new bots.*5,303\.18.*Total balance.*7,303\.18/);
  await page.getByRole('button', { name: 'Stop', exact: true }).click();
  await page.getByRole('menuitem', { name: /Close position and stop bot/ }).click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Close position and stop bot' }).click();
  await vi.waitFor(() => expect(botStatus).toHaveBeenCalledOnce());
  expect(botStatus.mock.calls[0]?.[0]).toEqual({
    params: { id: fixedBot.id },
    body: { status: 'completed', close_position: true, is_last: true },
  });
});

test('while the profile cannot be read, a person with a bot can stop it, reads no word of a withdrawn approval, and a button reads the profile', async () => {
  const me = vi.fn<NonNullable<Responses['me']>>(failing(500));
  const responses = { margin: () => fixedMargin, oauthStatus: () => fixedStatus, myBots: () => [fixedBot], me };
  await openTab(responses, unread);
  await expect.element(page.getByRole('article', { name: fixedBot.title })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Stop', exact: true })).toBeVisible();
  expect(page.getByText(/approval was withdrawn/).elements()).toEqual([]);
  expect(page.getByRole('button', { name: 'New bot', exact: true }).elements()).toEqual([]);
  me.mockImplementation(() => fixedProfile);
  await page.getByRole('button', { name: 'Check again' }).click();
  // The profile says that the person is approved.
  await expect.element(page.getByText('Your profile could not be loaded')).not.toBeInTheDocument();
  await expect.element(page.getByRole('button', { name: 'New bot', exact: true })).toBeVisible();
  await expect.element(page.getByRole('article', { name: fixedBot.title })).toBeVisible();
});

test('a person with a bot whom the operator has refused reads that the approval was withdrawn', async () => {
  const responses = { margin: () => fixedMargin, oauthStatus: () => fixedStatus, myBots: () => [fixedBot] };
  await openTab(responses, { ...unread, approval: 'rejected' });
  await expect.element(page.getByRole('status').filter({ hasText: 'approval was withdrawn' })).toBeVisible();
});

test('when the profile cannot be read again, the page says why, and the button stays', async () => {
  const me = vi.fn(failing(500));
  await openTab({ margin: () => fixedMargin, oauthStatus: () => fixedStatus, myBots: () => [fixedBot], me }, unread);
  const button = page.getByRole('button', { name: 'Check again' });
  await expect.element(button).toBeVisible();
  const before = me.mock.calls.length;
  await button.click();
  await vi.waitFor(() => expect(me.mock.calls.length).toBe(before + 1));
  await expect.element(page.getByText('Your profile could not be loaded')).toBeVisible();
  await expect.element(button).toBeEnabled();
});
