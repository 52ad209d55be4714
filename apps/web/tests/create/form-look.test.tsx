// Tests of the look of the creation form: the title, the price with its change, the labels of the chart, the lock of an entry, and the order and the sizes on a phone.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CandleWire } from '@rondo/contract';
import { CreateBotPanel } from '../../src/features/create/create-bot-panel.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { fixedInstrument, fixedTime } from '../../src/workbench/samples.ts';
import { creationResponses } from '../support/creation-responses.ts';
import { memberStorage, show } from '../support/show.tsx';

/** One candle for each 15 minutes of a day. The first opens at 3,250. */
const candles = Array.from({ length: 96 }, (_, index): CandleWire => {
  const [open, close] = [3_250 + 1.7 * index, 3_250 + 1.7 * (index + 1)].map((price) => price.toFixed(2));
  if (open === undefined || close === undefined) throw new Error('There are two prices.');
  return { at: fixedTime - (96 - index) * 900_000, open, high: close, low: open, close, volume: '1' };
});

type Shown = { readonly known?: readonly CandleWire[]; readonly language?: Language };

const openForm = async (
  width: number,
  height: number,
  { known = candles, language = 'en' }: Shown = {},
): Promise<HTMLElement> => {
  await page.viewport(width, height);
  const { container } = await show(
    <div className="page">
      <CreateBotPanel onCreated={() => undefined} />
    </div>,
    {
      language,
      storage: memberStorage(),
      responses: {
        ...creationResponses,
        candles: ({ query }) => ({
          instId: fixedInstrument.instId,
          bar: '15m',
          items: known.slice(-Number(query?.limit ?? known.length)),
        }),
        entryOptions: () => ({
          ai_gpt: { is_on: false, is_double: false, instruments: [], minimum_balance: '1000' },
        }),
      },
    },
  );
  await expect.poll(() => container.querySelector('.dock-action button:enabled')).not.toBeNull();
  await expect.poll(() => container.querySelectorAll('.gutter-price').length).toBeGreaterThan(0);
  return container;
};

const boxOf = (container: HTMLElement, selector: string): DOMRect => {
  const found = container.querySelector(selector);
  if (found === null) throw new Error(`The form has no ${selector}.`);
  return found.getBoundingClientRect();
};

test('without a running bot the form is not called the first one, and one sentence says what happens before the review', async () => {
  await openForm(1280, 900);
  await expect.element(page.getByRole('heading', { level: 2, name: 'Start a bot', exact: true })).toBeVisible();
  await expect.element(page.getByText('No order is sent until you have reviewed the bot.')).toBeVisible();
});

test('the price has its change of 24 hours, and the chart has the price of each level', async () => {
  const container = await openForm(1280, 900);
  expect(container.querySelector('.chart-price')?.textContent).toMatch(/3,412\.55.*\+5\.00%.*24\sh$/);
  const prices = [...container.querySelectorAll('.gutter-price')].map(({ textContent }) => textContent);
  for (const price of ['3,412.55', '3,367.04', '3,322.15', '3,277.85']) expect(prices).toContain(price);
});

test('a pair with candles of less than a day has no change of 24 hours', async () => {
  const container = await openForm(1280, 900, { known: candles.slice(1) });
  await expect.poll(() => container.querySelector('.chart-price')?.textContent).toContain('3,412.55');
  expect(container.querySelector('.chart-price')?.textContent).not.toMatch(/%|24\sh/);
});

test('an entry that cannot be chosen has a lock and no line through its name, and the pair has the sign of a list', async () => {
  const container = await openForm(1280, 900);
  const model = page.getByRole('radio', { name: 'AI', exact: true });
  await expect.element(model).toBeDisabled();
  const labelOf = (radio: typeof model) => radio.element().closest('label')!;
  expect(labelOf(model).querySelector('svg')?.checkVisibility()).toBe(true);
  expect(getComputedStyle(labelOf(model)).textDecorationLine).toBe('none');
  expect(labelOf(page.getByRole('radio', { name: 'Signal', exact: true })).querySelector('svg')).toBeNull();
  expect(boxOf(container, '.combobox-mark').width).toBeGreaterThan(0);
});

