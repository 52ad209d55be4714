// Tests of the marks of the what-if strip: by pointer and by key they open their round in the player.
import { useState } from 'react';
import { encodeCandles, makeColumns, type WhatIf } from '@rondo/backtest';
import { decimal, percent, percentToRatio } from '@rondo/decimal';
import { botConfig } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { DrawnRound } from '../../src/features/what-if/marks/use-drawn-round.ts';
import { drawWhatIf } from '../../src/features/what-if/what-if-figures.ts';
import { WhatIfMarks } from '../../src/features/what-if/marks/what-if-marks.tsx';
import type { WhatIfMessage } from '../../src/features/what-if/what-if-messages.ts';
import { createWhatIfRunner } from '../../src/features/what-if/what-if-runner.ts';
import { show } from '../support/show.tsx';

const barMs = 900_000;
const stopLoss = { fractionOfBudget: percentToRatio(percent('10')), endsBot: false };
const bot = botConfig({ stopLoss });

/** A price that falls by a third twice, with a recovery between the falls. */
const prices = Array.from({ length: 120 }, (_, place) => 200_000 - 1_100 * (place < 60 ? place : place - 60));

const month = (): ArrayBuffer => {
  const columns = makeColumns(prices.length);
  for (const [place, price] of prices.entries()) {
    columns.at[place] = place * barMs;
    for (const name of ['open', 'high', 'low', 'close'] as const) columns[name][place] = price;
  }
  return new Uint8Array(encodeCandles(columns, decimal('0.01'))).buffer;
};

/** The marks of a result with the runner of the worker. */
const openMarks = async () => {
  const messages: WhatIfMessage[] = [];
  const run = createWhatIfRunner({
    post: (message) => void messages.push(message),
    nextTask: () => Promise.resolve(),
  });
  await run({ kind: 'candles', months: [month()] });
  await run({ kind: 'settings', id: 1, bot, entry: null, fromAt: 0 });
  const result = messages.flatMap((message): readonly WhatIf[] =>
    message.kind === 'result' ? [message.result] : [],
  )[0];
  if (result === undefined) throw new Error('The runner posts a result.');
  const Marks = () => {
    const [drawn, setDrawn] = useState<DrawnRound | null>(null);
    const ask = (round: number): number => {
      void run({ kind: 'round', id: round, bot, entry: null, fromAt: 0, round }).then(() => {
        const last = messages.at(-1);
        if (last?.kind === 'round') setDrawn({ id: last.id, round: last.round });
      });
      return round;
    };
    return <WhatIfMarks marks={drawWhatIf(result).marks} askRound={ask} drawn={drawn} />;
  };
  await show(<Marks />);
  return page.getByRole('group', { name: 'Stop losses and liquidations' });
};

test('a mark has a name with its kind and its time, and opens its round as a simulated round', async () => {
  const marks = await openMarks();
  const first = marks.getByRole('button').first();
  await expect.element(first).toHaveAccessibleName(/^Play the round: Stop loss, .*1970/);
  await first.click();
  const dialog = page.getByRole('dialog', { name: /^Stop loss, / });
  await expect.element(dialog.getByText('The stop loss closed the position.')).toBeVisible();
  await expect.element(dialog.getByText('Simulated', { exact: true })).toBeVisible();
  await expect.element(dialog.getByRole('img', { name: /^Simulated round of ETH-USDT-SWAP/ })).toBeVisible();
  await dialog.getByRole('button', { name: 'Close' }).click();
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(first).toHaveFocus();
});

test('the marks are one stop of the key Tab, the arrow keys move between them, and Enter opens one', async () => {
  const marks = await openMarks();
  const buttons = marks.getByRole('button').elements();
  expect(buttons.length).toBeGreaterThan(1);
  await userEvent.keyboard('{Tab}');
  expect(document.activeElement).toBe(buttons[0]);
  await userEvent.keyboard('{ArrowLeft}{ArrowRight}');
  expect(document.activeElement).toBe(buttons[1]);
  await userEvent.keyboard('{End}');
  expect(document.activeElement).toBe(buttons.at(-1));
  await userEvent.keyboard('{Home}{Enter}');
  const dialog = page.getByRole('dialog', { name: /^Stop loss, / });
  await expect.element(dialog).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(dialog).not.toBeInTheDocument();
  await expect.element(marks.getByRole('button').first()).toHaveFocus();
  await userEvent.keyboard('{Tab}');
  expect(buttons).not.toContain(document.activeElement);
});
