// Tests of the demo: the replay follows the settings without a button, and the account comes from the server.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CandleWire } from '@rondo/contract';
import { DemoPage } from '../../src/features/demo/demo-page.tsx';
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

test('the demo has an allocation, the margin of the account, and a history of the rounds', async () => {
  await openDemo();
  const allocation = page.getByRole('textbox', { name: 'Allocation' });
  await expect.element(allocation).toHaveValue('10,800.00');
  await userEvent.fill(allocation, '6000');
  await expect.element(page.getByText('Reserved for this bot')).toBeVisible();
  await expect.element(page.getByText('6,000.00\u00a0USDT').first()).toBeVisible();
  await page.getByText('History', { exact: true }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Net result, USDT' })).toBeVisible();
  await expect.element(page.getByText('take-profit', { exact: true }).first()).toBeVisible();
});
