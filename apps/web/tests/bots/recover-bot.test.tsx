// Tests of the two choices on the card of a bot that stopped entering.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

async function showCard(end_reason: string) {
  const recoverBot = vi.fn<NonNullable<Responses['recoverBot']>>(() => ({
    success: true,
    pending: false,
    bot: fixedBot,
  }));
  const bot = { ...fixedBot, phase: 'error', end_reason } as const;
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { responses: { recoverBot }, storage: memberStorage() });
  return recoverBot;
}

test.each([
  ['Continue', 'continue'],
  ['Exits only', 'exits_only'],
])('the button %s of a bot whose position was reduced sends the choice %s', async (name, as) => {
  const recoverBot = await showCard('reduced_externally');
  await expect.element(page.getByText(/You reduced the position at the exchange/)).toBeVisible();
  await expect.element(page.getByText(/contact support/)).not.toBeInTheDocument();
  await page.getByRole('button', { name, exact: true }).click();
  await vi.waitFor(() => expect(recoverBot).toHaveBeenCalledOnce());
  expect(recoverBot.mock.calls[0]?.[0]).toMatchObject({ params: { id: 'bot-1' }, body: { as } });
});

test('a bot that missed its entry has the button to continue and no button for exits only', async () => {
  await showCard('entry_missed');
  await expect.element(page.getByRole('button', { name: 'Continue', exact: true })).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Exits only' })).not.toBeInTheDocument();
});

test('a bot with another error has no button to continue', async () => {
  await showCard('order_rejected');
  await expect.element(page.getByText(/contact support/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Continue', exact: true })).not.toBeInTheDocument();
});
