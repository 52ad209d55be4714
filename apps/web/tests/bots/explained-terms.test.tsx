// Tests that each figure of the margin card, of the card of a position without a bot and of the table of the bots has an explanation (findings screens C).
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BotsTable } from '../../src/features/bots/bots-table.tsx';
import { MarginCard } from '../../src/features/bots/margin-card.tsx';
import { ForeignPositions } from '../../src/features/bots/positions/foreign-positions.tsx';
import { fixedBot, fixedInstrument, fixedMargin, fixedPosition } from '../../src/workbench/samples.ts';
import { show } from '../support/show.tsx';

/** Returns the labels without a button that explains them. */
const unexplained = (container: HTMLElement): readonly (string | null)[] =>
  [...container.querySelectorAll('dt, th[scope=col]')]
    .filter((label) => label.querySelector('.tip-button') === null)
    .map(({ textContent }) => textContent);

test('each figure of the margin card has an explanation, and only the bots have none', async () => {
  const margin = { ...fixedMargin, covered_loss: '12.5' };
  const { container } = await show(<MarginCard margin={margin} bots={[fixedBot]} isLive hasFailed={false} />);
  await expect.element(page.getByText('Total balance')).toBeVisible();
  expect(unexplained(container)).toEqual(margin.reserved.map(({ title }) => title));
  expect(container.querySelectorAll('.tip-button')).toHaveLength(4);
});

test('each figure of a position without a bot has an explanation', async () => {
  const { container } = await show(
    <ForeignPositions positions={[fixedPosition]} instruments={[fixedInstrument]} account={null} />,
  );
  await expect.element(page.getByText('Mark price')).toBeVisible();
  expect(unexplained(container)).toEqual([]);
  expect(container.querySelectorAll('.tip-button')).toHaveLength(6);
});

test('each column of the table of the bots has an explanation, except the name and the status', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(<BotsTable bots={[fixedBot]} />);
  await expect.element(page.getByRole('columnheader', { name: 'Leverage' })).toBeVisible();
  expect(unexplained(container)).toEqual(['Bot', 'Status']);
});

test('the explanation of the loss of the open rounds says why it does not reduce what is available', async () => {
  await show(<MarginCard margin={{ ...fixedMargin, covered_loss: '12.5' }} bots={[]} isLive hasFailed={false} />);
  await page.getByRole('button', { name: /Loss of the open rounds/ }).click();
  await expect.element(page.getByText(/The reserved amounts cover them/)).toBeVisible();
});
