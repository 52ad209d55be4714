// Tests that the days of the curves, which the server counts in UTC, have the same names in each time zone. The file changes the time zone of its page.
import { afterAll, beforeAll, expect, test, vi } from 'vitest';
import { cdp, page } from 'vitest/browser';
import type {} from '@vitest/browser-playwright';
import { HistorySummary } from '../../src/features/history/history-summary.tsx';
import { memberStorage, show } from '../support/show.tsx';

const portfolio = {
  from: '2026-02-01',
  to: '2026-02-28',
  days: [{ day: '2026-02-03', realised: '10' }],
  running: [],
};
const list = { items: [], total: 0, total_profit: '0', days: 28, from: '2026-02-01', to: '2026-02-28' };

beforeAll(async () => {
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: 'America/New_York' });
  vi.setSystemTime('2026-03-20T12:00:00Z');
});
afterAll(async () => {
  vi.useRealTimers();
  await cdp().send('Emulation.setTimezoneOverride', { timezoneId: '' });
});

test('west of Greenwich the first and the last day of the curve and the days of the table are the UTC days', async () => {
  expect(new Date('2026-02-03').getDate()).toBe(2);
  const { container } = await show(<HistorySummary list={list} />, {
    storage: memberStorage(),
    responses: { portfolio: () => portfolio, myBots: () => [] },
  });
  await page.getByRole('radio', { name: 'All bots' }).click();
  await expect.element(page.getByRole('img', { name: /1 Feb to 28 Feb/u })).toBeVisible();
  const days = [...container.querySelectorAll('.history-chart text')].map(({ textContent }) => textContent);
  expect(days).toEqual(expect.arrayContaining(['1 Feb', '28 Feb']));
  await page.getByRole('button', { name: 'View as table' }).click();
  await expect.element(page.getByRole('rowheader', { name: '3 Feb' })).toBeVisible();
});
