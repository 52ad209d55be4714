// Tests of the look of the landing page and of the footer: the replayed rounds, the signs of the features, the facts of the fall, the bars of the leaderboard, the lead and the columns.
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { Footer } from '../../src/app/frame/footer.tsx';
import { FilmSection } from '../../src/features/landing/film-section.tsx';
import { LandingPage } from '../../src/features/landing/landing-page.tsx';
import { WhereItEnds } from '../../src/features/landing/landing-sections.tsx';
import type { ReplayRound } from '../../src/features/replay/replay-model.ts';
import { ReplayPlayer } from '../../src/features/replay/replay-player.tsx';
import { guidePath } from '../../src/paths.ts';
import { landingCards } from '../../src/workbench/cards/landing-cards.tsx';
import { show } from '../support/show.tsx';

/** Shows one state of a section in a window of 1280 px. */
const showSection = async (name: string, state: string): Promise<HTMLElement> => {
  await page.viewport(1280, 900);
  const section = landingCards.find((each) => each.name === name)?.states[state];
  if (section === undefined) throw new Error(`${name} has no state ${state}.`);
  const { container } = await show(section);
  return container;
};

const textsOf = (container: HTMLElement, selector: string): readonly (string | null)[] =>
  [...container.querySelectorAll(selector)].map(({ textContent }) => textContent);

test('the replayed round begins by itself and names its exit line, the ends of its time axis and the signs of its liquidation scale', async () => {
  const container = await showSection('HeroReplay', 'gain');
  await expect.poll(() => container.querySelector<HTMLElement>('.replay')?.dataset['play']).toBe('playing');
  expect(textsOf(container, '.replay-name[data-kind=exit]')).toEqual(['Base exit']);
  expect(textsOf(container, '.replay-dates span')).toHaveLength(2);
  expect(textsOf(container, '.replay-lower .replay-gutter li')).toEqual(['0%', '\u2212100%']);
  const labels = textsOf(container, '.replay-lower .replay-chart small');
  expect(labels.length).toBeGreaterThan(0);
  for (const label of labels) expect(label).toMatch(/^\u2212\d/);
});

test('on a phone, a long name of the exit line stays inside the chart', async () => {
  await page.viewport(360, 780);
  const section = landingCards.find(({ name }) => name === 'WrongReplay')?.states['loss'];
  const { container } = await show(section, { language: 'ru' });
  await expect.poll(() => textsOf(container, '.replay-name[data-kind=exit]')).toEqual(['Цена выхода базы']);
  const edgeOf = (selector: string): number => container.querySelector(selector)!.getBoundingClientRect().right;
  expect(edgeOf('.replay-name[data-kind=exit]')).toBeLessThanOrEqual(edgeOf('.replay-upper .replay-chart'));
  expect(edgeOf('.replay-name[data-kind=exit] span span')).toBeLessThanOrEqual(edgeOf('.replay-upper .replay-chart'));
});

test('the round of the fall has a higher chart with its liquidation line and without the second chart, and starts only with its button', async () => {
  const gain = await showSection('HeroReplay', 'gain');
  const height = gain.querySelector('.replay-upper')!.getBoundingClientRect().height;
  const container = await showSection('WrongReplay', 'loss');
  expect(container.querySelector('.replay-upper')!.getBoundingClientRect().height).toBeGreaterThan(height);
  expect(container.querySelector('.replay-liquidation')?.getAttribute('d')).toMatch(/^M/);
  expect(textsOf(container, '.replay-name[data-kind=liquidation]')).toEqual(['Est. liquidation 1,150']);
  expect(container.querySelector('.replay-lower')).toBeNull();
  expect(container.querySelector<HTMLElement>('.replay')?.dataset['play']).toBe('still');
});

