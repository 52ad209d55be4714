// Tests of the history and of the leaderboard of the landing page. Elements are found by role and visible text.
import { useState } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { HistoryControls } from '../../src/features/history/history-controls.tsx';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { rangeProblem } from '../../src/features/history/history-range.ts';
import { HistoryRows } from '../../src/features/history/history-rows.tsx';
import { HistorySummary } from '../../src/features/history/history-summary.tsx';
import { LeaderboardSection } from '../../src/features/landing/leaderboard-section.tsx';
import { FetchContext } from '../../src/features/landing/public-responses.ts';
import { fixedHistory, historyCards } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBoard } from '../../src/workbench/cards/landing-cards.tsx';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

afterEach(() => vi.useRealTimers());

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

const many = Array.from({ length: 20 }, (_, batch) =>
  fixedHistory.map((item) => ({ ...item, id: `${item.id} ${batch}` })),
).flat();

test.each([
  [1280, 'tbody tr'],
  [360, '.narrow-row'],
])('in a window of %i px a long history has 50 rows in one layout, and a click adds 50 rows', async (width, rows) => {
  await page.viewport(width, 900);
  const { container } = await show(<HistoryRows items={many} onOpen={() => undefined} />);
  const count = (): number => container.querySelectorAll('tbody tr, .narrow-row').length;
  expect([count(), container.querySelectorAll(rows).length]).toEqual([50, 50]);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(count()).toBe(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(count()).toBe(120);
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
});

test('the history can show the curve as a table with the running total, the newest bot first', async () => {
  await show(stateOf('HistorySummary', 'gains and losses'));
  await page.getByRole('button', { name: 'View as table' }).click();
  const newest = page.getByRole('table').getByRole('row').nth(1);
  await expect.element(newest).toHaveTextContent('ETH long six');
  await expect.element(newest).toHaveTextContent('\u2212118.52');
});

test('the history asks for the last 30 days, and shows the finished bots, the number of days and the total profit', async () => {
  await page.viewport(1280, 900);
  vi.setSystemTime('2026-03-02T12:00:00Z');
  const history = vi.fn<NonNullable<Responses['history']>>(({ query }) => ({
    items: fixedHistory.slice(0, 2),
    total: 2,
    total_profit: '11.7',
    days: 30,
    from: query?.from ?? '',
    to: query?.to ?? '',
  }));
  await show(<HistoryPage />, { responses: { history }, storage: memberStorage() });
  const summary = page.getByRole('region', { name: 'Net PnL, 30 days' });
  await expect.element(summary.getByText('+11.70')).toBeVisible();
  expect(history.mock.calls[0]?.[0].query).toEqual({ from: '2026-02-01', to: '2026-03-02' });
  await expect.element(page.getByRole('row', { name: /ETH long six/ })).toHaveTextContent('+64.10');
  await expect.element(page.getByRole('row', { name: /ETH long five/ })).toHaveTextContent('\u221252.40');
});

test('the amounts beside a curve of small results keep their decimal places', async () => {
  const items = fixedHistory.slice(0, 1).map((item) => ({ ...item, total_profit: '1.00' }));
  const list = { items, total: 1, total_profit: '1.00', days: 28, from: '2026-02-01', to: '2026-02-28' };
  const { container } = await show(<HistorySummary list={list} />);
  await expect.poll(() => container.querySelector('.history-chart svg')?.textContent).toContain('+0.20');
});

test('the table of the curve of a long history has 50 rows, and a click adds 50 rows', async () => {
  const list = { items: many, total: many.length, total_profit: '0', days: 28, from: '2026-02-01', to: '2026-02-28' };
  const { container } = await show(<HistorySummary list={list} />);
  await page.getByRole('button', { name: 'View as table' }).click();
  const count = (): number => container.querySelectorAll('tbody tr').length;
  expect(count()).toBe(50);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(count()).toBe(100);
  await page.getByRole('button', { name: 'Show more' }).click();
  expect(count()).toBe(120);
  expect(page.getByRole('button', { name: 'Show more' }).elements()).toEqual([]);
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

test('a row of the leaderboard has the rank, the initials, the profit, the days, the rounds of running bots and the symbols', async () => {
  const load = vi.fn<typeof fetch>(() => Promise.resolve(new Response(JSON.stringify(fixedBoard))));
  await show(
    <FetchContext value={load}>
      <LeaderboardSection />
    </FetchContext>,
  );
  const table = page.getByRole('table', { name: 'Leaderboard' });
  await expect.element(table).toBeVisible();
  const rows = [...table.element().querySelectorAll('tbody tr')].map((row) =>
    [...row.children].map(({ textContent }) => textContent),
  );
  expect(rows).toEqual([
    ['1', 'M. K.', '+412.50', '30', 'ETH round 7', 'ETH, BTC'],
    ['2', 'J. L.', '+88.10', '12', 'none', 'SOL'],
  ]);
});

const Days = () => {
  const [range, setRange] = useState({ from: '2026-10-25', to: '2026-11-23' });
  return (
    <HistoryControls range={range} problem={rangeProblem(range)} onChange={setRange}>
      <output>{`${range.from} ${range.to}`}</output>
    </HistoryControls>
  );
};

test.each([
  ['ko', { label: '시작일', shown: '2026. 10. 25.', typed: '2026. 11. 1.', left: '2026. 11. 01.' }],
  ['ru', { label: 'С', shown: '25.10.2026', typed: '1.11.2026', left: '01.11.2026' }],
] as const)(
  'a day of the history is written and typed in the language %s of the page',
  async (language, { label, shown, typed, left }) => {
    await show(<Days />, { language });
    const field = page.getByRole('textbox', { name: label });
    await expect.element(field).toHaveValue(shown);
    await field.fill(typed);
    await expect.element(page.getByText('2026-11-01 2026-11-23')).toBeVisible();
    await expect.element(field).toHaveValue(typed);
    await userEvent.tab();
    await expect.element(field).toHaveValue(left);
  },
);

test('a text that is no day is kept and marked, and the message names an example', async () => {
  await show(<Days />);
  const field = page.getByRole('textbox', { name: 'From' });
  await field.fill('21/10');
  await expect.element(field).toHaveValue('21/10');
  await expect.element(field).toHaveAttribute('aria-invalid', 'true');
  await expect.element(page.getByRole('textbox', { name: 'To', exact: true })).not.toHaveAttribute('aria-invalid');
  await expect.element(page.getByText(/^Enter the day as \d{4}-\d{2}-\d{2}\.$/)).toBeVisible();
});

test('a day is chosen in the calendar with the keyboard, and days after today cannot be chosen', async () => {
  vi.setSystemTime('2026-11-24T12:00:00Z');
  await show(<Days />, { language: 'ru' });
  const opener = page.getByRole('button', { name: 'Выбрать день в календаре: По' });
  await opener.click();
  const chosen = page.getByRole('button', { name: /23 ноября 2026/ });
  await expect.element(chosen).toHaveFocus();
  await expect.element(page.getByRole('button', { name: /25 ноября 2026/ })).toBeDisabled();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(page.getByRole('button', { name: /24 ноября 2026/ })).toHaveFocus();
  await userEvent.keyboard('{PageUp}{ArrowLeft}');
  await expect.element(page.getByRole('button', { name: /23 октября 2026/ })).toHaveFocus();
  await userEvent.keyboard('{Enter}');
  await expect.element(page.getByText('2026-10-25 2026-10-23')).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: 'По' })).toHaveValue('23.10.2026');
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(opener).toHaveFocus();
});
