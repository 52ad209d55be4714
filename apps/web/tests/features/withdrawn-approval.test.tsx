// Tests of the bots tab of a person whose approval was withdrawn (decision 42).
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { ProofProvider } from '../../src/features/security/proof-context.tsx';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { fixedBot, fixedInstrument, fixedMargin, fixedStatus, fixedUser } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const revoked = { ...fixedUser, has_granted: false, approval: 'revoked' as const };

async function openTab(responses: Responses): Promise<void> {
  const instruments = () => ({ items: [fixedInstrument], at: 0 });
  const tab = (
    <ProofProvider>
      <BotsTab />
    </ProofProvider>
  );
  await show(tab, { responses: { instruments, ...responses }, storage: memberStorage(revoked) });
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
