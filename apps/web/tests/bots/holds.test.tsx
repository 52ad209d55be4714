// Tests of the holds on the card of a bot: the wait and the lock of the loss guard, and the holds of other owners.
import type { BotWire } from '@rondo/contract';
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

test('the card of a bot with a guard lock shows the reason, and the owner releases the lock with one button', async () => {
  const releaseGuard = vi.fn<NonNullable<Responses['releaseGuard']>>(() => ({
    success: true,
    pending: false,
    bot: fixedBot,
  }));
  const bot: BotWire = {
    ...fixedBot,
    phase: 'locked',
    take_profit_price: null,
    next_moves: [],
    holds: [{ by: 'guard', level: 'rounds', reason: 'stops', until: null }],
  };
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { responses: { releaseGuard }, storage: memberStorage() });
  await expect.element(page.getByText(/Too many stop losses within an hour/)).toBeVisible();
  await expect.element(page.getByText('Next moves')).not.toBeInTheDocument();
  await page.getByRole('button', { name: 'Release the bot' }).click();
  await vi.waitFor(() => expect(releaseGuard).toHaveBeenCalledOnce());
  expect(releaseGuard.mock.calls[0]?.[0]).toMatchObject({ params: { id: 'bot-1' } });
});

test('a bot that waits after a stop loss shows when its next round opens', async () => {
  const until = '2026-03-01T09:05:00.000Z';
  const bot: BotWire = {
    ...fixedBot,
    phase: 'waiting_after_stop',
    holds: [{ by: 'guard', level: 'rounds', reason: 'stop_loss', until }],
  };
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { storage: memberStorage() });
  await expect.element(page.getByText(/The next round waits until \d/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Release the bot' })).not.toBeInTheDocument();
});

test('the card names the owner, the level and the end of each hold', async () => {
  const bot: BotWire = {
    ...fixedBot,
    phase: 'paused',
    holds: [
      { by: 'grant', level: 'entries', reason: 'approval', until: null },
      { by: 'maintenance', level: 'rounds', reason: 'maintenance', until: '2026-03-01T09:05:00.000Z' },
      { by: 'freeze', level: 'entries', reason: 'frozen', until: null },
      { by: 'restore', level: 'entries', reason: 'unconfirmed', until: null },
    ],
  };
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { storage: memberStorage() });
  await expect.element(page.getByText(/withdrawn the approval.*Entries are cancelled/)).toBeVisible();
  await expect.element(page.getByText(/server is frozen.*until the operator confirms/)).toBeVisible();
  await expect.element(page.getByText(/on hold for maintenance.*no new round opens.*Until/)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Release the bot' })).not.toBeInTheDocument();
});

test('the owner releases a hold that a message has set', async () => {
  const releaseHold = vi.fn<NonNullable<Responses['releaseHold']>>(() => ({
    success: true,
    pending: false,
    bot: fixedBot,
  }));
  const bot: BotWire = {
    ...fixedBot,
    phase: 'paused',
    holds: [{ by: 'user', level: 'rounds', reason: 'webhook', until: null }],
  };
  const card = <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />;
  await show(card, { responses: { releaseHold }, storage: memberStorage() });
  await expect.element(page.getByText(/A webhook message has put this bot on hold.*no new round opens/)).toBeVisible();
  await page.getByRole('button', { name: 'Release the hold' }).click();
  await vi.waitFor(() => expect(releaseHold).toHaveBeenCalledOnce());
  expect(releaseHold.mock.calls[0]?.[0]).toMatchObject({ params: { id: 'bot-1' } });
});

test.each([
  ['grant', 'Ask the operator. You can stop the bot at any time.'],
  ['key', 'Create a new key on the Exchange tab.'],
  ['maintenance', 'You do not have to do anything: the bot continues after the maintenance.'],
  ['panic', 'Ask the operator when the hold will end. You can stop the bot at any time.'],
] as const)('the card says what the owner can do about a hold of the owner %s', async (by, text) => {
  const bot: BotWire = { ...fixedBot, phase: 'paused', holds: [{ by, level: 'entries', reason: by, until: null }] };
  await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, { storage: memberStorage() });
  await expect.element(page.getByText(text)).toBeVisible();
  const links = page.getByRole('link', { name: 'Open the Exchange tab' }).elements();
  expect(links).toHaveLength(by === 'key' ? 1 : 0);
});
