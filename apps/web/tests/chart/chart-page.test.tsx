// Tests of the chart page with the real library: the cross names the time below the pointer, and the drag, the wheel, the keys and the time-frame change which time is there.
import { beforeEach, afterEach, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { Route, Routes } from 'react-router';
import type { CandlesQuery, CandleWire } from '@rondo/contract';
import { readColours } from '../../src/features/chart-page/chart-colours.ts';
import { ChartPage } from '../../src/features/chart-page/chart-page.tsx';
import { createFormat } from '../../src/lib/numbers/format.ts';
import { fixedRounds } from '../../src/workbench/cards/history-cards.tsx';
import { fixedBot, fixedDetail, fixedInstrument, fixedTime } from '../../src/workbench/samples.ts';
import { memberStorage, show } from '../support/show.tsx';

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;
const barMs = { '1m': minuteMs, '5m': 5 * minuteMs, '15m': 15 * minuteMs, '1H': hourMs, '4H': 4 * hourMs } as const;
type Bar = keyof typeof barMs;
/** Wide enough for two time labels, so that the ends of the visible time are far apart. */
const width = 1_000;
const format = createFormat('en', { hidesAmounts: false });
/** The start of each candle by its label at the axis of time. Every label of the cross is one of them. */
const timesOf = (bar: Bar): ReadonlyMap<string, number> =>
  new Map(candlesOf(bar).map(({ at }) => [format.dayAndTime(at), at]));

function candlesOf(bar: Bar): readonly CandleWire[] {
  const last = Math.floor(fixedTime / barMs[bar]) * barMs[bar];
  return Array.from({ length: 300 }, (_, index) => {
    // No grid line has such a price.
    const close = 3_400.37 + (index % 10);
    const texts = { open: String(close - 1), high: String(close + 3), low: String(close - 4), close: String(close) };
    return { at: last - (299 - index) * barMs[bar], ...texts, volume: '1' };
  });
}

/** Records the texts that the library draws. */
let fillText = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
beforeEach(() => {
  fillText = vi.spyOn(CanvasRenderingContext2D.prototype, 'fillText');
});
afterEach(() => vi.restoreAllMocks());

/** The texts that were drawn since the last reading. */
const drawn = (): readonly string[] => fillText.mock.calls.map(([text]) => text);

async function showChart() {
  await page.viewport(1280, 900);
  const candles = vi.fn(({ query }: { readonly query?: CandlesQuery }) => {
    const bar = query?.bar ?? '15m';
    return { instId: fixedBot.symbol, bar, items: [...candlesOf(bar as Bar)] };
  });
  const { container } = await show(
    <div style={{ width }}>
      <Routes>
        <Route path="/chart/:id" element={<ChartPage />} />
      </Routes>
    </div>,
    {
      path: '/chart/bot-1',
      storage: memberStorage(),
      responses: {
        bot: () => ({ ...fixedDetail, ...fixedBot }),
        instruments: () => ({ items: [fixedInstrument], at: fixedTime }),
        candles,
        botRounds: () => ({ items: [...fixedRounds], total: 2 }),
      },
    },
  );
  await expect.poll(() => container.querySelector('.chart-page-canvas canvas')).not.toBeNull();
  const chart = page.elementLocator(container.querySelector('.chart-page-canvas')!);
  /** Moves the pointer to a place and returns the time that the cross names there. */
  const timeAt = async (x: number, bar: Bar = '15m'): Promise<number> => {
    const times = timesOf(bar);
    await chart.hover({ position: { x: x + 7, y: 207 } });
    fillText.mockClear();
    await chart.hover({ position: { x, y: 200 } });
    const label = () => drawn().findLast((text) => times.has(text));
    await expect.poll(label).toBeDefined();
    return times.get(label() ?? '') ?? NaN;
  };
  return { chart, candles, timeAt };
}

/** The left end, the middle and the right end of the drawn time in px from the left edge of the chart. The axis of prices is at the right. */
const [left, middle, right] = [40, 450, 840];

/** Returns the number of candles between two times of the time-frame of 15 minutes. */
const candlesBetween = (from: number, to: number): number => (to - from) / barMs['15m'];

test('the cross names the time and the close of the candle below the pointer', async () => {
  const { timeAt } = await showChart();
  const [first, last] = [await timeAt(left), await timeAt(right)];
  expect(candlesBetween(first, last)).toBeGreaterThan(80);
  expect(last).toBeLessThanOrEqual(candlesOf('15m').at(-1)?.at ?? NaN);
  const closeAt = async (x: number): Promise<string> => {
    const at = await timeAt(x);
    const close = candlesOf('15m').find((candle) => candle.at === at)?.close ?? '';
    return format.price(close, fixedInstrument.tickSz);
  };
  const near = await closeAt(middle + 8);
  await expect.poll(drawn).toContain(near);
  const far = await closeAt(middle - 24);
  await expect.poll(drawn).toContain(far);
  expect(far).not.toBe(near);
  expect(drawn()).not.toContain(near);
});

test('the chart takes the colours of the theme that the page has, also when the theme changes while the chart is open', async () => {
  const { chart } = await showChart();
  const element = chart.element() as HTMLElement;
  const ground = (): string | undefined => {
    const data = element.querySelector('canvas')?.getContext('2d')?.getImageData(4, 4, 1, 1).data;
    return data === undefined ? undefined : `rgb(${data[0]}, ${data[1]}, ${data[2]})`;
  };
  const { classList } = document.documentElement;
  const classes = classList.value;
  onTestFinished(() => {
    classList.value = classes;
  });
  const grounds: string[] = [];
  for (const isDark of [true, false, true]) {
    classList.toggle('dark', isDark);
    classList.toggle('light', !isDark);
    await expect.poll(ground).toBe(readColours(element).surface);
    grounds.push(readColours(element).surface);
  }
  expect(new Set(grounds).size).toBe(2);
});

test('the arrow keys move the chart by a tenth of the visible time, and other keys do not move it', async () => {
  const { chart, timeAt } = await showChart();
  const before = [await timeAt(left), await timeAt(right)] as const;
  chart.element().focus();
  await userEvent.keyboard('a{ArrowDown}');
  expect([await timeAt(left), await timeAt(right)]).toEqual(before);
  await userEvent.keyboard('{ArrowLeft}');
  const after = [await timeAt(left), await timeAt(right)] as const;
  // The first view has 120 places, so a tenth are 12 candles.
  expect(candlesBetween(after[0], before[0])).toBe(12);
  expect(candlesBetween(after[1], before[1])).toBe(12);
  await userEvent.keyboard('{ArrowRight}');
  expect([await timeAt(left), await timeAt(right)]).toEqual(before);
});

test('the keys + and - zoom, and the right end of the time stays where it is', async () => {
  const { chart, timeAt } = await showChart();
  const spanOf = async () => candlesBetween(await timeAt(left), await timeAt(right));
  chart.element().focus();
  const [before, end] = [await spanOf(), await timeAt(right)];
  await userEvent.keyboard('+');
  const near = await spanOf();
  expect(near / before).toBeCloseTo(0.9, 1);
  expect(Math.abs(candlesBetween(end, await timeAt(right)))).toBeLessThanOrEqual(2);
  // Two keys within one frame both count.
  await userEvent.keyboard('--');
  const far = await spanOf();
  expect(far / near).toBeCloseTo(1.21, 1);
  expect(Math.abs(candlesBetween(end, await timeAt(right)))).toBeLessThanOrEqual(2);
  await userEvent.keyboard('=');
  expect((await spanOf()) / far).toBeCloseTo(0.9, 1);
});

test('the wheel zooms', async () => {
  const { chart, timeAt } = await showChart();
  const spanOf = async () => candlesBetween(await timeAt(left), await timeAt(right));
  const before = await spanOf();
  await timeAt(middle);
  await userEvent.wheel(chart, { delta: { y: -100 }, times: 3 });
  const near = await spanOf();
  expect(near).toBeLessThan(before * 0.9);
  await userEvent.wheel(chart, { delta: { y: 100 }, times: 3 });
  expect(await spanOf()).toBeGreaterThan(near);
});

test('a drag moves the candles with the pointer', async () => {
  const { chart, timeAt } = await showChart();
  const before = await timeAt(middle);
  await userEvent.dragAndDrop(chart, chart, {
    sourcePosition: { x: middle, y: 200 },
    targetPosition: { x: middle + 200, y: 200 },
    // The library begins to move the candles after the first few px.
    steps: 50,
  });
  expect(Math.abs(candlesBetween(before, await timeAt(middle + 200)))).toBeLessThanOrEqual(2);
  expect(candlesBetween(await timeAt(middle), before)).toBeGreaterThan(20);
});

test('the choice of the time-frame fetches and shows the candles of this length', async () => {
  const { candles, timeAt } = await showChart();
  // The change of 24 hours needs candles of this length, too, and is asked for when the browser is idle.
  await expect
    .poll(() => candles.mock.calls.map(([{ query }]) => query?.bar), { timeout: 5_000 })
    .toEqual(['15m', '15m']);
  const span = (await timeAt(right)) - (await timeAt(left));
  await page.getByRole('radio', { name: '1 h', exact: true }).click();
  await expect.poll(() => candles.mock.calls.at(-1)?.[0].query?.bar).toBe('1H');
  await expect.element(page.getByRole('radio', { name: '1 h', exact: true })).toBeChecked();
  await expect.poll(async () => (await timeAt(right, '1H')) - (await timeAt(left, '1H'))).toBe(4 * span);
});

test('the page has the price of the pair with its change of 24 hours', async () => {
  await showChart();
  const { open } = candlesOf('15m').at(-96)!;
  const change = format.signedPercent((Number(fixedBot.mark_price) / Number(open) - 1) * 100);
  await expect.element(page.getByText(change)).toBeVisible();
  await expect.element(page.getByText('24 h')).toBeVisible();
});

test('a round of a running bot that has ended is listed and is saved as a picture', async () => {
  const names: string[] = [];
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function keep(this: HTMLAnchorElement) {
    names.push(this.download);
  });
  await showChart();
  const rows = page.getByRole('table', { name: 'Rounds' }).getByRole('row');
  await expect.element(rows.nth(1)).toHaveTextContent(/^2.*Take-profit3.*\+12\.40/u);
  await page.getByRole('button', { name: 'Share round 2 as picture' }).click();
  await expect.poll(() => names).toEqual([`rondo-${fixedBot.symbol}-2.png`]);
});
