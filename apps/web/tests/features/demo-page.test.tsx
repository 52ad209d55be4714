// Tests of the demo: the replay follows the settings without a button, and the account comes from the server.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CandleWire } from '@rondo/contract';
import { DemoHistory } from '../../src/features/demo/demo-history.tsx';
import { DemoPage } from '../../src/features/demo/demo-page.tsx';
import type { ShownRun } from '../../src/features/demo/use-demo.ts';
import { fixedInstrument, fixedTime } from '../../src/workbench/samples.ts';
import { show } from '../support/show.tsx';

const candles = Array.from({ length: 96 }, (_, index): CandleWire => {
  const [open, close] = [index, index + 1].map((at) => (3_400 + 60 * Math.sin(at / 6)).toFixed(2));
  if (open === undefined || close === undefined) throw new Error('There are two prices.');
  const [low, high] = Number(open) < Number(close) ? [open, close] : [close, open];
  return { at: fixedTime - (96 - index) * 3_600_000, open, high, low, close, volume: '1' };
});

const openDemo = () =>
  show(<DemoPage />, {
    responses: {
      demoAccount: () => ({
        account_id: 'demo',
        total: '12000',
        reserved_total: '0',
        covered_loss: '0',
        available: '12000',
        reserved: [],
        foreign_positions: [],
        foreign_margin: '0',
        at: fixedTime,
        simulated: true,
      }),
      instruments: () => ({ items: [fixedInstrument], at: fixedTime }),
      ticker: () => ({
        instId: fixedInstrument.instId,
        last: '3412.55',
        bid: '3412.54',
        ask: '3412.56',
        at: fixedTime,
        trading: { state: 'live', ends_at: null },
      }),
      candles: () => ({ instId: fixedInstrument.instId, bar: '1H', items: candles }),
    },
  });

test('the demo replays the settings after each change and has no button that runs or creates', async () => {
  await openDemo();
  await expect.element(page.getByText('12,000.00 USDT, simulated')).toBeVisible();
  await expect.element(page.getByText('Max drawdown of the whole period')).toBeVisible();
  const settings = page.getByText(/^Long 10x, 4 steps/);
  await expect.element(settings).toBeVisible();
  await page.getByRole('button', { name: 'Increase Leverage' }).click();
  await expect.element(page.getByText(/^Long 11x, 4 steps/)).toBeVisible();
  expect(page.getByRole('button', { name: /Run|Review|Start/ }).elements()).toEqual([]);
});

/** Scrolls to the cards of the running bot, which are loaded then. */
const showCards = async (): Promise<HTMLElement> => {
  await expect.element(page.getByText('Max drawdown of the whole period')).toBeVisible();
  document.querySelector('.demo-dashboard')?.scrollIntoView();
  const card = page.getByRole('article', { name: /^ETH/ });
  await expect.element(card).toBeVisible();
  await expect.element(card.getByRole('img').first()).toBeVisible();
  return card.element() as HTMLElement;
};

test.each([360, 1_280])(
  'in a window of %i px the demo shows the running bot with the card of the bots tab, which has no command',
  async (width) => {
    await page.viewport(width, 900);
    await openDemo();
    const card = await showCards();
    await expect.element(page.getByRole('heading', { name: 'The bot at the end of the replay' })).toBeVisible();
    expect(card.textContent).toContain('Simulated');
    expect(card.textContent).toMatch(/Step [1-4] of 4/);
    expect(card.textContent).toContain('Next moves');
    const names = [...card.querySelectorAll('button, a')].map((each) => each.textContent);
    expect(names.filter((name) => /Stop|Settings|Open the chart/.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['View as table', 'Hide chart']));
    const box = card.getBoundingClientRect();
    expect([box.left >= 0, box.right <= width]).toEqual([true, true]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

test('the running bot follows the settings and the kind of market', async () => {
  await page.viewport(1_280, 900);
  await openDemo();
  const card = page.getByRole('article', { name: /^ETH/ });
  await showCards();
  await expect.element(card.getByText('10x', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Increase Leverage' }).click();
  await expect.element(card.getByText('11x', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: /Short/ }).click();
  await expect.element(card.getByText('Short', { exact: true })).toBeVisible();
  const moves = card.getByText('Next moves').element().parentElement;
  const before = moves?.textContent;
  await page.getByText('Uptrend', { exact: true }).click();
  await expect.poll(() => card.getByText('Next moves').element().parentElement?.textContent).not.toBe(before);
});

test('the demo has an allocation, the margin of the account, and a history of the rounds', async () => {
  await openDemo();
  const allocation = page.getByRole('textbox', { name: 'Allocation' });
  await expect.element(allocation).toHaveValue('10,800.00');
  await userEvent.fill(allocation, '6000');
  await showCards();
  const margin = page.getByRole('region', { name: 'Margin' });
  await expect.element(margin.getByText('Simulated')).toBeVisible();
  await expect.element(margin.getByRole('img', { name: 'Reserved 6,000.00 USDT of 12,000.00 USDT' })).toBeVisible();
  await page.getByText('History', { exact: true }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Net result, USDT' })).toBeVisible();
  await expect.element(page.getByText('take-profit', { exact: true }).first()).toBeVisible();
});

test('a history of more than 50 rounds says how many of the rounds it lists', async () => {
  const roundOf = (index: number) => ({
    from: fixedTime - (index + 1) * 3_600_000,
    to: fixedTime - index * 3_600_000,
    cycles: 0,
    net: '1.5',
    end: 'exit' as const,
  });
  // The history reads only the list of the rounds.
  const shownOf = (count: number) =>
    ({ run: { list: Array.from({ length: count }, (_, index) => roundOf(count - index)) } }) as unknown as ShownRun;
  const rows = page.getByRole('row');
  await show(<DemoHistory shown={shownOf(61)} />);
  await expect.element(page.getByText('The newest 50 of 61 rounds are listed.')).toBeVisible();
  expect(rows.elements()).toHaveLength(51);
});
