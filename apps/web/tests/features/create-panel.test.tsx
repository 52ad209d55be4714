// Tests of the creation form as a whole: the empty name, the preview of the request, and the what-if strip below the form.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { CreateBotPanel } from '../../src/features/create/create-bot-panel.tsx';
import { fixedInstrument } from '../../src/workbench/samples.ts';
import { creationResponses as responses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';
import { serveMonth, storedMonth, whileSimulating } from '../support/stored-month.ts';

test('with an empty name the button moves the focus to the field of the name, and opens no review', async () => {
  await show(<CreateBotPanel onCreated={() => undefined} />, { responses, storage: memberStorage() });
  const button = page.getByRole('button', { name: 'Review bot' });
  await expect.element(button).toBeEnabled();
  const field = page.getByRole('textbox', { name: 'Name' });
  await field.fill('');
  await expect.element(button).toBeEnabled();
  await button.click();
  await expect.element(field).toHaveFocus();
  await expect.element(page.getByText('Please enter a bot name').first()).toBeVisible();
  expect(page.getByRole('dialog').elements()).toHaveLength(0);
});

test('in development the form shows the body of its request', async () => {
  await show(<CreateBotPanel onCreated={() => undefined} />, { responses, storage: memberStorage() });
  await page.getByText('POST /api/bots').click();
  const shown = page.getByText(/"investment|"size_ratio"/);
  await expect.element(shown).toBeVisible();
  expect(JSON.parse(shown.element().textContent ?? '')).toMatchObject({
    size_ratio: '0.5',
    basic: { symbol: fixedInstrument.instId, direction: 'long' },
    entry: { count: 4 },
  });
});

test('the review of a bot with a distance from the volatility names its factor, the ATR and its hours', async () => {
  await show(<CreateBotPanel onCreated={() => undefined} />, { responses, storage: memberStorage() });
  await page.getByRole('radio', { name: 'Manual' }).click();
  await page.getByLabelText('Distance based on volatility (ATR)').click();
  await page.getByRole('textbox', { name: 'ATR multiplier' }).fill('1.5');
  await page.getByRole('button', { name: 'Review bot' }).click();
  const settings = page.getByRole('dialog').getByRole('region', { name: 'All settings' });
  await expect.element(settings).toHaveTextContent(/Step distance1.5x ATR\(14\), 1 hour/);
});

/** Opens the form and scrolls to its strip, which simulates the stored month. */
const openStrip = async () => {
  serveMonth();
  const { container } = await show(<CreateBotPanel onCreated={() => undefined} />, {
    responses: { ...responses, candleCoverage: () => storedMonth() },
    storage: memberStorage(),
  });
  await expect.element(page.getByRole('button', { name: 'Review bot' })).toBeEnabled();
  container.querySelector('.what-if-place')?.scrollIntoView();
  const figures = (): string => container.querySelector('.what-if-figures')?.textContent ?? '';
  const isWhole = (): boolean => container.querySelector('.what-if-picture[data-whole=true]') !== null;
  await expect.poll(isWhole, whileSimulating).toBe(true);
  return { figures, isWhole };
};

test('the what-if strip of the form has figures and follows a step of a setting', async () => {
  const { figures, isWhole } = await openStrip();
  const before = figures();
  expect(before).toMatch(/USDT/);
  await page.getByRole('radio', { name: 'Manual' }).click();
  await page.getByRole('button', { name: 'Increase Leverage' }).click();
  await expect.poll(() => isWhole() && figures() !== before, whileSimulating).toBe(true);
});

test('with messages as the entry the strip of the form has no figures, and with a rule those of its signals', async () => {
  const { figures, isWhole } = await openStrip();
  const before = figures();
  await page.getByRole('radio', { name: 'Signal', exact: true }).click();
  await expect
    .element(page.getByText(/Each round opens at a signal of the rule\./).first(), whileSimulating)
    .toBeVisible();
  await expect.poll(() => isWhole() && figures() !== before, whileSimulating).toBe(true);
  await page.getByRole('radio', { name: 'Webhook' }).click();
  await expect.element(page.getByText(/^Messages from another program open the rounds of this bot\./)).toBeVisible();
  expect(figures()).toBe('');
});
