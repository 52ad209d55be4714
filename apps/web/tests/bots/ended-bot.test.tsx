// Tests that the end of a bot is told with its reason, its result and a way to its row in the history.
import { useIsFetching, useQueryClient } from '@tanstack/react-query';
import { useLocation } from 'react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BotDetailResponse } from '@rondo/contract';
import { applyFeedMessage } from '../../src/api/feed/feed-messages.ts';
import { queryKeys } from '../../src/api/queries/query-keys.ts';
import { EndedNotice } from '../../src/features/bots/ended/ended-notice.tsx';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBot, fixedDetail } from '../../src/workbench/samples.ts';
import { failing } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const ended = { ...fixedBot, status: 'completed' as const };

/** Ends the bot and lets it run again as messages of the feed do, and shows the address of the page and the number of requests for the end of the bot that have no response. */
const Ending = () => {
  const queries = useQueryClient();
  const { pathname, search } = useLocation();
  return (
    <>
      <button type="button" onClick={() => applyFeedMessage(queries, { type: 'bot', data: ended })}>
        end
      </button>
      <button type="button" onClick={() => applyFeedMessage(queries, { type: 'bot', data: fixedBot })}>
        run
      </button>
      <output>{`${pathname}${search}`}</output>
      <output>{`${useIsFetching({ queryKey: queryKeys.ended(ended.id) })} requests`}</output>
    </>
  );
};

async function showEnd(bot: () => BotDetailResponse | Promise<never>, hasHistory = true) {
  let isRead = false;
  await show(
    <>
      <EndedNotice hasHistory={hasHistory} />
      <Ending />
    </>,
    {
      storage: memberStorage(),
      responses: {
        myBots: () => {
          isRead = true;
          return [fixedBot];
        },
        bot,
      },
    },
  );
  await expect.poll(() => isRead).toBe(true);
  await page.getByRole('button', { name: 'end' }).click();
}

const endOf = (reason: string, net: string): BotDetailResponse => ({
  ...fixedDetail,
  ...ended,
  end_reason: reason,
  realised_pnl: net,
});
const toast = (): HTMLElement | null => document.querySelector<HTMLElement>('.toast');

test.each([
  [
    'liquidated',
    '-310.55',
    'error',
    'The exchange has liquidated the position of “ETH long 40%”, and the bot has ended. Result: \u2212310.55 USDT.',
  ],
  ['stop_loss', '-52.4', 'error', 'The stop loss has ended “ETH long 40%”. Result: \u221252.40 USDT.'],
  [
    'expired',
    '3',
    'warning',
    'The exchange has ended trading of the pair, so “ETH long 40%” has ended. Result: +3.00 USDT.',
  ],
  ['last_round', '64.1', 'success', '“ETH long 40%” has ended with its take-profit. Result: +64.10 USDT.'],
  ['stopped_closed', '-4', 'warning', '“ETH long 40%” has ended and its position is closed. Result: \u22124.00 USDT.'],
  [
    'stopped_left_open',
    '34.37',
    'warning',
    '“ETH long 40%” has ended. Its position is kept and has no protection. Realised part: +34.37 USDT.',
  ],
  ['a new reason', '0', 'info', '“ETH long 40%” has ended. Result: 0.00 USDT.'],
] as const)(
  'the end of a bot with the reason %s and the result %s has the tone %s',
  async (...[reason, net, tone, text]) => {
    await showEnd(() => endOf(reason, net));
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
    expect(toast()?.dataset['tone']).toBe(tone);
  },
);

test('the message has a button that opens the detail of the bot in the history', async () => {
  await showEnd(() => endOf('liquidated', '-310.55'));
  await page.getByRole('button', { name: 'Show details' }).click();
  await expect.element(page.getByText('/dashboard/history?bot=bot-1', { exact: true })).toBeVisible();
  await expect.poll(toast).toBeNull();
});

test('a person who may not open the history has no such button', async () => {
  await showEnd(() => endOf('stop_loss', '-1'), false);
  await expect.element(page.getByText(/The stop loss has ended/)).toBeVisible();
  expect(page.getByRole('button', { name: 'Show details' }).elements()).toEqual([]);
});

test('when the bot cannot be read, its end is told without a result', async () => {
  await showEnd(failing(500));
  await expect.element(page.getByText('“ETH long 40%” has ended. Its result could not be read yet.')).toBeVisible();
});

test('the end of a bot is told although it was missing before while it still ran', async () => {
  const details = [fixedDetail, endOf('liquidated', '-310.55')];
  await showEnd(() => details.shift() ?? fixedDetail);
  await expect.poll(() => details.length).toBe(1);
  await expect.element(page.getByText('0 requests')).toBeVisible();
  expect(toast()).toBeNull();
  await page.getByRole('button', { name: 'run' }).click();
  await page.getByRole('button', { name: 'end' }).click();
  await expect.element(page.getByText(/The exchange has liquidated the position/)).toBeVisible();
});

test('the history page opens the detail of the bot in its address, and closing the detail removes it', async () => {
  await page.viewport(1280, 900);
  const items = fixedHistory.filter(({ end_reason: reason }) => reason === 'liquidated');
  const list = { items, total: 1, total_profit: '-310.55', days: 28, from: '2026-02-01', to: '2026-02-28' };
  await show(
    <>
      <HistoryPage />
      <Ending />
    </>,
    { path: '/?bot=four', storage: memberStorage(), responses: { history: () => list } },
  );
  const dialog = page.getByRole('dialog', { name: 'Details of ETH long four' });
  await expect.element(dialog).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).first().click();
  await expect.element(page.getByText('/', { exact: true })).toBeInTheDocument();
  expect(page.getByRole('dialog').elements()).toEqual([]);
});
