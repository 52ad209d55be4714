// Tests of the history and of the leaderboard of the landing page. Elements are found by role and visible text.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HistoryControls } from '../../src/features/history/history-controls.tsx';
import { HistoryRows } from '../../src/features/history/history-rows.tsx';
import { LeaderboardSection } from '../../src/features/landing/leaderboard-section.tsx';
import { FetchContext } from '../../src/features/landing/public-responses.ts';
import { fixedHistory, historyCards } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBoard } from '../../src/workbench/cards/landing-cards.tsx';
import { show } from '../support/show.tsx';

/** Returns one state of a workbench card. */
const stateOf = (name: string, state: string) => historyCards.find((each) => each.name === name)?.states[state];

test('a click on a row of the history opens the details of the bot', async () => {
  const onOpen = vi.fn();
  await show(<HistoryRows items={fixedHistory} onOpen={onOpen} />);
  await page
    .getByRole('row', { name: /ETH long four/ })
    .getByRole('button')
    .click();
  expect(onOpen).toHaveBeenCalledWith(fixedHistory.find(({ id }) => id === 'four'));
});

test('the history can show the curve as a table with the running total', async () => {
  await show(stateOf('HistorySummary', 'gains and losses'));
  await page.getByRole('button', { name: 'View as table' }).click();
  const last = page.getByRole('table').getByRole('row').last();
  await expect.element(last).toHaveTextContent('ETH long six');
  await expect.element(last).toHaveTextContent('\u2212118.52');
});

test('after a failed request, the button "Try again" loads the leaderboard again and shows it', async () => {
  const load = vi
    .fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(fixedBoard))))
    .mockRejectedValueOnce(new Error('no connection'));
  await show(
    <FetchContext value={load}>
      <LeaderboardSection />
    </FetchContext>,
  );
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(page.getByRole('row', { name: /M\. K\./ })).toHaveTextContent('+412.50');
  expect(load).toHaveBeenCalledTimes(2);
});

test.each([
  ['ko', '2026년 10월 25일~11월 23일'],
  ['ru', '25 октября – 23 ноября 2026 г.'],
] as const)('the chosen days of the history are written in the language %s of the page', async (language, text) => {
  const range = { from: '2026-10-25', to: '2026-11-23' };
  const controls = (
    <HistoryControls range={range} problem={null} onChange={vi.fn()}>
      {null}
    </HistoryControls>
  );
  const { container } = await show(controls, { language });
  expect(container.querySelector('.history-days')?.textContent?.replaceAll(/\s/g, ' ')).toBe(text);
});
