// Tests of the curve of all bots on the history tab: its choice, its end with the unrealised result of the running bots, and its table.
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { BotWire } from '@rondo/contract';
import { HistorySummary } from '../../src/features/history/history-summary.tsx';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBot } from '../../src/workbench/samples.ts';
import { failing, type Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const days = [
  { day: '2026-02-03', realised: '10' },
  { day: '2026-02-05', realised: '-4.5' },
  { day: '2026-02-20', realised: '40.25' },
];
const portfolio = { from: '2026-02-01', to: '2026-02-28', days, running: [{ bot_id: fixedBot.id, booked: '2' }] };
const list = { items: [...fixedHistory], total: 6, total_profit: '-118.52', days: 28 };
/** A running bot whose whole result is 14.5 USDT, of which 2 are booked. */
const running: BotWire = { ...fixedBot, current_pnl: '14.5', unrealised_pnl: '12.6' };

beforeEach(() => void vi.setSystemTime('2026-02-28T12:00:00Z'));
afterEach(() => vi.useRealTimers());

async function showAll(responses: Responses, width = 1280) {
  await page.viewport(width, 900);
  const { container } = await show(<HistorySummary list={{ ...list, from: '2026-02-01', to: '2026-02-28' }} />, {
    storage: memberStorage(),
    responses: { portfolio: () => portfolio, myBots: () => [running], ...responses },
  });
  await page.getByRole('radio', { name: 'All bots' }).click();
  return container;
}

const curve = page.getByRole('img', { name: /^Cumulative realised PnL/u });

test('the curve of the finished bots has no result of running bots, and the curve of all bots ends with the unrealised result, marked as such', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(<HistorySummary list={{ ...list, from: '2026-02-01', to: '2026-02-28' }} />, {
    storage: memberStorage(),
    responses: { portfolio: () => portfolio, myBots: () => [running] },
  });
  await expect.element(curve).toBeVisible();
  expect(container.querySelector('.curve-open')).toBeNull();
  await page.getByRole('radio', { name: 'All bots' }).click();
  await expect.element(page.getByText('total with unrealised PnL: +58.25')).toBeVisible();
  await expect
    .element(curve)
    .toHaveAccessibleName(/ends at \+45\.75\sUSDT, highest \+45\.75, lowest 0\.00\. ?Unrealised PnL: \+12\.50\sUSDT/u);
  // The dotted line leads from the realised result to the result with the unrealised part. It is above it, because the part is a gain.
  const [, from = '', to = ''] = /^M[\d.]+ ([\d.]+)V([\d.]+)$/u.exec(
    container.querySelector('.curve-open')?.getAttribute('d') ?? '',
  )!;
  expect(Number(to)).toBeLessThan(Number(from));
  expect(getComputedStyle(container.querySelector('.curve-open')!).strokeDasharray).not.toBe('none');
});

test.each([
  ['no bot is running', { myBots: () => [] }],
  ['the price of a position is unknown', { myBots: () => [{ ...running, unrealised_pnl: null }] }],
  ['the range has ended', { portfolio: () => ({ ...portfolio, to: '2026-02-20' }) }],
] satisfies readonly (readonly [string, Responses])[])(
  'while %s, the curve of all bots ends with the realised result',
  async (_, responses) => {
    const container = await showAll(responses);
    await expect.element(curve).toHaveAccessibleName(/ends at \+45\.75\sUSDT/u);
    expect(container.querySelector('.curve-open')).toBeNull();
    expect(container.textContent).not.toContain('with unrealised PnL');
  },
);

test('on a phone the words of the unrealised result are below the curve, because they have no room in it', async () => {
  const container = await showAll({}, 360);
  await expect.poll(() => container.querySelector('.history-chart > p')?.textContent).toContain('+58.25');
  const written = [...container.querySelectorAll('.history-chart svg text')].map(({ textContent }) => textContent);
  expect(written.filter((text) => text.includes('58.25'))).toEqual([]);
});

test.each([1280, 360])(
  'at %i px the table of all bots lists the unrealised result first and then the days, the newest first',
  async (width) => {
    const container = await showAll({}, width);
    await page.getByRole('button', { name: 'View as table' }).click();
    await expect.element(page.getByRole('table', { name: 'All bots' })).toBeVisible();
    const rows = [...container.querySelectorAll('tbody tr')].map((row) =>
      [...row.querySelectorAll('th, td')].map((cell) => cell.textContent),
    );
    expect(rows).toEqual([
      ['Unrealised PnL', '+12.50', '+58.25'],
      ['20 Feb', '+40.25', '+45.75'],
      ['5 Feb', '\u22124.50', '+5.50'],
      ['3 Feb', '+10.00', '+10.00'],
    ]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('when the result of all bots cannot be loaded, the message has a button that loads it again', async () => {
  const load = vi
    .fn<() => Promise<typeof portfolio>>(() => Promise.resolve(portfolio))
    .mockImplementationOnce(failing(500));
  await showAll({ portfolio: load });
  await page.getByRole('button', { name: 'Try again' }).click();
  await expect.element(curve).toHaveAccessibleName(/ends at \+45\.75\sUSDT/u);
});

test('the calendar has the finished bots only, so it has no choice of the bots', async () => {
  await showAll({});
  await page.getByRole('button', { name: 'View as calendar' }).click();
  expect(page.getByRole('radio', { name: 'All bots' }).elements()).toEqual([]);
});
