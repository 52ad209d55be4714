// Tests of the rows, of the detail and of the log of a finished bot: a kept position is marked, the whole row opens the detail, and the detail contains the log.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BotLogWire } from '@rondo/contract';
import { BotLog } from '../../src/features/bots/bot-log.tsx';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { HistoryRows } from '../../src/features/history/history-rows.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { fixedDetail, fixedInstrument } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const line: BotLogWire = {
  created_at: '2026-02-16T15:30:00.000Z',
  type: 'LOSS',
  message: '',
  message_key: 'bots.log.liquidated',
  parameters: { round: '3', netPnl: '-310.55' },
};

test('a click on any cell of a row opens the detail of the bot, and the detail says in its log why the bot ended', async () => {
  await page.viewport(1280, 900);
  const items = fixedHistory.filter(({ end_reason: reason }) => reason === 'liquidated');
  const list = { items, total: 1, total_profit: '-310.55', days: 28, from: '2026-02-01', to: '2026-02-28' };
  await show(<HistoryPage />, {
    responses: {
      history: () => list,
      bot: () => ({ ...fixedDetail, status: 'completed', logs: [line] }),
      botFills: () => ({ items: [], total: 0, total_fees: '0', realised_pnl: '-310.55', is_complete: true }),
      instruments: () => ({ items: [fixedInstrument], at: 0 }),
    },
    storage: memberStorage(),
  });
  const row = page.getByRole('row', { name: /ETH long four/ });
  await row.click({ position: { x: 900, y: 16 } });
  await expect.element(page.getByRole('dialog').getByText('Liquidated by the exchange in round 3')).toBeVisible();
});

test('the profit of a bot whose position was kept is marked as the realised part only', async () => {
  const [first] = fixedHistory;
  if (first === undefined) throw new Error('There is a finished bot.');
  const kept = { ...first, id: 'kept', title: 'Kept', end_reason: 'stopped_left_open', total_profit: '34.37' };
  const closed = { ...kept, id: 'closed', title: 'Closed', end_reason: 'last_round' };
  await page.viewport(1280, 900);
  await show(<HistoryRows items={[kept, closed]} onOpen={() => undefined} />);
  await expect.element(page.getByRole('row', { name: /Kept/ }).getByText('realised part only')).toBeVisible();
  await expect.element(page.getByRole('row', { name: /Kept/ }).getByText('Position kept')).toBeVisible();
  expect(
    page
      .getByRole('row', { name: /Closed/ })
      .getByText('realised part only')
      .elements(),
  ).toEqual([]);
});

test('the detail of a bot whose position was kept marks its profit as the realised part only', async () => {
  await page.viewport(1280, 900);
  const items = fixedHistory.filter(({ end_reason: reason }) => reason === 'stopped_left_open');
  const list = { items, total: 1, total_profit: '18.2', days: 28, from: '2026-02-01', to: '2026-02-28' };
  await show(<HistoryPage />, { responses: { history: () => list }, storage: memberStorage() });
  await page
    .getByRole('row', { name: /ETH long three/ })
    .getByRole('button')
    .click();
  await expect.element(page.getByRole('dialog').getByText('realised part only')).toBeVisible();
});

test('in the log of a bot whose position was kept, the realised part is neither a profit nor a loss', async () => {
  const kept = { ...line, type: 'PROFIT' as const };
  const lines = [
    { ...kept, message_key: 'bots.log.roundCompleted', parameters: { round: '3', reason: 'leave', netPnl: '34.37' } },
    {
      ...kept,
      type: 'OTHER' as const,
      message_key: 'bots.log.botCompleted',
      parameters: { reason: 'stopped_left_open', netPnl: '34.37' },
    },
    { ...kept, message_key: 'bots.log.roundCompleted', parameters: { round: '2', reason: 'take_profit', netPnl: '5' } },
  ];
  const { container } = await show(<BotLog botName="ETH" lines={lines} tickSize="0.1" />);
  const row = page.getByRole('listitem').filter({ hasText: 'Round 3 ended, position kept; realised part' });
  await expect.element(row).toHaveAttribute('data-type', 'OTHER');
  await expect.element(row).toHaveTextContent(/\+34\.37\sUSDT$/u);
  expect(row.element().querySelector('.up, .triangle')).toBeNull();
  const end = page.getByRole('listitem').filter({ hasText: 'The bot has ended, position kept; realised part' });
  expect(end.element().querySelector('.up, .triangle')).toBeNull();
  await page.getByRole('radio', { name: 'Profit' }).click();
  expect([...container.querySelectorAll('.log-line')].map((each) => each.textContent)).toEqual([
    expect.stringContaining('Round 2 completed'),
  ]);
});