test.each([
  [1280, 900],
  [360, 780],
])(
  'in a window of %i x %i px no field that is scrolled into view lies under the bar with the figures',
  async (width, height) => {
    const container = await openForm(width, height);
    const fields = [...container.querySelectorAll('.create-form :is(input, [role=radio], .field-hint)')];
    expect(fields.length).toBeGreaterThan(20);
    for (const field of fields) {
      window.scrollTo(0, 0);
      field.scrollIntoView({ block: 'end', behavior: 'instant' });
      expect(field.getBoundingClientRect().bottom).toBeLessThanOrEqual(boxOf(container, '.create-dock').top);
    }
  },
);

test('on a phone the price, the pair and the direction are on the first screen before the settings', async () => {
  const container = await openForm(360, 780);
  const tops = [
    '.chart-price',
    '.ladder-chart',
    '.create-pair',
    '.plan-words',
    '.create-settings',
    '.create-table',
  ].map((selector) => boxOf(container, selector).top);
  expect(tops).toEqual(tops.toSorted((one, other) => one - other));
  expect(boxOf(container, '.create-pair').bottom).toBeLessThanOrEqual(boxOf(container, '.create-dock').top);
});

test.each(languages)('on a phone the bar has two lines in the language %s', async (language) => {
  const container = await openForm(360, 780, { language });
  expect(boxOf(container, '.create-dock').height).toBeLessThanOrEqual(100);
  const values = [...container.querySelectorAll('.dock-figures > :is(div) > dd:not(.dock-note)')]
    .filter((each) => each.checkVisibility())
    .map((each) => each.getBoundingClientRect());
  expect(values).toHaveLength(4);
  const lines = new Set(values.map(({ bottom }) => Math.round(bottom / 12)));
  expect(lines.size).toBeLessThanOrEqual(2);
});

/** Returns the texts of the elements that can be seen. */
const seen = (container: HTMLElement, selector: string): readonly string[] =>
  [...container.querySelectorAll(selector)]
    .filter((each) => each.checkVisibility())
    .map(({ textContent }) => textContent ?? '');

test.each([1280, 360])('at %i px the bar shows the gain of a round after fees, as the words do', async (width) => {
  const container = await openForm(width, 780);
  const net = /(\+[\d.,]+ to \+[\d.,]+) after fees/.exec(seen(container, '.plan-words p').join(' '))?.[1];
  expect(net).toMatch(/^\+\d/);
  if (width === 1280) {
    expect(seen(container, '.dock-gain .dock-note')).toEqual([`${net} after fees`]);
    expect(seen(container, '.dock-gain dt')).toEqual([expect.stringContaining('Expected per round, before fees')]);
    return;
  }
  expect(seen(container, '.dock-gain dd > span:not(.unit)')).toEqual([net?.replace(' to ', ' – ')]);
  expect(seen(container, '.dock-gain dt > .narrow-only')).toEqual(['Net per round']);
});

test('the amount of a step is the value of its order, in the words, in the table and in the bar', async () => {
  const container = await openForm(1280, 900);
  const amounts = seen(container, '.create-table tbody td:nth-child(4)');
  expect(amounts).toHaveLength(4);
  const inWords = /Buys ETH for ([\d.,]+)\sUSDT/.exec(seen(container, '.plan-words p').join(' '))?.[1];
  expect(amounts[0]).toBe(inWords);
  const position = seen(container, '.dock-fact:first-child dd:not(.dock-note)')[0]?.replace(/\sUSDT/, '');
  const cents = (text = ''): number => Math.round(Number(text.replaceAll(',', '')) * 100);
  expect(amounts.reduce((sum, amount) => sum + cents(amount), 0)).toBe(cents(position));
});

test('on a phone the chart reaches both edges of the window', async () => {
  const container = await openForm(360, 780);
  const { left, right } = boxOf(container, '.create-chart');
  expect([left, right]).toEqual([0, document.documentElement.clientWidth]);
  const drawn = boxOf(container, '.create-chart .ladder-chart svg');
  expect([drawn.left, right - drawn.right].map(Math.round)).toEqual([8, 8]);
});

