// Tests that the result calendar counts the realised part of a kept position neither as a gain nor as a loss (findings screens A5).
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { ResultCalendar } from '../../src/features/history/calendar/result-calendar.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { show } from '../support/show.tsx';

const cells = page.getByRole('cell');

async function showCalendar(items: typeof fixedHistory, width = 1280) {
  await page.viewport(width, 900);
  const list = { items: [...items], total: items.length, total_profit: '0', days: 28 };
  await show(<ResultCalendar list={{ ...list, from: '2026-02-01', to: '2026-02-28' }} />);
}

/** Returns the cell of a day of the month. */
const dayCell = (day: number) => cells.filter({ hasText: new RegExp(`^${day}(?!\\d)`, 'u') }).element() as HTMLElement;

/** Returns the visible text of a day. */
const textOf = (day: HTMLElement): string => day.innerText.replaceAll('\n', '');

test('a day on which only a bot with a kept position ended has no colour, and its amount is marked as the realised part', async () => {
  await showCalendar(fixedHistory);
  await expect.element(page.getByText('Position kept, realised part only').last()).toBeVisible();
  expect(fixedHistory.find(({ id }) => id === 'three')).toMatchObject({ end_reason: 'stopped_left_open' });
  const day = dayCell(11);
  expect(day.getAttribute('data-tone')).toBe('none');
  expect(textOf(day)).toBe('11Position kept, realised part only+18.20');
  expect(day.getAttribute('title')).toBe('Position kept, realised part only: +18.20\u00a0USDT, 1 bot');
});

test('on a day with a kept position and a loss, the colour and the sum are those of the loss', async () => {
  const loss = fixedHistory.find(({ id }) => id === 'five');
  const kept = fixedHistory.find(({ id }) => id === 'three');
  if (loss === undefined || kept === undefined) throw new Error('There are finished bots.');
  await showCalendar([loss, { ...kept, ended_at: loss.ended_at }]);
  const day = dayCell(20);
  expect(day.getAttribute('data-tone')).toBe('down');
  expect(textOf(day)).toBe('20\u221252.40Position kept, realised part only+18.20');
});

test('a calendar without kept positions has no mark', async () => {
  await showCalendar(fixedHistory.filter(({ id }) => id === 'two'));
  await expect.element(page.getByRole('table')).toBeVisible();
  expect(dayCell(8).getAttribute('data-tone')).toBe('up');
  expect(page.getByText('realised part only').elements()).toHaveLength(0);
});

test('on a phone the calendar has days of one width, without a scroll bar, and its larger amounts are rounded to whole USDT', async () => {
  const loss = fixedHistory.find(({ id }) => id === 'five');
  const kept = fixedHistory.find(({ id }) => id === 'three');
  if (loss === undefined || kept === undefined) throw new Error('There are finished bots.');
  await showCalendar(
    [
      { ...loss, total_profit: '-1252.60' },
      { ...kept, total_profit: '-9.99' },
    ],
    360,
  );
  const day = dayCell(20);
  expect(textOf(day)).toBe('20\u22121,253');
  expect(textOf(dayCell(11))).toContain('\u22129.99');
  const widths = cells.elements().map((cell) => cell.getBoundingClientRect().width);
  expect(Math.max(...widths) - Math.min(...widths)).toBeLessThan(4);
  const calendar = page.getByRole('group', { name: 'Result of each day' }).element();
  expect(calendar.scrollWidth).toBe(calendar.clientWidth);
});
