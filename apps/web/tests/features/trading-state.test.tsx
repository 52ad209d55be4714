// Tests of the trading state of an instrument on the card of a bot: suspension, announced end of trading, and a rest without an exit.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BotWire } from '@rondo/contract';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const cardOf = (changes: Partial<BotWire>) => (
  <BotCard bot={{ ...fixedBot, ...changes }} receivedAt={Date.now()} instrument={fixedInstrument} />
);

test.each([
  ['halted', /The exchange has suspended trading/],
  ['postOnly', /accepts post-only orders only/],
  ['expired', /settles the open position/],
] as const)('the card of a bot says what the trading state %s means for the bot', async (state, words) => {
  await show(cardOf({ trading: { state, ends_at: null } }), { storage: memberStorage() });
  await expect.element(page.getByText(words)).toBeVisible();
});

test('the card of a bot shows the announced end of trading and the contracts that have no exit', async () => {
  const trading = { state: 'live', ends_at: '2026-03-09T08:00:00.000Z' } as const;
  await show(cardOf({ trading, dust_size: '0.07' }), { storage: memberStorage() });
  await expect.element(page.getByText(/ends trading of this pair on 9 Mar 2026/)).toBeVisible();
  await expect.element(page.getByText(/0\.07 contracts are below the exchange’s smallest order/)).toBeVisible();
});

test('the card of a bot on a traded instrument shows no message about trading', async () => {
  await show(cardOf({}), { storage: memberStorage() });
  await expect.element(page.getByText(fixedBot.title).first()).toBeVisible();
  expect(document.body.textContent).not.toMatch(/suspended trading|ends trading|smallest order/);
});

test('the next moves of a bot whose pair is suspended contain its exit and no entry', async () => {
  await show(cardOf({ trading: { state: 'halted', ends_at: null } }), { storage: memberStorage() });
  await expect.element(page.getByText(/Sells 0.737 ETH at 3,406.59/)).toBeVisible();
  await expect.element(page.getByText(/Step 3 buys/)).not.toBeInTheDocument();
  await expect.element(page.getByText('rests on the order book')).not.toBeInTheDocument();
});
