// Tests of the chart of a running bot: its buttons on a phone, the steps of the exit, the open take-profits and the joined log lines.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { BotLogWire, CandleWire } from '@rondo/contract';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { languages } from '../../src/i18n/language.ts';
import { fixedBot, fixedDetail, fixedInstrument, fixedTime } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const candles = Array.from({ length: 120 }, (_, index): CandleWire => {
  const price = '3380';
  return { at: fixedTime - (119 - index) * 900_000, open: price, high: price, low: price, close: price, volume: '1' };
});

const line = (second: number, size: string, step = '2'): BotLogWire => ({
  created_at: `2026-03-02T11:00:0${second}.000Z`,
  type: 'ORDER',
  message: '',
  message_key: 'bots.log.stepFilled',
  parameters: { round: '3', step, price: '3367.04', size },
});

test('the chart names each cycle that moved the exit with the change of the exit, and draws the open take-profit', async () => {
  const move = { ...fixedBot.next_moves[0]!, kind: 'takeProfit' as const, step: 4, price: '3360' };
  const bot = {
    ...fixedBot,
    next_moves: [...fixedBot.next_moves, move],
    logs: [line(1, '1.5'), line(2, '2.21'), line(3, '1', '3')],
  };
  await page.viewport(1280, 900);
  await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    storage: memberStorage(),
    responses: {
      bot: () => ({ ...fixedDetail, ...bot }),
      candles: () => ({ instId: bot.symbol, bar: '15m', items: candles }),
    },
  });
  await expect.element(page.getByText('cycle 1, \u22125.87')).toBeVisible();
  await expect.element(page.getByText('cycle 2, \u22125.87')).toBeVisible();
  expect(document.querySelectorAll('.level-takeProfit')).toHaveLength(1);
  await expect.element(page.getByText('Step 2 filled at 3,367.04 3.71 contracts, 2 parts')).toBeVisible();
  await expect.element(page.getByText(/Step 3 filled at 3,367.04 1 contract$/)).toBeVisible();
});

test('a step that the owner has cancelled at the exchange has a label and no line, and the summary counts the filled steps', async () => {
  const bot = { ...fixedBot, filled_steps: [1, 3], skipped_steps: [2] };
  await page.viewport(1280, 900);
  const { container } = await show(<BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    storage: memberStorage(),
    responses: {
      bot: () => ({ ...fixedDetail, ...bot }),
      candles: () => ({ instId: bot.symbol, bar: '15m', items: candles }),
    },
  });
  await expect.element(page.getByText('2 cancelled')).toBeVisible();
  await expect.element(page.getByRole('img', { name: /2 of 4 steps filled/ })).toBeVisible();
  const rungs = [...container.querySelectorAll('.chart-rung')].map(
    (rung) => / rung-(\w+)/.exec(rung.getAttribute('class') ?? '')?.[1],
  );
  expect(rungs).toEqual(['filled', 'skipped', 'filled', 'next']);
  expect(getComputedStyle(container.querySelector('.level-skipped')!).display).toBe('none');
});

test.each([
  [1280, 4, 12],
  [1280, 10, 12],
  [360, 4, 8],
  [360, 10, 8],
])(
  'in a window of %i px each rung of %i steps beside the candles is at least %i px wide and inside its zone',
  async (window, steps, least) => {
    await page.viewport(window, 900);
    const rows = fixedBot.entry.data;
    const data = Array.from({ length: steps }, (_, index) => ({
      ...rows[index % rows.length]!,
      step: index + 1,
      price: String(3400 - 20 * index),
    }));
    const bot = { ...fixedBot, martin_steps: steps, entry: { ...fixedBot.entry, data } };
    // The card of a window of 1280 px is beside the rail.
    const { container } = await show(
      <div className="page" style={{ maxWidth: window === 1280 ? 884 : undefined }}>
        <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />
      </div>,
      {
        storage: memberStorage(),
        responses: {
          bot: () => ({ ...fixedDetail, ...bot }),
          candles: () => ({ instId: bot.symbol, bar: '15m', items: candles }),
        },
      },
    );
    await expect.poll(() => container.querySelectorAll('.chart-rung').length).toBe(steps);
    const zone = container.querySelector('.chart-zone')!.getBoundingClientRect();
    const rungs = [...container.querySelectorAll('.chart-rung')].map((rung) => rung.getBoundingClientRect());
    for (const { left, right, width } of rungs) {
      expect(width).toBeGreaterThanOrEqual(least);
      expect([left >= zone.left, right <= zone.right]).toEqual([true, true]);
    }
  },
);

