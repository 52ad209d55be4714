// Tests of some parts of the creation form: the pair search, the easy tab, the plan in words, the entry modes, and the parsed amount.
import { useReducer } from 'react';
import { afterEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { EasyFields } from '../../src/features/create/fields/easy-fields.tsx';
import { EntryModes, type EntryModesProps } from '../../src/features/create/fields/entry-modes.tsx';
import { ManualFields } from '../../src/features/create/fields/manual-fields.tsx';
import { noForeign } from '../../src/features/create/fields/foreign-note.tsx';
import { AllocationField, PairAndDirection } from '../../src/features/create/fields/shared-fields.tsx';
import { PlanWords } from '../../src/features/create/picture/plan-words.tsx';
import { initialCreateForm, reduceCreateForm, type CreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import { languages } from '../../src/i18n/language.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { pass, startClock } from '../support/clock.ts';
import { formWorld } from '../support/form-world.ts';
import { show } from '../support/show.tsx';

afterEach(() => {
  vi.useRealTimers();
});

const pairs = ['BTC', 'ETH', 'SOL', 'XRP', 'ADA', 'DOT', 'LTC'].map((base) => `${base}-USDT-SWAP`);

const useForm = (settings: Partial<CreateForm> = {}) => {
  const i18n = useI18n();
  const [form, dispatch] = useReducer(reduceCreateForm, { ...initialCreateForm, ...settings });
  const model = previewCreate(form, formWorld, i18n);
  const own = { foreign: noForeign, instrumentIds: pairs, hasAtr: true } as const;
  return { ...formWorld, ...own, form, dispatch, model };
};

const Search = () => <PairAndDirection {...useForm()} />;
const Amount = () => <AllocationField {...useForm()} />;

type EasyProps = { readonly settings?: Partial<CreateForm>; readonly accountTotal?: string | null };

const Easy = ({ settings = {}, accountTotal = null }: EasyProps) => {
  const fields = useForm(settings);
  const { preview, config } = fields.model;
  return (
    <>
      <EasyFields {...fields} />
      {preview === null || config === null ? null : (
        <PlanWords
          preview={preview}
          config={config}
          lastPrice={formWorld.lastPrice}
          baseCurrency="ETH"
          accountTotal={accountTotal}
          form={fields.form}
        />
      )}
    </>
  );
};
const Manual = () => {
  const fields = useForm();
  return (
    <>
      <ManualFields {...fields} />
      <EntryModes {...fields} ai={null} balance={null} />
    </>
  );
};
const Entry = (given: Pick<EntryModesProps, 'ai' | 'balance'>) => <EntryModes {...useForm()} {...given} />;
const model = { is_on: true, is_double: true, instruments: pairs, minimum_balance: '1000' };

/** No candles of any pair are stored. */
const noCandles: Partial<Responses> = {
  candleCoverage: ({ params }) => ({
    instId: params.id,
    bar: '15m',
    is_simulated: true,
    state: 'whole',
    months: [],
    at: 0,
  }),
};

test('the recommended minimum of each preset has its currency', async () => {
  const { container } = await show(<Easy />);
  const minimums = [...container.querySelectorAll('.preset-minimum')].map((each) => each.textContent);
  expect(minimums).toHaveLength(5);
  for (const text of minimums) expect(text).toMatch(/^from [\d,]+\u00a0USDT$/);
});

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

test('a pair that the AI model does not support is refused with an alert that names the pair and both ways out', async () => {
  const Refusing = () => {
    const fields = useForm();
    const choose = () => {
      fields.dispatch({ kind: 'entryOption', code: 'ai-gpt' });
      fields.dispatch({ kind: 'instrument', id: 'AVAX-USDT-SWAP' });
    };
    return (
      <>
        <button type="button" onClick={choose}>
          Choose
        </button>
        <EntryModes {...fields} ai={model} balance="5000" />
      </>
    );
  };
  await show(<Refusing />);
  expect(page.getByRole('alert').elements()).toEqual([]);
  await page.getByRole('button', { name: 'Choose' }).click();
  await expect
    .element(page.getByRole('alert'))
    .toHaveTextContent(
      'AI (GPT) does not support AVAX-USDT-SWAP. Choose another pair, or open at once with a ladder span of 4%.',
    );
});

test('when there is no AI model, the entry mode AI is shown with the reason and cannot be chosen', async () => {
  await show(<Entry ai={{ ...model, is_on: false, is_double: false }} balance="5000" />);
  await expect.element(page.getByRole('radio', { name: 'At once' })).toBeChecked();
  await expect.element(page.getByRole('radio', { name: 'AI', exact: true })).toBeDisabled();
  await expect.element(page.getByText('Coming soon: XGBoost.')).toBeVisible();
  await expect.element(page.getByText(/no model is configured/)).toBeVisible();
});

test('a signal has RSI, Ichimoku and incoming messages, and the settings of a rule have bounds', async () => {
  await show(<Entry ai={null} balance={null} />, {
    responses: noCandles,
  });
  await page.getByRole('radio', { name: 'Signal', exact: true }).click();
  await expect.element(page.getByRole('radio', { name: 'RSI' })).toBeChecked();
  await expect.element(page.getByLabelText('Level', { exact: true })).toHaveValue('30');
  await expect.element(page.getByText('No candles of this pair are stored, so nothing can be compared.')).toBeVisible();
  await page.getByLabelText('Length', { exact: true }).fill('51');
  await expect.element(page.getByLabelText('Length', { exact: true })).toHaveAttribute('aria-invalid', 'true');
  await page.getByRole('radio', { name: 'Ichimoku' }).click();
  await expect.element(page.getByLabelText('Length', { exact: true })).not.toBeInTheDocument();
  await expect.element(page.getByLabelText('Fires', { exact: true })).toHaveValue('while');
  await page.getByRole('radio', { name: 'Webhook' }).click();
  await expect.element(page.getByText(/create the secret webhook URL/)).toBeVisible();
});

test('a rule beside a bot that opens at once is chosen with its settings and without messages', async () => {
  await show(<Entry ai={null} balance={null} />);
  await expect.element(page.getByLabelText('Level', { exact: true })).not.toBeInTheDocument();
  await page.getByLabelText('Observe a signal alongside the bot').click();
  await expect.element(page.getByRole('radio', { name: 'At once' })).toBeChecked();
  await expect.element(page.getByLabelText('Level', { exact: true })).toHaveValue('30');
  expect(page.getByRole('radio', { name: 'Webhook' }).elements()).toEqual([]);
  await page.getByRole('radio', { name: 'Ichimoku' }).click();
  await expect.element(page.getByLabelText('Fires', { exact: true })).toHaveValue('while');
  await expect.element(page.getByRole('radio', { name: 'At once' })).toBeChecked();
});

test('a distance from the volatility replaces the step distance, has bounds, and a rule cannot be observed beside it', async () => {
  await show(<Manual />, { responses: noCandles });
  const choice = page.getByLabelText('Distance based on volatility (ATR)');
  const observe = page.getByLabelText('Observe a signal alongside the bot');
  await expect.element(page.getByRole('slider', { name: 'Step distance' })).toBeVisible();
  await observe.click();
  await choice.click();
  await expect.element(page.getByRole('slider', { name: 'ATR multiplier' })).toHaveValue(1);
  await expect.element(page.getByText(/this plan shows the largest, 5%/)).toBeVisible();
  await expect.element(page.getByText(/nothing can be compared/)).toBeVisible();
  expect(page.getByRole('slider', { name: 'Step distance' }).elements()).toEqual([]);
  expect(observe.elements()).toEqual([]);
  await page.getByRole('textbox', { name: 'ATR multiplier' }).fill('10.5');
  await userEvent.tab();
  await expect.element(page.getByText('Choose a value from 0.1 to 10.')).toBeVisible();
  await choice.click();
  await expect.element(page.getByRole('slider', { name: 'Step distance' })).toBeVisible();
  await expect.element(observe).not.toBeChecked();
});

test('compounding is on by default and can be turned off', async () => {
  await show(<Manual />, { responses: noCandles });
  const field = page.getByRole('checkbox', { name: 'Compounding' });
  await expect.element(field).toBeChecked();
  await field.click();
  await expect.element(field).not.toBeChecked();
  await expect.element(page.getByText(/A net loss always reduces it/)).toBeVisible();
});

test('new rounds are on by default; without them the form says that the bot ends, and compounding has no use', async () => {
  await show(<Manual />, { responses: noCandles });
  const field = page.getByRole('checkbox', { name: 'New round after a take-profit' });
  await expect.element(field).toBeChecked();
  await expect.element(page.getByText(/Off: the bot trades one round/)).toBeVisible();
  await field.click();
  await expect.element(field).not.toBeChecked();
  expect(page.getByRole('checkbox', { name: 'Compounding' }).elements()).toEqual([]);
});

test('the plan in words of a bot of one round says that the bot ends', async () => {
  await show(<Easy settings={{ allocation: '2000', autoReentry: false }} />);
  await expect
    .element(words.getByText('After the take-profit of the base the bot ends, and no new round opens.'))
    .toBeVisible();
  expect(words.getByText(/a new round starts/).elements()).toEqual([]);
});

test('a configured AI model can be chosen, and the form says who decides', async () => {
  await show(<Entry ai={model} balance="1000" />);
  await page.getByRole('radio', { name: 'AI', exact: true }).click();
  await expect.element(page.getByRole('radio', { name: 'AI', exact: true })).toBeChecked();
  await expect.element(page.getByText(/at the close of each hour/i)).toBeVisible();
  await expect.element(page.getByText(/a test program decides/)).toBeVisible();
});

test('with a balance below 1,000 USDT, the entry mode AI cannot be chosen, and the message names the total balance', async () => {
  await show(<Entry ai={model} balance="999.99" />);
  await expect.element(page.getByRole('radio', { name: 'AI', exact: true })).toBeDisabled();
  await expect.element(page.getByText('AI (GPT) needs a total balance of at least 1,000 USDT.')).toBeVisible();
});

test('the easy tab has its four options below three questions, and each option shows its number', async () => {
  await show(<Easy settings={{ allocation: '2000' }} />);
  const groupOf = (name: RegExp) => page.getByRole('group', { name });
  await expect.element(groupOf(/How much/).getByRole('textbox', { name: 'Allocation' })).toHaveValue('2000');
  const fall = groupOf(/How big a fall/);
  await expect.element(fall.getByRole('radio', { name: /Sized for a 20% fall/ })).toBeChecked();
  await expect.element(fall.getByRole('radio', { name: '4%', exact: true })).toBeChecked();
  const often = groupOf(/How often/);
  await expect.element(often.getByRole('radio', { name: 'Balanced 4 steps' })).toBeChecked();
  await expect.element(often.getByRole('radio', { name: 'Slow 2%' })).toBeVisible();
  await expect.element(often.getByText('What is a cyclic step?')).toBeVisible();
});

test('the plan in words says what is bought when, where profit is taken, that a new round starts, and what can be lost', async () => {
  await show(<Easy settings={{ allocation: '2000' }} />);
  for (const text of [
    'Buys ETH for 1,248.99 USDT at market now. If the price falls, it buys at 3 more steps, down to 3,277.85 (−3.95%).',
    'At 10x leverage all steps together are a position of 9,995.14 USDT: 999.51 USDT of the allocation is margin, and the rest covers losses.',
    'Steps 1–3, the base, are sold together 0.5% above their average price: +6.25 to +25.00 USDT per round before fees, +5.37 to +22.62 after fees.',
    'Step 4 is cyclic: it is sold alone 0.5% above its own price, +25.00 USDT before fees, +23.00 after fees, and its entry order is placed again.',
    'The take-profit of the base ends the round: its waiting orders are cancelled, and a new round starts like the first, until you stop the bot.',
    'You can lose 2,000.00 USDT.',
    'If the price moves to about 2,665.45 (−21.9%) after all steps have filled, OKX liquidates the position.',
    'No stop loss is set: a losing position stays open.',
  ])
    await expect.element(words.getByText(text)).toBeVisible();
});

const words = page.getByRole('region', { name: 'What this bot does' });

test('the plan in words says what a fill, a round and the funding cost', async () => {
  await show(<Easy settings={{ allocation: '2000' }} />);
  for (const text of [
    'OKX charges 0.05% of each fill at market (0.62 USDT for step 1) and 0.02% of each fill of an order that waits at its price. For the base, the fees are 0.88 to 2.38 USDT per round.',
    'While a position is open, OKX charges or pays funding, usually every 8 hours. The figures do not include funding.',
  ])
    await expect.element(words.getByText(text)).toBeVisible();
});

test.each([
  ['100', /Up to 100% of these gains are used to bring the take-profit price of the base closer/],
  ['40', /Up to 40% of these gains are used to bring the take-profit price of the base closer/],
  ['0', null],
] as const)(
  'with a cycle credit of %s percent the plan in words says which part of the gain of a cyclic step goes into the exit of the base',
  async (cycleCredit, text) => {
    await show(<Easy settings={{ allocation: '2000', cycleCredit }} />);
    await expect.element(words.getByText(/Step 4 is cyclic/)).toBeVisible();
    if (text === null) expect(words.getByText(/of these gains are used/).elements()).toEqual([]);
    else await expect.element(words.getByText(text)).toBeVisible();
  },
);

test.each([
  ['5000.5', /other money in the account\. That is 3,000\.50 USDT now\. Slippage/],
  ['2000', /other money in the account\. Slippage/],
  [null, /other money in the account\. Slippage/],
])(
  'with %s USDT in the account the plan in words says why the loss can exceed the allocation, and how much other money there is',
  async (accountTotal, end) => {
    await show(<Easy settings={{ allocation: '2000' }} accountTotal={accountTotal} />);
    const loss = words.getByText(
      /^You can lose 2,000\.00\sUSDT\. It can be more, without a fixed limit: on cross margin/,
    );
    await expect.element(loss).toHaveTextContent('OKX also covers losses with the other money in the account.');
    await expect.element(loss).toHaveTextContent('Slippage, fees and funding can add to the loss.');
    await expect.element(loss).toHaveTextContent(end);
  },
);

test('a stop loss does not limit the loss in a fast market, and the plan in words says so', async () => {
  await show(<Easy settings={{ allocation: '2000', stopLoss: '10' }} />);
  await expect
    .element(
      words.getByText(
        'The stop loss closes the position at market when a round has lost 200.00 USDT. In a fast market the loss can be larger.',
      ),
    )
    .toBeVisible();
});

test('each preset says what its numbers are, and the distance of the steps has a plain name', async () => {
  await show(<Easy settings={{ allocation: '2000' }} />);
  for (const name of [/50% as margin.*10x leverage.*from 100/, /33% as margin.*10x leverage.*from 1,000/])
    await expect.element(page.getByRole('radio', { name })).toBeVisible();
  await expect.element(page.getByRole('radiogroup', { name: 'Ladder span' })).toBeVisible();
  expect(page.getByText(/base defence/i).elements()).toEqual([]);
});

test('the ladder span is 2, 4, 6, 8 or 10 percent, and 4 percent is chosen at first', async () => {
  await show(<Easy settings={{ allocation: '2000' }} />);
  const spans = page.getByRole('radiogroup', { name: 'Ladder span' });
  const labels = [...spans.element().querySelectorAll('label')].map(({ textContent }) => textContent);
  expect(labels).toEqual(['2%', '4%', '6%', '8%', '10%']);
  expect(spans.getByRole('radio').elements()).toHaveLength(5);
  await expect.element(spans.getByRole('radio', { name: '4%' })).toBeChecked();
});

test('when fees take more than half of the target, the warning is beside the take-profit', async () => {
  await show(<Easy settings={{ allocation: '2000', takeProfit: '0.1', martinSteps: 2 }} />);
  const often = page.getByRole('group', { name: /How often/ });
  await expect
    .element(often.getByRole('status'))
    .toHaveTextContent('Fees take more than half of this take-profit target.');
});

const readings = {
  en: 'Read as 10,000.00\u00a0USDT',
  ko: '10,000.00 USDT로 인식',
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
