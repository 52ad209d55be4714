// Tests that a replayed round says how it ended: with its stop loss, in the summary, the legend, the chart and the history of the demo.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { DemoHistory } from '../../src/features/demo/demo-history.tsx';
import { runDemo } from '../../src/features/demo/demo-run.ts';
import { initialCreateForm } from '../../src/features/create/plan/create-form.ts';
import { ReplayPlayer } from '../../src/features/replay/replay-player.tsx';
import { botConfig } from '@rondo/testkit';
import { percent, percentToRatio } from '@rondo/decimal';
import { show } from '../support/show.tsx';

const hourMs = 3_600_000;
const items = ['2000 2001 1970 1975', '1975 1975 1240 1285'].map((text, index) => {
  const [open = '', high = '', low = '', close = ''] = text.split(' ');
  return { at: index * hourMs, open, high, low, close, volume: '1' };
});

/** A round that its stop loss ends. */
const stoppedRun = () => {
  const stopLoss = { fractionOfBudget: percentToRatio(percent('5')), endsBot: false };
  const run = runDemo(botConfig({ stopLoss }), items);
  if (run === null) throw new Error('No order can be placed.');
  return run;
};

test('a round that ended with its stop loss says so, and the legend and the chart have the stop sign', async () => {
  await show(<ReplayPlayer round={stoppedRun().round} settings="" />);
  await expect.element(page.getByText('The stop loss closed the position.')).toBeVisible();
  const signs = [...document.querySelectorAll('.replay-sign')].map((sign) => sign.getAttribute('data-kind'));
  expect(signs.filter((kind) => kind === 'stop')).toHaveLength(2);
  expect(signs).not.toContain('exit');
  await expect.element(page.getByText('Stop loss', { exact: true })).toBeVisible();
});

test('the history of the demo has the round and says that the stop loss ended it', async () => {
  await show(<DemoHistory shown={{ run: stoppedRun(), form: initialCreateForm, items }} />);
  await expect.element(page.getByRole('cell', { name: 'stop loss', exact: true })).toBeVisible();
});