test('on a phone the ladder table shows every column without scrolling', async () => {
  const container = await openForm(360, 780);
  const cells = [...container.querySelectorAll('.create-table tbody :is(th, td)')].map((each) =>
    each.getBoundingClientRect(),
  );
  expect(cells).toHaveLength(32);
  for (const { left, right, width } of cells) expect([left >= 0, right <= 360, width > 39]).toEqual([true, true, true]);
});

test('after a preset was chosen, the chart marks the moved liquidation prices and names what changed, until another setting changes', async () => {
  const container = await openForm(1280, 900);
  const note = container.querySelector('.chart-changed');
  const drawn = () => ['.chart-before', '.gutter-changed'].map((mark) => container.querySelectorAll(mark).length);
  expect([note?.textContent, ...drawn()]).toEqual(['', 0, 0]);

  await page.getByRole('radio', { name: /33%/ }).click();
  await expect
    .poll(() => note?.textContent)
    .toMatch(/^Changed by the crash defence:Share used as margin 50% → 33%Est\. liq\. 4 [\d,.]+ → [\d,.]+$/);
  await expect.poll(drawn).toEqual([1, 2]);

  await page.getByRole('radio', { name: 'Short' }).click();
  await expect.poll(() => [note?.textContent, ...drawn()]).toEqual(['', 0, 0]);
});

test('the band of a short ends at its highest liquidation price, which its text names', async () => {
  const container = await openForm(1280, 900);
  await page.getByRole('radio', { name: 'Short' }).click();
  const ceiling = /^own scale, price 0 to ([\d,.]+)$/;
  const textOf = () =>
    [...container.querySelectorAll('.create-chart .band-legend p')].map(({ textContent }) => textContent ?? '');
  const prices = () =>
    [...container.querySelectorAll('.gutter-liquidation .gutter-price')].map(({ textContent }) => textContent);
  await expect.poll(() => textOf().flatMap((text) => ceiling.exec(text)?.[1] ?? [])).toEqual([prices().at(-1)]);
  expect(prices().length).toBeGreaterThan(1);
});

/** The picture of a cyclic step, with its movement. */
const pictureOf = (container: HTMLElement) => {
  const picture = container.querySelector('.cyclic-picture svg');
  if (picture === null) throw new Error('The form has no picture of a cyclic step.');
  const { animationName, animationDuration } = getComputedStyle(picture);
  return { picture, movement: `${animationName} ${animationDuration}` };
};

test('both tabs show the picture of a cyclic step and its sentences without a click', async () => {
  const container = await openForm(1280, 900);
  for (const tab of ['Easy', 'Manual']) {
    await page.getByRole('radio', { name: tab }).click();
    await expect.element(page.getByText('What is a cyclic step?')).toBeVisible();
    expect(pictureOf(container).picture.getBoundingClientRect().height).toBe(132);
    expect([...container.querySelectorAll('.cyclic-picture li')].map((each) => each.checkVisibility())).toEqual([
      true,
      true,
      true,
    ]);
  }
});

test('a step of the slider of the cyclic steps draws their picture again, and another setting does not', async () => {
  const container = await openForm(1280, 900);
  await page.getByRole('radio', { name: 'Manual' }).click();
  const { picture, movement } = pictureOf(container);
  expect(movement).toBe('draw-cycles 1.2s');
  const press = async (name: string): Promise<void> => {
    page.getByRole('slider', { name }).element().focus();
    await userEvent.keyboard('{ArrowRight}');
  };
  await press('Leverage');
  await expect.element(page.getByRole('textbox', { name: 'Leverage' })).toHaveValue('11');
  expect(pictureOf(container).picture).toBe(picture);
  await press('Cyclic steps');
  await expect.element(page.getByRole('textbox', { name: 'Cyclic steps' })).toHaveValue('2');
  expect(pictureOf(container).picture).not.toBe(picture);
  // A person who has asked for less motion sees the finished picture.
  document.documentElement.style.setProperty('--draw', '0ms');
  expect(pictureOf(container).movement).toBe('draw-cycles 0s');
  document.documentElement.style.removeProperty('--draw');
});