test('a fill appears in the chart in one movement of 240 ms', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(<BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    storage: memberStorage(),
    responses: {
      bot: () => ({ ...fixedDetail, ...fixedBot }),
      candles: () => ({ instId: fixedBot.symbol, bar: '15m', items: candles }),
    },
  });
  await expect.poll(() => container.querySelector('.marker circle')).not.toBeNull();
  const { animationName, animationDuration } = getComputedStyle(container.querySelector('.marker circle')!);
  expect([animationName, animationDuration]).toEqual(['chart-arrive', '0.24s']);
  document.documentElement.style.setProperty('--move', '0ms');
  expect(getComputedStyle(container.querySelector('.marker circle')!).animationDuration).toBe('0s');
  document.documentElement.style.removeProperty('--move');
});

test('a step of the exit that an entry caused appears in one movement of 240 ms, and the earlier steps stay as they are', async () => {
  const entryStep = { at: fixedTime - 60_000, price: '3390.1', cycle: null };
  let steps = fixedDetail.exit_steps ?? [];
  await page.viewport(1280, 900);
  const { container } = await show(<BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    storage: memberStorage(),
    responses: {
      bot: () => ({ ...fixedDetail, ...fixedBot, exit_steps: steps }),
      candles: () => ({ instId: fixedBot.symbol, bar: '15m', items: candles }),
    },
  });
  const lines = () => [...container.querySelectorAll('.chart-exit-step')];
  await expect.poll(() => lines().length).toBe(steps.length);
  const before = lines();
  steps = [...steps, entryStep];
  window.dispatchEvent(new Event('visibilitychange'));
  await expect.poll(() => lines().length, { timeout: 10_000 }).toBe(steps.length);
  expect(lines().slice(0, -1)).toEqual(before);
  const step = lines().at(-1)!;
  const { animationName, animationDuration } = getComputedStyle(step);
  expect([animationName, animationDuration]).toEqual(['chart-arrive', '0.24s']);
  document.documentElement.style.setProperty('--move', '0ms');
  expect(getComputedStyle(step).animationDuration).toBe('0s');
  document.documentElement.style.removeProperty('--move');
});

test('on a phone, each button above the chart has its text in one line and stays in the card', async () => {
  await page.viewport(360, 780);
  const { container } = await show(
    <div className="page">
      <BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />
    </div>,
    {
      storage: memberStorage(),
      responses: {
        bot: () => ({ ...fixedDetail, ...fixedBot }),
        candles: () => ({ instId: fixedBot.symbol, bar: '15m', items: candles }),
      },
    },
  );
  await expect.element(page.getByRole('button', { name: 'View as table' })).toBeVisible();
  const buttons = [...container.querySelectorAll<HTMLElement>('.bot-chart-tools .button')];
  expect(buttons).toHaveLength(4);
  for (const button of buttons) {
    const text = document.createRange();
    text.selectNodeContents(button);
    const tops = [...text.getClientRects()].map(({ top }) => top);
    // The rectangles of one line begin within a few px of each other. A second line is 16 px lower.
    expect(Math.max(...tops) - Math.min(...tops), button.textContent).toBeLessThan(10);
    expect(button.getBoundingClientRect().right).toBeLessThanOrEqual(360);
  }
});

test.each(languages)('in the language %s, no button lies on the title of the chart', async (language) => {
  await page.viewport(1280, 900);
  // The card is as wide as in a window of 1280 px.
  const { container } = await show(
    <div style={{ width: 812 }}>
      <BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />
    </div>,
    {
      language,
      storage: memberStorage(),
      responses: {
        bot: () => ({ ...fixedDetail, ...fixedBot }),
        candles: () => ({ instId: fixedBot.symbol, bar: '15m', items: candles }),
      },
    },
  );
  await expect.poll(() => container.querySelector('.ladder-chart svg')).not.toBeNull();
  const title = container.querySelector('.bot-chart-title')!;
  const { left, right, top, bottom } = title.getBoundingClientRect();
  expect(right - left).toBeGreaterThan(60);
  const zone = container.querySelector('.chart-zone')!.getBoundingClientRect();
  const buttons = [...container.querySelectorAll('.bot-chart-tools :is(.button, a)')];
  expect(buttons).toHaveLength(4);
  for (const button of buttons) {
    const edge = button.getBoundingClientRect();
    const isBeside = edge.left >= right || edge.right <= left || edge.top >= bottom || edge.bottom <= top;
    expect(isBeside, button.textContent).toBe(true);
    expect(edge.right, button.textContent).toBeLessThanOrEqual(zone.right);
  }
});
