// Tests that a position without a bot is shown wherever margin is planned: on the bots tab, in the form and in the review.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BotsTab } from '../../src/app/pages/bots-tab.tsx';
import { ReviewSample } from '../../src/workbench/review-sample.tsx';
import {
  fixedAccount,
  fixedBot,
  fixedInstrument,
  fixedMargin,
  fixedPosition,
  fixedStatus,
} from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const sol = { ...fixedInstrument, instId: 'SOL-USDT-SWAP', baseCcy: 'SOL', ctVal: '1' };
const margin = { ...fixedMargin, foreign_positions: [fixedPosition], foreign_margin: fixedPosition.margin };

const openTab = (bots: (typeof fixedBot)[]) =>
  show(<BotsTab />, {
    responses: {
      margin: () => ({ ...margin, available: '5303.18' }),
      oauthStatus: () => fixedStatus,
      myBots: () => bots,
      instruments: () => ({ items: [fixedInstrument, sol], at: 0 }),
    },
    storage: memberStorage(),
  });

test('after the last bot has ended and its position was kept, the bots tab shows the position, and the form warns and leaves its margin free', async () => {
  await openTab([]);
  const card = page.getByRole('region', { name: 'Position without a bot' });
  await expect.element(card.getByText('65.42\u00a0SOL')).toBeVisible();
  await expect.element(card.getByText('\u221237.12')).toBeVisible();
  await expect.element(card.getByText('88.20')).toBeVisible();
  const note = page.getByText(/Close them on OKX/);
  await expect.element(note).toHaveTextContent(/use 755\.01 USDT of margin: SOL-USDT-SWAP/);
  for (const text of ['SOL-USDT-SWAP', 'Long', '65.42\u00a0SOL', '\u221237.12', '88.20'])
    await expect.element(note.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'Allocation' })).toHaveValue('4,093.35');
});

test('beside a running bot the rail of the bots tab shows the position without a bot', async () => {
  await openTab([fixedBot]);
  await expect.element(page.getByText(/No bot manages this position/)).toBeVisible();
});

test.each([
  ['live', 'global', 'https://www.okx.com/trade-swap/sol-usdt-swap'],
  ['live', 'eea', 'https://my.okx.com/trade-swap/sol-usdt-swap'],
  ['live', 'unknown', undefined],
  ['demo', 'global', undefined],
  ['sandbox', 'global', undefined],
] as const)(
  'the position of a %s account of the site %s has a link to the page %s',
  async (environment, domain, to) => {
    await show(<BotsTab />, {
      responses: {
        margin: () => ({ ...margin, available: '5303.18' }),
        oauthStatus: () => ({ ...fixedStatus, accounts: [{ ...fixedAccount, environment, domain }] }),
        myBots: () => [],
        instruments: () => ({ items: [fixedInstrument, sol], at: 0 }),
      },
      storage: memberStorage(),
    });
    const card = page.getByRole('region', { name: 'Position without a bot' });
    await expect.element(card.getByText('88.20')).toBeVisible();
    const links = card.getByRole('link', { name: 'Open OKX' }).elements();
    const attributes = links.map((link) => ['href', 'target', 'rel'].map((name) => link.getAttribute(name)));
    expect(attributes).toEqual(to === undefined ? [] : [[to, '_blank', 'noopener']]);
  },
);

test('the contracts beside those of a running bot have a card with the name of the bot, which says that it opens no new entries', async () => {
  const beside = { ...fixedPosition, symbol: fixedBot.symbol, position_size: '12', beside: fixedBot.title };
  await show(<BotsTab />, {
    responses: {
      margin: () => ({ ...margin, foreign_positions: [beside] }),
      oauthStatus: () => fixedStatus,
      myBots: () => [fixedBot],
      instruments: () => ({ items: [fixedInstrument], at: 0 }),
    },
    storage: memberStorage(),
  });
  const card = page.getByRole('region', { name: 'Position without a bot' });
  await expect.element(card.getByText(`beyond what “${fixedBot.title}” holds`)).toBeVisible();
  await expect
    .element(card.getByText(/The bot places no new entries until you close these contracts on OKX/))
    .toBeVisible();
  await expect.element(card.getByText('1.2\u00a0ETH')).toBeVisible();
});

test('the review of a new bot shows the size, the PnL and the est. liquidation of the positions without a bot, and what to do', async () => {
  await show(<ReviewSample foreign={{ positions: [fixedPosition], margin: '755.01' }} />, {
    responses: { instruments: () => ({ items: [fixedInstrument, sol], at: 0 }) },
  });
  await page.getByRole('button').first().click();
  const note = page.getByRole('dialog').getByText(/Close them on OKX/);
  for (const text of ['SOL-USDT-SWAP', 'Long', '65.42\u00a0SOL', '\u221237.12', '88.20'])
    await expect.element(note.getByText(text, { exact: true })).toBeVisible();
});