test('the entries of the fall take two fifths of the chart, also when they are a hundredth of its time, and the page says so', async () => {
  await page.viewport(1280, 900);
  const hourMs = 3_600_000;
  const entry = (hour: number, step: number, price: string) =>
    ({ at: hour * hourMs, price, kind: 'entry', step, net: null }) as const;
  const round: ReplayRound = {
    symbol: 'ETH-USDT-SWAP',
    end: 'liquidation',
    net: '-1980.00',
    lowest: '-1980.00',
    fees: '3.10',
    cycles: 0,
    nearest: 0,
    bracket: null,
    from: 0,
    to: 600 * hourMs,
    levels: [1, 2, 3].map((step) => ({ step, price: String(2_040 - step * 40), cyclic: false })),
    prices: [
      { at: 0, price: '2000' },
      { at: 300 * hourMs, price: '1700' },
      { at: 600 * hourMs, price: '1150' },
    ],
    fills: [entry(0, 1, '2000'), entry(2, 2, '1960'), entry(6, 3, '1920')],
    exits: [{ at: 0, price: '2010' }],
    liquidations: [{ at: 0, price: '1150' }],
  };
  const { container } = await show(<ReplayPlayer round={round} settings="" isFall />);
  const chart = container.querySelector('.replay-chart')!.getBoundingClientRect();
  const places = [...container.querySelectorAll('.replay-chart .replay-sign')].map(
    (sign) => (sign.getBoundingClientRect().left + 9 - chart.left) / chart.width,
  );
  expect(places[0]).toBeCloseTo(0, 1);
  expect(places[2]).toBeGreaterThan(0.4);
  expect(places[1]! - places[0]!).toBeGreaterThan(0.1);
  expect(container.querySelector('.replay-stretched')).not.toBeNull();
  await expect.element(page.getByText(/the time is stretched so that each entry can be read/u)).toBeVisible();
});

test('the four facts of the fall are in one frame and have a font size of 20 px', async () => {
  const container = await showSection('WrongReplay', 'loss');
  expect(textsOf(container, '.landing-facts li')).toEqual([
    '2 steps filled in 11\u00a0h 0\u00a0min',
    '0 cycles completed in this round',
    '13\u00a0h 0\u00a0min from the last entry to the end',
    '160 rounds like the one at the top would earn this loss back',
  ]);
  const { fontSize, lineHeight, borderTopWidth } = getComputedStyle(container.querySelector('.landing-facts')!);
  expect([fontSize, lineHeight, borderTopWidth]).toEqual(['20px', '28px', '1px']);
});

test.each([
  ['en', 'realised losses', 'realised PnL'],
  ['ko', '실현 손익이 마이너스', '실현 손익 중앙값'],
  ['ru', 'реализованным убытком', 'реализованного PnL'],
  ['zh', '已实现盈亏为负', '已实现盈亏中位数'],
  ['ja', '実現損益がマイナス', '実現損益の中央値'],
] as const)(
  'in the language %s the leaderboard says that its losses and its median are realised ones',
  async (language, losses, median) => {
    const section = landingCards.find(({ name }) => name === 'LeaderboardSection')?.states['accounts'];
    const { container } = await show(section, { language });
    await expect.poll(() => container.textContent).toContain(losses);
    expect(container.textContent).toContain(median);
  },
);

test('each feature begins with a sign of 32 px', async () => {
  await page.viewport(1280, 900);
  const { container } = await show(<WhereItEnds />);
  const signs = [...container.querySelectorAll('.landing-ends li > svg:first-child')];
  expect(signs.map((sign) => sign.getBoundingClientRect().width)).toEqual([32, 32, 32]);
});

