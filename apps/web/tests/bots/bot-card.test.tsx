// Tests of the figures and of the ladder on the card of a running bot.
import { expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { BotCard } from '../../src/features/bots/card/bot-card.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { fixedBot, fixedInstrument } from '../../src/workbench/samples.ts';
import type { Responses } from '../../src/workbench/world.tsx';
import { memberStorage, show } from '../support/show.tsx';

const marketPrice: Responses['ticker'] = () => ({
  instId: fixedInstrument.instId,
  last: '3371.2',
  bid: '3371.1',
  ask: '3371.3',
  at: Date.now(),
  trading: { state: 'live', ends_at: null },
});

const showCard = (bot: typeof fixedBot, responses: Responses = { ticker: marketPrice }, language: Language = 'en') =>
  show(
    <div className="page">
      <BotCard bot={bot} receivedAt={Date.now()} instrument={fixedInstrument} />
    </div>,
    { storage: memberStorage(), responses, language },
  );

/** Returns the bot with this number of steps. */
const withSteps = (steps: number): typeof fixedBot => {
  const rows = fixedBot.entry.data;
  const data = [...rows, ...rows.map((row) => ({ ...row, step: row.step + rows.length }))].slice(0, steps);
  return { ...fixedBot, martin_steps: steps, entry: { ...fixedBot.entry, data } };
};

test('the card of a running bot shows its name, pair, direction, leverage, steps, status, results and log', async () => {
  const line = {
    created_at: '2026-03-02T11:30:00.000Z',
    type: 'ORDER' as const,
    message: '',
    message_key: 'bots.log.stepFilled',
    parameters: { step: '2', price: '3367.04' },
  };
  await showCard({ ...fixedBot, logs: [line] });
  const card = page.getByRole('article', { name: fixedBot.title });
  await expect.element(card.getByRole('heading', { name: fixedBot.title })).toBeVisible();
  const header = [...card.element().querySelectorAll('.bot-pair, .bot-chips > .chip:not(:has(.bot-price))')].map(
    (each) => each.textContent,
  );
  expect(header).toEqual(['ETH-USDT-SWAP', 'Long', '10x', 'Running', 'Simulated']);
  await expect.element(card.getByRole('heading', { name: 'Step 2 of 4' })).toBeVisible();
  const prices = [...card.element().querySelectorAll('.bot-rung-words strong')].map((each) => each.textContent);
  expect(prices).toEqual(['3,412.55', '3,367.04', '3,322.15', '3,277.85']);
  await expect.element(card.getByText('\u221213.59')).toBeVisible();
  await expect.element(card.getByText('Total since start +27.61 USDT, +1.38% of the allocation')).toBeVisible();
  await expect
    .element(card.getByRole('region', { name: /^Log/ }).getByRole('listitem'))
    .toHaveTextContent(/Step 2 filled at 3,367\.04$/);
});

test.each([
  [true, 1],
  [false, 0],
])('with a scheduled exit %s the card says %i times that the bot ends after the take-profit', async (isLast, count) => {
  await showCard({ ...fixedBot, is_last: isLast });
  await expect.element(page.getByRole('heading', { name: 'Step 2 of 4' })).toBeVisible();
  expect(page.getByText('Ends after take-profit', { exact: true }).elements()).toHaveLength(count);
});

/** The word of a result while no price is known. */
const unknown = page.getByText('loading', { exact: true });

const unpriced = { ...fixedBot, mark_price: null, unrealised_pnl: null, current_pnl: '41.2', pnl_percentage: 2.06 };

test('while neither the API nor the market has a price, the unrealised result is loading', async () => {
  await showCard(unpriced, {});
  await expect.element(unknown).toBeVisible();
});

test('after a fill, before the API has a mark price, the results and the distances follow from the price of the market', async () => {
  await showCard(unpriced);
  await expect.element(page.getByText('\u221213.59', { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText('Total since start +27.61 USDT, +1.38% of the allocation')).toBeVisible();
  expect(unknown.elements()).toEqual([]);
  await expect.element(page.getByText('+1.05%').first()).toBeVisible();
});

test('after the owner has cancelled step 2 at the exchange and step 3 has filled, the stair and the table mark each step as it is', async () => {
  await page.viewport(1280, 900);
  const { container } = await showCard({
    ...fixedBot,
    filled_steps: [1, 3],
    skipped_steps: [2],
    next_moves: fixedBot.next_moves.filter(({ kind, step }) => kind !== 'entry' || step === 4),
  });
  await expect.element(page.getByText('Step 3 of 4')).toBeVisible();
  const words = [...container.querySelectorAll('.bot-rung-words .muted')].map((word) => word.textContent);
  expect(words).toEqual(['filled', 'cancelled by you at the exchange', 'filled', 'next']);
  const glyph = [...container.querySelectorAll('.bot-head .glyph rect')].map((rung) => rung.getAttribute('opacity'));
  expect(glyph).toEqual(['1', '0.5', '1', '0.5']);
  await expect.element(page.getByText(/if all 3 steps fill/)).toBeVisible();
  await page.getByRole('button', { name: 'View as table' }).click();
  const table = page.getByRole('table', { name: 'View as table' });
  await expect.element(table).toBeVisible();
  const states = [...table.element().querySelectorAll('tbody tr')].map((row) => row.lastElementChild?.textContent);
  expect(states).toEqual(['filled', 'cancelled by you at the exchange', 'filled', 'next']);
});

test('without the field of an older server, the first steps are filled', async () => {
  const { filled_steps: _, ...older } = fixedBot;
  const { container } = await showCard(older);
  await expect.element(page.getByText('Step 2 of 4')).toBeVisible();
  const words = [...container.querySelectorAll('.bot-rung-words .muted')].map((word) => word.textContent);
  expect(words).toEqual(['filled', 'filled', 'next', 'rests on the order book']);
});

test('the table of the ladder and the stair name the state of a step with the same words', async () => {
  const { container } = await showCard(fixedBot);
  await page.getByRole('button', { name: 'View as table' }).click();
  const table = page.getByRole('table', { name: 'View as table' });
  await expect.element(table).toBeVisible();
  const states = [...table.element().querySelectorAll('tbody tr')].map((row) => row.lastElementChild?.textContent);
  expect(states).toEqual(['filled', 'filled', 'next', 'rests on the order book']);
  expect(states).toEqual([...container.querySelectorAll('.bot-rung-words .muted')].map((word) => word.textContent));
});

test('while a hold prevents entries, the table of the ladder says that the open steps are planned', async () => {
  await showCard({ ...fixedBot, holds: [{ by: 'grant', level: 'entries', reason: 'approval', until: null }] });
  await page.getByRole('button', { name: 'View as table' }).click();
  const table = page.getByRole('table', { name: 'View as table' });
  await expect.element(table).toBeVisible();
  const states = [...table.element().querySelectorAll('tbody tr')].map((row) => row.lastElementChild?.textContent);
  expect(states).toEqual(['filled', 'filled', 'planned', 'planned']);
});

test.each([
  [360, 4],
  [360, 5],
  [1280, 4],
  [1280, 5],
])(
  'in a window of %i px each rung of a ladder with %i steps is at least 12 px wide and inside the card',
  async (width, steps) => {
    await page.viewport(width, 780);
    const { container } = await showCard(withSteps(steps));
    const card = container.querySelector('.bot-card')!.getBoundingClientRect();
    const rungs = [...container.querySelectorAll('.bot-rung')].map((rung) => rung.getBoundingClientRect());
    expect(rungs).toHaveLength(steps);
    for (const rung of rungs) expect([rung.width >= 11.5, rung.right <= card.right]).toEqual([true, true]);
  },
);

test.each(languages.flatMap((language) => [4, 5].map((steps) => [language, steps] as const)))(
  'in the language %s the words above the cyclic steps of a ladder with %i steps stay in the card in a window of 360 px',
  async (language, steps) => {
    await page.viewport(360, 780);
    const { container } = await showCard(withSteps(steps), { ticker: marketPrice }, language);
    const words = container.querySelector('.bot-rungs-bracket span')!;
    expect(words.textContent).not.toBe('');
    const card = container.querySelector('.bot-card')!.getBoundingClientRect();
    expect(card.right).toBeLessThanOrEqual(360);
    const { left, right } = words.getBoundingClientRect();
    expect([left >= card.left, right <= card.right]).toEqual([true, true]);
  },
);

test('in a window of 360 px a long name and a word as lead figure stay in the card, and the word has the lines of its size', async () => {
  await page.viewport(360, 780);
  const { container } = await showCard({ ...fixedBot, title: 'ETH long 20% xx', liquidation_price: null });
  const name = container.querySelector('h2')!;
  expect([name.scrollWidth <= name.clientWidth, name.getBoundingClientRect().right <= 360]).toEqual([true, true]);
  const word = container.querySelector('.bot-lead .stat-word')!;
  expect(word.textContent).toBe('none at this size');
  expect(getComputedStyle(word).lineHeight).toBe('20px');
});

/** The change of 24 hours is asked for when the browser is idle. */
const patience = { timeout: 5_000 };

test.each([
  [96, '3,371.20+1.54%24\u00a0h'],
  [95, '3,371.20'],
])('with %i candles of 15 minutes the card shows the price and its change as "%s"', async (count, text) => {
  const candles = vi.fn<NonNullable<Responses['candles']>>(({ query }) => ({
    instId: fixedBot.symbol,
    bar: query?.bar ?? '15m',
    items: Array.from({ length: count }, (_, index) => ({
      at: index,
      open: index === 0 ? '3320' : '3400',
      high: '3400',
      low: '3300',
      close: '3400',
      volume: '1',
    })),
  }));
  const { container } = await show(<BotCard bot={fixedBot} receivedAt={Date.now()} instrument={fixedInstrument} />, {
    storage: memberStorage(),
    responses: { candles },
  });
  await expect
    .poll(() => candles.mock.calls.map(([{ query }]) => query), patience)
    .toContainEqual({ bar: '15m', limit: 120 });
  await expect.poll(() => container.querySelector('.bot-price')?.textContent).toBe(text);
});
