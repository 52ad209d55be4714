// Tests that each figure of the margin card, of a position without a bot, of the table of the bots, of the history, of the connection status and of a signal has an explanation (findings screens C).
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { BotsTable } from '../../src/features/bots/bots-table.tsx';
import { MarginCard } from '../../src/features/bots/margin-card.tsx';
import { ForeignPositions } from '../../src/features/bots/positions/foreign-positions.tsx';
import { historyCards } from '../../src/workbench/cards/history-cards.tsx';
import { venueCards } from '../../src/workbench/cards/venue-cards.tsx';
import { EntryModes } from '../../src/features/create/fields/entry-modes.tsx';
import { initialCreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import type { Specimen } from '../../src/workbench/specimen.tsx';
import { ReviewSample } from '../../src/workbench/review-sample.tsx';
import { fixedBot, fixedInstrument, fixedMargin, fixedPosition } from '../../src/workbench/samples.ts';
import { formWorld } from '../support/form-world.ts';
import { memberStorage, show } from '../support/show.tsx';

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
    <ForeignPositions positions={[fixedPosition]} instruments={[fixedInstrument]} account={null} owner={undefined} />,
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

/** Returns the sample of the workbench with this name and state. */
const sampleOf = (cards: readonly Specimen[], name: string, state: string) =>
  cards.find((card) => card.name === name)?.states[state];

test('each figure and the curve of the summary of the history have an explanation', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(sampleOf(historyCards, 'HistorySummary', 'gains and losses'));
  await expect.element(page.getByText('Bots finished')).toBeVisible();
  expect(unexplained(container)).toEqual([]);
  expect(container.querySelectorAll('.tip-button')).toHaveLength(5);
});

test('each column of the history has an explanation, except the name and the time', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(sampleOf(historyCards, 'HistoryRows', 'every end'));
  await expect.element(page.getByRole('columnheader', { name: 'Ended by' })).toBeVisible();
  expect(unexplained(container)).toEqual(['Bot', 'Completed']);
});

test('each figure of the connection status has an explanation, except the account and the points, which have a sentence', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(sampleOf(venueCards, 'ConnectionPanel', 'healthy'), { storage: memberStorage() });
  const labels = ['Account', 'Trading key', 'Live stream', 'Calls without an error', 'Token'];
  await expect.poll(() => unexplained(container)).toEqual(labels);
  for (const name of ['Health', 'Log-in token', 'Trading API', 'Uptime'])
    await expect.element(page.getByRole('button', { name: `About “${name}”` })).toBeVisible();
});

const Signal = () => {
  const form = { ...initialCreateForm, entryMode: 'signal' as const, entryOptionCode: 'rsi' };
  const model = previewCreate(form, formWorld, useI18n());
  return <EntryModes form={form} model={model} dispatch={() => undefined} ai={null} balance={null} />;
};

test('the source of a signal and each setting of a rule have an explanation', async () => {
  const { container } = await show(<Signal />);
  await expect.element(page.getByLabelText('Level', { exact: true })).toBeVisible();
  const labels = [...container.querySelectorAll('.signal-fields .field-label')];
  expect(labels.map(({ textContent }) => textContent)).toEqual([
    'Source of the signal',
    'Bar',
    'Fires',
    'Length',
    'Level',
  ]);
  for (const label of labels)
    expect(label.parentElement?.querySelector('.tip-button'), label.textContent).not.toBeNull();
  await page.getByRole('button', { name: 'About “Source of the signal”' }).click();
  await expect.element(page.getByText(/RSI, a measure from 0 to 100/)).toBeVisible();
});

test('the review explains what the base is', async () => {
  await show(<ReviewSample />);
  await page.getByRole('button', { name: 'Open' }).click();
  await page.getByRole('button', { name: /About “After the base/ }).click();
  await expect.element(page.getByText(/The steps that are not cyclic/)).toBeVisible();
});
