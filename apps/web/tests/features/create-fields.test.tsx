// Tests of some fields of the creation form: the pair search, the entry modes, and the parsed amount.
import { useReducer } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EntryModes } from '../../src/features/create/fields/easy-fields.tsx';
import { AllocationAndName, PairAndDirection } from '../../src/features/create/fields/shared-fields.tsx';
import { initialCreateForm, reduceCreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import { languages } from '../../src/i18n/language.ts';
import { fixedInstrument } from '../../src/workbench/samples.ts';
import { pass, startClock } from '../support/clock.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const pairs = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOT', 'LTC'].map((base) => `${base}-USDT-SWAP`);
const world = {
  instrument: fixedInstrument,
  hasInstrumentsFailed: false,
  lastPrice: '3412.55',
  bid: null,
  ask: null,
  available: '50000',
  accountId: 'account-1',
  instrumentsInUse: [],
};

const useForm = () => {
  const i18n = useI18n();
  const [form, dispatch] = useReducer(reduceCreateForm, initialCreateForm);
  const model = previewCreate(form, world, i18n);
  return { ...world, form, dispatch, model, instrumentIds: pairs, link: 'linked' } as const;
};

const Search = () => <PairAndDirection {...useForm()} />;
const Amount = () => <AllocationAndName {...useForm()} />;
const Entry = () => <EntryModes {...useForm()} />;

test('the list shows the results of the search 300 ms after the last key, and at most five results', async () => {
  await show(<Search />);
  await page.getByRole('combobox', { name: 'Pair' }).click();
  const results = page.getByRole('option');
  await vi.waitFor(() => expect(results.elements().length).toBe(5));
  startClock();
  await userEvent.keyboard('sol');
  await pass(150);
  expect(results.elements().length).toBe(5);
  await pass(200);
  await vi.waitFor(() => expect(results.elements().length).toBe(1), { timeout: 250 });
});

test('when there is no AI model, the entry mode AI is shown with the reason and cannot be chosen', async () => {
  await show(<Entry />);
  await expect.element(page.getByRole('radio', { name: 'At once' })).toBeChecked();
  for (const name of ['Signal', 'AI'])
    await expect.element(page.getByRole('radio', { name, exact: true })).toBeDisabled();
  await expect.element(page.getByText(/no model is configured/)).toBeVisible();
});

const readings = {
  en: 'Read as 10,000.00 USDT',
  ko: '10,000.00 USDT로 읽음',
  ru: null,
  zh: '识别为 10,000.00 USDT',
  ja: '10,000.00 USDTとして読み取りました',
} as const;

test.each(languages)(
  'for the typed text 10,000 the field shows the parsed amount, or an error when the text is ambiguous in the language: %s',
  async (language) => {
    await show(<Amount />, { language });
    const field = page.getByRole('textbox').first();
    await field.fill('10,000');
    const reading = readings[language];
    if (reading === null) await expect.element(field).toHaveAttribute('aria-invalid', 'true');
    else await expect.element(page.getByText(reading)).toBeVisible();
    const ids = (field.element().getAttribute('aria-describedby') ?? '').split(' ');
    const texts = ids.map((id) => document.getElementById(id)?.textContent);
    if (reading === null) expect(texts.join(' ')).toMatch(/10000 .* 10,000/);
    else expect(texts).toContain(reading);
  },
);

test('the form refuses an amount that has two meanings, and the error shows both meanings', async () => {
  await show(<Amount />);
  await page.getByRole('textbox', { name: 'Allocation' }).fill('1.234');
  await expect.element(page.getByText('This can mean 1234 or 1.234.', { exact: false })).toBeVisible();
  await expect.element(page.getByText(/Read as/)).not.toBeInTheDocument();
});
