// Tests of the status chip of the top bar: it names trading keys with a problem and bots on hold, and says what to do and where.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BotWire, ExchangeAccountWire, HoldWire } from '@rondo/contract';
import { HealthChip } from '../../src/app/frame/health-chip.tsx';
import { fixedAccount, fixedBot, fixedStatus } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

type State = { readonly account?: Partial<ExchangeAccountWire>; readonly holds?: HoldWire[] };

const bot = (holds: HoldWire[]): BotWire => ({ ...fixedBot, holds });

const showChip = ({ account = {}, holds = [] }: State) =>
  show(<HealthChip />, {
    responses: {
      health: () => ({ ready: true, parts: {}, venue: 'sandbox', at: 0 }),
      oauthStatus: () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, ...account }] }),
      myBots: () => [bot(holds)],
    },
    storage: memberStorage(),
  });

test('with good keys and without a hold the chip says that everything is connected', async () => {
  await showChip({});
  await expect.element(page.getByRole('button', { name: 'Connected' })).toBeVisible();
});

test('a refused key changes the word of the chip, and the dialog names the account and leads to the exchange tab', async () => {
  await showChip({ account: { key_state: 'refused' } });
  await page.getByRole('button', { name: 'Needs attention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Needs attention' });
  await expect.element(dialog.getByText('Main account')).toBeVisible();
  await expect.element(dialog.getByText(/exchange refuses the trading key/)).toBeVisible();
  await expect
    .element(dialog.getByRole('link', { name: 'Open the Exchange tab' }))
    .toHaveAttribute('href', '/dashboard/integration');
  await expect.element(dialog.getByText('Rondo server')).toBeVisible();
});

test('a key that may withdraw changes the word of the chip, and the dialog says that it can withdraw', async () => {
  await showChip({ account: { permissions: ['read_only', 'trade', 'withdraw'] } });
  await page.getByRole('button', { name: 'Needs attention' }).click();
  const dialog = page.getByRole('dialog', { name: 'Needs attention' });
  await expect.element(dialog.getByText('Main account')).toBeVisible();
  await expect.element(dialog.getByText(/can withdraw/)).toBeVisible();
});

test('a bot on hold changes the word of the chip, and the dialog says why, what to do, and leads to the bots', async () => {
  await showChip({ holds: [{ by: 'grant', level: 'entries', reason: 'approval', until: null }] });
  await page.getByRole('button', { name: 'Needs attention' }).click();
  const dialog = page.getByRole('dialog');
  await expect.element(dialog.getByText(fixedBot.title)).toBeVisible();
  await expect.element(dialog.getByText(/withdrawn the approval\. Ask the operator\./)).toBeVisible();
  await dialog.getByRole('link', { name: 'Bots' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
});

test('a bot that its owner has put on hold does not change the word of the chip', async () => {
  await showChip({ holds: [{ by: 'user', level: 'rounds', reason: 'user', until: null }] });
  await expect.element(page.getByRole('button', { name: 'Connected' })).toBeVisible();
});