test('the leaderboard has one bar for each account on one scale, losses below the zero line, and its median inside the picture', async () => {
  const container = await showSection('LeaderboardSection', 'accounts');
  await expect.poll(() => container.querySelectorAll('.landing-bars i').length).toBe(8);
  const bars = [...container.querySelectorAll<HTMLElement>('.landing-bars i')];
  expect(bars.map(({ dataset }) => dataset['tone'])).toEqual([
    'loss',
    'loss',
    'loss',
    'gain',
    'gain',
    'gain',
    'top',
    'top',
  ]);
  const zero = container.querySelector('.landing-bars hr')!.getBoundingClientRect().top;
  const heights = bars.map((bar) => bar.getBoundingClientRect().height);
  for (const [index, bar] of bars.entries())
    expect(Math.abs(bar.getBoundingClientRect()[index < 3 ? 'top' : 'bottom'] - zero)).toBeLessThan(2);
  // Both directions have one scale: 412.50 USDT are drawn higher than -310.55 USDT in the ratio of the amounts.
  expect(heights[7]! / heights[0]!).toBeCloseTo(412.5 / 310.55, 1);
  const picture = container.querySelector('.landing-bars')!.getBoundingClientRect();
  const median = container.querySelector('.landing-bars b span')!.getBoundingClientRect();
  expect([median.top >= picture.top - 52, median.bottom <= picture.bottom, median.right <= picture.right]).toEqual([
    true,
    true,
    true,
  ]);
  await expect.element(page.getByRole('row', { name: /M\. K\./ })).toHaveTextContent(/ETH.*7/);
});

test.each([
  ['accounts', ['Current position'], ''],
  ['no running bots', [], 'None of these accounts has a running bot at the moment.'],
])('the leaderboard of the state "%s" has the columns %j for positions', async (state, columns, sentence) => {
  const container = await showSection('LeaderboardSection', state);
  await expect.poll(() => container.querySelectorAll('.landing-board tbody tr').length).toBeGreaterThan(1);
  const heads = textsOf(container, '.landing-board th');
  expect(heads.filter((head) => head === 'Current position')).toEqual(columns);
  expect(textsOf(container, '.landing-board .table-scroll + p').join('')).toBe(sentence);
});

test.each([
  [1280, 4],
  [800, 2],
  [360, 1],
])('in a window of %i px the footer has %i columns, and nothing in it leaves the window', async (width, count) => {
  await page.viewport(width, 900);
  const { container } = await show(<Footer />);
  const footer = container.querySelector('.footer')!;
  const parts = [...footer.querySelectorAll('.page > *')].map((each) => each.getBoundingClientRect());
  expect(parts).toHaveLength(4);
  expect(new Set(parts.map(({ left }) => left)).size).toBe(count);
  expect(new Set(parts.map(({ top }) => top)).size).toBe(4 / count);
  expect(parts.map(({ left, top }) => top * width + left)).toEqual(
    parts.map(({ left, top }) => top * width + left).toSorted((a, b) => a - b),
  );
  expect(Math.max(...parts.map(({ right }) => right))).toBeLessThanOrEqual(width);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width);
  if (count === 4) expect(footer.getBoundingClientRect().height).toBeLessThan(230);
});

test.each([
  ['en', /exchange account/, /steps.*cycles/],
  ['ko', /거래소 계정/, /단계.*순환/],
  ['ru', /аккаунте биржи/, /ступенями.*циклами/],
  ['zh', /交易所账户/, /分档.*循环/],
  ['ja', /取引所口座/, /段階.*サイクル/],
] as const)(
  'in the language %s the first line of the lead says what the bot does for the person, and the lines below it say how it works',
  async (language, benefit, ladder) => {
    const nothing = (): void => undefined;
    for (const width of [1280, 360]) {
      await page.viewport(width, 900);
      const { container } = await show(<LandingPage invitation={null} onLogIn={nothing} onRegister={nothing} />, {
        language,
      });
      const [first = '', ...rest] = container.querySelector<HTMLElement>('.hero-side p')!.innerText.split('\n');
      expect(first).toMatch(benefit);
      expect(first).not.toMatch(ladder);
      expect(rest.join(' ')).toMatch(ladder);
    }
  },
);

test('below the film is a link to the documentation, which is the guide by default', async () => {
  await show(<FilmSection />);
  const link = page.getByRole('link', { name: 'Documentation' });
  await expect.element(link).toBeVisible();
  expect(link.element().getAttribute('href')).toBe(guidePath('en', 'cycles'));
});
