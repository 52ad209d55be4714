// Tests of the list of resting orders on the card of a running bot.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { NextMoveWire } from '@rondo/contract';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const takeProfit: NextMoveWire = {
  kind: 'takeProfit',
  step: 4,
  side: 'sell',
  price: '3375.1',
  size: '15.25',
  net_pnl: '24.5',
  exit_after: '3398.2',
  liquidation_after: '2022.4',
};

const base: NextMoveWire = {
  ...takeProfit,
  kind: 'baseExit',
  step: 0,
  price: '3406.59',
  size: '14.89',
  net_pnl: '51.2',
  exit_after: null,
  liquidation_after: null,
};

test('a full ladder lists the take-profit of its cyclic step before the base exit, and says that no step follows', async () => {
  const bot = { ...fixedBot, current_step: 4, filled_steps: [1, 2, 3, 4], next_moves: [base, takeProfit] };
  await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, { storage: memberStorage() });
  const rows = page.getByText('Next moves').element().parentElement?.querySelectorAll('dd') ?? [];
  expect([...rows].map((row) => row.textContent)).toEqual([
    'Step 4 sells 1.525 ETH at 3,375.10+24.50\u00a0USDT net; base exit then 3,398.20',
    'Sells 1.489 ETH at 3,406.59ends the round with +51.20\u00a0USDT net',
    'No further stepest. liquidation 680.18',
  ]);
});

test.each([
  ['680.18', '\u221279.8%', 'No further stepest. liquidation 680.18'],
  [null, '\u2013', 'No further stepest. liquidation: none'],
])(
  'the row of a full ladder with the est. liquidation %s has the distance %s from the price',
  async (liquidation, distance, words) => {
    const bot = {
      ...fixedBot,
      liquidation_price: liquidation,
      current_step: 4,
      filled_steps: [1, 2, 3, 4],
      next_moves: [base],
    };
    await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
      storage: memberStorage(),
    });
    const list = page.getByText('Next moves').element().parentElement;
    const row = [...(list?.querySelectorAll('dl > div') ?? [])].at(-1);
    expect(row?.querySelector('dd')?.textContent).toBe(words);
    expect([row?.querySelector('dt')?.textContent, row?.querySelector('dt')?.className]).toEqual([
      distance,
      'down figures',
    ]);
  },
);

test('a ladder with many steps lists each of its resting orders', async () => {
  const entries = Array.from({ length: 9 }, (_, index) => ({
    ...base,
    kind: 'entry' as const,
    step: index + 2,
    side: 'buy' as const,
    price: String(3350 - index * 10),
    net_pnl: null,
    exit_after: '3398.2',
  }));
  const bot = { ...fixedBot, martin_steps: 10, current_step: 1, filled_steps: [1], next_moves: [base, ...entries] };
  await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, { storage: memberStorage() });
  for (const { step } of entries) await expect.element(page.getByText(`Step ${step} buys`)).toBeVisible();
  await expect.element(page.getByText(/^Sells 1\.489 ETH/)).toBeVisible();
});

test('an entry says the exit that follows it: the base exit, or the take-profit of its own cyclic step', async () => {
  const entry = (step: number, exit: string): NextMoveWire => ({
    ...base,
    kind: 'entry',
    step,
    side: 'buy',
    price: '3300',
    net_pnl: null,
    exit_after: exit,
  });
  const bot = { ...fixedBot, next_moves: [base, entry(3, '3372.25'), entry(4, '3316.5')] };
  await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, { storage: memberStorage() });
  const rows = page.getByText('Next moves').element().parentElement?.querySelectorAll('dd') ?? [];
  expect([...rows].map((row) => row.textContent).filter((text) => text.startsWith('Step'))).toEqual([
    'Step 3 buys 1.489 ETHat 3,300.00; base exit then 3,372.25; est. liquidation then none',
    'Step 4 buys 1.489 ETHat 3,300.00; its take-profit then 3,316.50; est. liquidation then none',
  ]);
});

test('the stop loss is a row with its loss, behind the nearer exit', async () => {
  const stop: NextMoveWire = { ...base, kind: 'stopLoss', price: '3236.4', size: '30.14', net_pnl: '-412.3' };
  const bot = { ...fixedBot, current_step: 4, filled_steps: [1, 2, 3, 4], next_moves: [stop, base] };
  await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, { storage: memberStorage() });
  const list = page.getByText('Next moves').element().parentElement;
  expect([...(list?.querySelectorAll('dd') ?? [])].map((row) => row.textContent)).toEqual([
    'Sells 1.489 ETH at 3,406.59ends the round with +51.20\u00a0USDT net',
    'Stop loss closes 3.014 ETH at 3,236.40ends the round with about \u2212412.30\u00a0USDT net',
    'No further stepest. liquidation 680.18',
  ]);
  const distance = list?.querySelectorAll('dt')[1];
  expect([distance?.textContent, distance?.className]).toEqual(['\u22124.00%', 'down figures']);
});
