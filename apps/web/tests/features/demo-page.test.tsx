// Tests of the demo: the replay and the what-if strip follow the settings without a button, and the account comes from the server.
import { expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { CandleWire } from '@rondo/contract';
import { DemoHistory } from '../../src/features/demo/demo-history.tsx';
import { DemoPage } from '../../src/features/demo/demo-page.tsx';
import type { ShownRun } from '../../src/features/demo/use-demo.ts';
import { fixedInstrument, fixedTime } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { show } from '../support/show.tsx';
import { serveMonth, storedMonth, whileSimulating } from '../support/stored-month.ts';

const candles = Array.from({ length: 96 }, (_, index): CandleWire => {
  const [open, close] = [index, index + 1].map((at) => (3_400 + 60 * Math.sin(at / 6)).toFixed(2));
  if (open === undefined || close === undefined) throw new Error('There are two prices.');
  const [low, high] = Number(open) < Number(close) ? [open, close] : [close, open];
  return { at: fixedTime - (96 - index) * 3_600_000, open, high, low, close, volume: '1' };
});

const account = {
  account_id: 'demo',
  total: '12000',
  reserved_total: '0',
  covered_loss: '0',
  available: '12000',
  reserved: [],
  foreign_positions: [],
  foreign_margin: '0',
  at: fixedTime,
  simulated: true as const,
};

const openDemo = (responses: Responses = {}) =>
  show(<DemoPage />, {
    responses: {
      demoAccount: () => account,
      instruments: () => ({ items: [fixedInstrument], at: fixedTime }),
      ticker: () => ({
        instId: fixedInstrument.instId,
        last: '3412.55',
        bid: '3412.54',
        ask: '3412.56',
        at: fixedTime,
        trading: { state: 'live', ends_at: null },
      }),
      candles: () => ({ instId: fixedInstrument.instId, bar: '1H', items: candles }),
      ...responses,
    },
  });

test('the demo replays the settings after each change and has no button that runs or creates', async () => {
  await openDemo();
  await expect.element(page.getByText('12,000.00 USDT, simulated')).toBeVisible();
  await expect.element(page.getByText('Max drawdown of the whole period')).toBeVisible();
  const settings = page.getByText(/^Long 10x, 4 steps/);
  await expect.element(settings).toBeVisible();
  await page.getByRole('button', { name: 'Increase Leverage' }).click();
  await expect.element(page.getByText(/^Long 11x, 4 steps/)).toBeVisible();
  expect(page.getByRole('button', { name: /Run|Review|Start/ }).elements()).toEqual([]);
});

/** Scrolls to the cards of the running bot, which are loaded then. */
const showCards = async (): Promise<HTMLElement> => {
  await expect.element(page.getByText('Max drawdown of the whole period')).toBeVisible();
  document.querySelector('.demo-dashboard')?.scrollIntoView();
  const card = page.getByRole('article', { name: /^ETH/ });
  await expect.element(card).toBeVisible();
  await expect.element(card.getByRole('img').first()).toBeVisible();
  return card.element() as HTMLElement;
};

test.each([360, 1_280])(
  'in a window of %i px the demo shows the running bot with the card of the bots tab, which has no command',
  async (width) => {
    await page.viewport(width, 900);
    await openDemo();
    const card = await showCards();
    await expect.element(page.getByRole('heading', { name: 'The bot at the end of the replay' })).toBeVisible();
    expect(card.textContent).toContain('Simulated');
    expect(card.textContent).toMatch(/Step [1-4] of 4/);
    expect(card.textContent).toContain('Next moves');
    const names = [...card.querySelectorAll('button, a')].map((each) => each.textContent);
    expect(names.filter((name) => /Stop|Settings|Open the chart/.test(name))).toEqual([]);
    expect(names).toEqual(expect.arrayContaining(['View as table', 'Hide chart']));
    const box = card.getBoundingClientRect();
    expect([box.left >= 0, box.right <= width]).toEqual([true, true]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  },
);

/** The number of lines of each text in the elements. */
const linesOf = (selector: string): readonly (readonly [string | null, number])[] =>
  [...document.querySelectorAll(selector)].map((element) => {
    const range = document.createRange();
    range.selectNodeContents(element);
    return [element.textContent, new Set([...range.getClientRects()].map(({ top }) => Math.round(top))).size];
  });

test('on a phone no amount of the ladder is broken, and the pair is beside its arrow', async () => {
  await page.viewport(360, 780);
  await openDemo();
  const amounts = '.create-table tbody tr > td:nth-child(4)';
  await expect.poll(() => document.querySelectorAll(amounts).length).toBe(4);
  expect(linesOf(amounts)).toEqual(['6,746.61', '6,747.55', '13,497.90', '26,999.65'].map((amount) => [amount, 1]));
  const pair = document.querySelector('.pair-and-direction [role=combobox]');
  if (pair === null) throw new Error('The form has no pair.');
  const style = getComputedStyle(pair);
  const context = document.createElement('canvas').getContext('2d');
  if (context === null) throw new Error('The browser has no canvas.');
  context.font = style.font;
  const room = pair.clientWidth - parseFloat(style.paddingLeft) - parseFloat(style.paddingRight);
  expect(context.measureText(fixedInstrument.instId).width, 'the width of the pair').toBeLessThanOrEqual(room);
});

test('the running bot follows the settings and the kind of market', async () => {
  await page.viewport(1_280, 900);
  await openDemo();
  const card = page.getByRole('article', { name: /^ETH/ });
  await showCards();
  await expect.element(card.getByText('10x', { exact: true })).toBeVisible();
  await page.getByRole('button', { name: 'Increase Leverage' }).click();
  await expect.element(card.getByText('11x', { exact: true })).toBeVisible();
  await page.getByRole('radio', { name: /Short/ }).click();
  await expect.element(card.getByText('Short', { exact: true })).toBeVisible();
  const moves = card.getByText('Next moves').element().parentElement;
  const before = moves?.textContent;
  await page.getByText('Uptrend', { exact: true }).click();
  await expect.poll(() => card.getByText('Next moves').element().parentElement?.textContent).not.toBe(before);
});

test('the demo has an allocation, the margin of the account, and a history of the rounds', async () => {
  await openDemo();
  const allocation = page.getByRole('textbox', { name: 'Allocation' });
  await expect.element(allocation).toHaveValue('10,800.00');
  await userEvent.fill(allocation, '6000');
  await showCards();
  const margin = page.getByRole('region', { name: 'Margin' });
  await expect.element(margin.getByText('Simulated')).toBeVisible();
  const reservation = margin.getByRole('img', { name: /^Reserved 6,000\.00 USDT of / });
  await expect.element(reservation).toBeVisible();
  const amount = /[+−]?[\d,]+\.\d\d(?=\s*USDT$)/;
  const amountIn = (text = ''): number => Number(amount.exec(text)?.[0].replace('−', '-').replaceAll(',', ''));
  const result = amountIn(document.querySelector('.demo-result dd')?.textContent);
  expect(result).not.toBe(0);
  expect(amountIn(reservation.element().getAttribute('aria-label') ?? '')).toBeCloseTo(12_000 + result, 2);
  await page.getByText('History', { exact: true }).click();
  await expect.element(page.getByRole('columnheader', { name: 'Net result, USDT' })).toBeVisible();
  await expect.element(page.getByText('take-profit', { exact: true }).first()).toBeVisible();
});

test.each([
  ['sandbox', /^Simulated on recent made-up candles of the practice exchange with the allocation of the form\./],
  ['okx', /^Simulated on recent candles of the exchange with the allocation of the form\./],
  [undefined, /^Simulated on recent candles of the exchange with the allocation of the form\./],
] as const)(
  'on the venue %s the demo says from where its candles are, beside its history too',
  async (venue, source) => {
    await openDemo({ demoAccount: () => ({ ...account, venue }) });
    await expect.element(page.getByText(source)).toBeVisible();
    await page.getByText('History', { exact: true }).click();
    await expect.element(page.getByRole('columnheader', { name: 'Net result, USDT' })).toBeVisible();
    await expect.element(page.getByText(source)).toBeVisible();
  },
);

test('a long history of the demo has 50 rounds and says so, and a click adds 50 rounds', async () => {
  const roundOf = (index: number) => ({
    from: fixedTime - (index + 1) * 3_600_000,
    to: fixedTime - index * 3_600_000,
    cycles: 0,
    net: '1.5',
    end: 'exit' as const,
  });
  // The history reads only the list of the rounds.
  const shownOf = (count: number) =>
    ({ run: { list: Array.from({ length: count }, (_, index) => roundOf(count - index)) } }) as unknown as ShownRun;
  const rows = page.getByRole('row');
  const more = page.getByRole('button', { name: 'Show more' });
  await show(<DemoHistory shown={shownOf(120)} />);
  await expect.element(page.getByText('The newest 50 of 120 rounds are listed.')).toBeVisible();
  expect(rows.elements()).toHaveLength(51);
  await more.click();
  await expect.element(page.getByText('The newest 100 of 120 rounds are listed.')).toBeVisible();
  expect(rows.elements()).toHaveLength(101);
  await more.click();
  await expect.poll(() => rows.elements().length).toBe(121);
  expect(more.elements()).toEqual([]);
  expect(page.getByText(/rounds are listed/).elements()).toEqual([]);
});

test('the chosen speed changes how long the replayed round lasts, also while it is playing', async () => {
  const { container } = await openDemo();
  await page.getByRole('button', { name: 'Play the round' }).click();
  const [bar, line] = ['.replay-bar i', '.replay-drawn'].map((part) => {
    const animation = container.querySelector(part)?.getAnimations()[0];
    // The animation waits at its start, so that it does not end before a slower speed is chosen.
    animation?.pause();
    if (animation !== undefined) animation.currentTime = 0;
    return animation;
  });
  for (const [speed, lasts] of [
    ['16x', 1_250],
    ['4x', 5_000],
    ['1x', 20_000],
  ] as const) {
    await page.getByRole('radio', { name: speed, exact: true }).click();
    const durations = [bar, line].map((each) => each?.effect?.getTiming().duration);
    expect(durations).toEqual([lasts, lasts]);
  }
});

test.each([
  [96, /3,412\.55.*\+0\.37%.*24\sh$/],
  [95, /3,412\.55$/],
])('with %i candles of 15 minutes the form of the demo has the price and the change %s', async (count, line) => {
  const { container } = await openDemo({
    candles: () => ({ instId: fixedInstrument.instId, bar: '15m', items: candles.slice(-count) }),
  });
  await expect.poll(() => container.querySelector('.create-form .chart-price')?.textContent).toMatch(line);
});

test('the what-if strip of the demo follows a step of a setting', async () => {
  await page.viewport(1_280, 900);
  serveMonth();
  const { container } = await openDemo({ candleCoverage: () => storedMonth() });
  await expect.element(page.getByText('Max drawdown of the whole period')).toBeVisible();
  container.querySelector('.what-if-place')?.scrollIntoView();
  const figures = (): string => container.querySelector('.what-if-figures')?.textContent ?? '';
  const isWhole = (): boolean => container.querySelector('.what-if-picture[data-whole=true]') !== null;
  await expect.poll(isWhole, whileSimulating).toBe(true);
  const before = figures();
  expect(before).toMatch(/USDT/);
  await page.getByRole('button', { name: 'Increase Leverage' }).click();
  await expect.poll(() => isWhole() && figures() !== before, whileSimulating).toBe(true);
});
