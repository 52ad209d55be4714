// Tests of a range with more bots than one response lists: the totals, the curve, the calendar and the CSV file are true.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { HistoryPage } from '../../src/features/history/history-page.tsx';
import { HistorySummary } from '../../src/features/history/history-summary.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

beforeEach(() => page.viewport(1280, 900));
afterEach(() => vi.restoreAllMocks());

/** The newest six bots of 501. Those that are not listed have lost 81.48 USDT together. */
const list = {
  items: [...fixedHistory],
  total: 501,
  total_profit: '-200',
  totals: {
    won: 300,
    lost: 190,
    kept: 11,
    rounds: 3_507,
    cycles: 1_503,
    worst: { title: 'An old bot', total_profit: '-999.5' },
  },
  days: 28,
  from: '2026-02-01',
  to: '2026-02-28',
};

test('the totals are those of all bots, and the page says what the views leave out', async () => {
  await show(<HistorySummary list={list} />);
  for (const text of ['An old bot', '\u2212999.50', '300 in profit, 190 at a loss, 11 positions kept', '3,507', '501'])
    await expect.element(page.getByText(text, { exact: true })).toBeVisible();
  await expect.element(page.getByText(/Only the newest 6 of 501 bots are drawn one by one/u)).toBeVisible();
});

test('a response of an older server has no totals, so they are unknown', async () => {
  const { totals: _, ...old } = list;
  await show(<HistorySummary list={old} />);
  await expect.element(page.getByText('501', { exact: true })).toBeVisible();
  expect(page.getByText(/in profit/u).elements()).toEqual([]);
});

test('the curve begins with the sum of the bots that are not listed, and ends with the total of the range', async () => {
  await show(<HistorySummary list={list} />);
  const curve = page.getByRole('img', { name: /ends at \u2212200\.00 USDT/u });
  await expect.element(curve).toHaveAccessibleName(/lowest \u2212264\.10/u);
  await page.getByRole('button', { name: 'View as table' }).click();
  const rows = page.getByRole('table').getByRole('row');
  await expect.element(rows.last()).toHaveTextContent(/\u221240\.28$/u);
});

test('the calendar begins with the first day whose bots are all listed', async () => {
  const { container } = await show(<HistorySummary list={list} />);
  await page.getByRole('button', { name: 'View as calendar' }).click();
  await expect
    .poll(() => container.querySelector('.result-calendar td:not([aria-hidden]) small')?.textContent)
    .toBe('5');
});

test.each(['View as table', 'View as calendar'])(
  'below the curve and after "%s" the page says that days are UTC days and times are local',
  async (view) => {
    await show(<HistorySummary list={{ ...list, total: list.items.length }} />);
    const note = page.getByText('The days of the range, the curve and the calendar are UTC days. Times are local.', {
      exact: true,
    });
    await expect.element(note).toBeVisible();
    await page.getByRole('button', { name: view }).click();
    await expect.element(note).toBeVisible();
  },
);

const showPage = (responses: Responses) =>
  show(<HistoryPage />, { storage: memberStorage(), responses: { history: () => list, ...responses } });

test('the CSV file is the one of the server, which has every bot of the range', async () => {
  const addresses = vi.spyOn(URL, 'createObjectURL');
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  const load = vi.fn(() => 'title\r\nevery bot\r\n');
  await showPage({ historyExport: load });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => names).toEqual(['rondo-2026-02-01-2026-02-28.csv']);
  expect(load).toHaveBeenCalledWith({ query: { from: '2026-02-01', to: '2026-02-28' } });
  expect(await (addresses.mock.calls[0]![0] as Blob).text()).toBe('title\r\nevery bot\r\n');
});

test('a CSV file that cannot be loaded is told', async () => {
  await showPage({ historyExport: failing(500) });
  await page.getByRole('button', { name: 'Export CSV' }).click();
  await expect.poll(() => document.querySelector<HTMLElement>('.toast')?.dataset['tone']).toBe('error');
});
