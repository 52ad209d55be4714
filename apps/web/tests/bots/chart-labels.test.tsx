// Tests of texts in charts and hints: no text of a chart lies on another part or leaves the chart, and a figure in a sentence follows the language.
import { useReducer } from 'react';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import type { ChartLine, LadderChartModel } from '../../src/features/chart/chart-model.ts';
import { LadderChart } from '../../src/features/chart/ladder-chart.tsx';
import { noForeign } from '../../src/features/create/fields/foreign-note.tsx';
import { ManualFields } from '../../src/features/create/fields/manual-fields.tsx';
import { previewChart } from '../../src/features/create/picture/preview-chart.ts';
import { initialCreateForm, reduceCreateForm, type CreateForm } from '../../src/features/create/plan/create-form.ts';
import { previewCreate } from '../../src/features/create/plan/create-preview.ts';
import { worstOf } from '../../src/features/history/history-curve.ts';
import { HistoryChart } from '../../src/features/history/history-chart.tsx';
import { useI18n } from '../../src/i18n/i18n-context.tsx';
import { languages, type Language } from '../../src/i18n/language.ts';
import { useFormat } from '../../src/lib/numbers/use-format.ts';
import { fixedHistory } from '../../src/workbench/cards/history-cards.tsx';
import { fixedTime } from '../../src/workbench/samples.ts';
import { formWorld } from '../support/form-world.ts';
import { loadTexts } from '../../src/workbench/world.tsx';
import { show } from '../support/show.tsx';

const useForm = (settings: Partial<CreateForm>) => {
  const i18n = useI18n();
  const [form, dispatch] = useReducer(reduceCreateForm, { ...initialCreateForm, ...settings });
  return { form, dispatch, model: previewCreate(form, formWorld, i18n) };
};

const PlanChart = ({ settings }: { readonly settings: Partial<CreateForm> }) => {
  const { t } = useI18n();
  const format = useFormat();
  const { form, model } = useForm(settings);
  if (model.preview === null) return null;
  const { lastPrice, instrument } = formWorld;
  const { direction } = form;
  const shared = { preview: model.preview, before: model.before, candles: [], lastPrice, direction, t, format };
  return (
    <LadderChart model={previewChart({ ...shared, tickSz: instrument.tickSz, instrumentId: instrument.instId })} />
  );
};

/** Renders the chart of a plan with an allocation of 3,000 USDT in a box of `width` px. */
const showPlan = ({
  width,
  language,
  settings = {},
}: {
  readonly width: number;
  readonly language: Language;
  readonly settings?: Partial<CreateForm>;
}) =>
  show(
    <div style={{ width }}>
      <PlanChart settings={{ ...settings, allocation: '3000' }} />
    </div>,
    { language },
  );

const doMeet = (one: DOMRect, other: DOMRect): boolean =>
  one.left < other.right && other.left < one.right && one.top < other.bottom && other.top < one.bottom;

const rungs = [
  { martinSteps: 5, cyclicSteps: 2 },
  { martinSteps: 4, cyclicSteps: 1 },
] as const;

test.each(languages.flatMap((language) => rungs.map((steps) => [language, steps.martinSteps, steps] as const)))(
  'in the language %s, the label of the cyclic steps of a ladder with %i steps lies on no rung and no number',
  async (language, _, steps) => {
    for (const direction of ['long', 'short'] as const)
      for (const width of [640, 770]) {
        const { container, unmount } = await showPlan({ width, language, settings: { ...steps, direction } });
        const label = container.querySelector('.cyclic-label')!.getBoundingClientRect();
        const chart = container.querySelector('svg')!.getBoundingClientRect();
        expect(label.right).toBeLessThanOrEqual(chart.right);
        const others = [...container.querySelectorAll('.chart-rung, .chart-number, .chart-strong')];
        expect(others.length).toBeGreaterThan(steps.martinSteps);
        expect(others.filter((other) => doMeet(label, other.getBoundingClientRect()))).toEqual([]);
        await unmount();
      }
  },
);

test.each(languages.flatMap((language) => [344, 540, 770].map((width) => [language, width] as const)))(
  'in the language %s, the name of a level has a gap to its price in a chart of %i px',
  async (language, width) => {
    await page.viewport(960, 900);
    const { container } = await showPlan({ width, language });
    const rows = [...container.querySelectorAll('g[class^=gutter-row]')];
    expect(rows.length).toBeGreaterThan(4);
    for (const row of rows) {
      const [name, price] = [...row.querySelectorAll('text')];
      const gap = price!.getBoundingClientRect().left - name!.getBoundingClientRect().right;
      expect(gap, row.textContent).toBeGreaterThan(4);
    }
  },
);

test.each(languages.flatMap((language) => [344, 770].map((width) => [language, width] as const)))(
  'in the language %s, a key says beside the liquidation band what its line is, in a chart of %i px',
  async (language, width) => {
    await page.viewport(960, 900);
    const { container } = await showPlan({ width, language });
    const texts = await loadTexts(language);
    const key = container.querySelector('.band-legend-line')!;
    expect(key.textContent).toBe(texts['chart.liquidationAfterEach']);
    expect(getComputedStyle(key, '::before').borderTopColor).toBe(
      getComputedStyle(container.querySelector('.chart-danger-line')!).stroke,
    );
    const box = container.querySelector('.band-legend')!.getBoundingClientRect();
    const chart = container.querySelector('svg')!.getBoundingClientRect();
    expect([box.left >= chart.left, box.bottom <= chart.bottom]).toEqual([true, true]);
    const others = [...container.querySelectorAll('svg text, .chart-rung, .chart-danger-line')];
    expect(others.length).toBeGreaterThan(8);
    expect(others.filter((other) => doMeet(box, other.getBoundingClientRect()))).toEqual([]);
  },
);

test.each(languages)('in the language %s, no level of the chart has the abbreviation TP', async (language) => {
  const { container } = await show(<PlanChart settings={{ allocation: '3000' }} />, { language });
  const names = [...container.querySelectorAll('.gutter-exit, .gutter-takeProfit')].map(
    ({ textContent }) => textContent,
  );
  expect(names).toHaveLength(3);
  for (const name of names) expect(name).not.toMatch(/\bTP\b/);
});

const minuteMs = 60_000;

const runningChart: LadderChartModel = {
  mode: 'running',
  direction: 'long',
  candles: Array.from({ length: 120 }, (_, index) => ({
    at: fixedTime + index * minuteMs,
    open: 100,
    high: 101,
    low: 99,
    close: 100,
  })),
  lastPrice: 100,
  rungs: [],
  lines: [],
  band: null,
  offScreen: null,
  markers: [
    { key: 'one', at: fixedTime, price: 99, kind: 'entry', text: '3' },
    { key: 'two', at: fixedTime + 60 * minuteMs, price: 101, kind: 'entry', text: '12' },
    { key: 'three', at: fixedTime + 119 * minuteMs, price: 99, kind: 'entry', text: '3' },
  ],
  exitPath: [],
  texts: { summary: 'Running chart', candles: '', ladder: '', ladderHint: '', cyclic: '' },
  formatTime: String,
  formatPrice: (price, places) => price.toFixed(places),
};

/** A round with one cycle, which has moved the exit. */
const cycledChart: LadderChartModel = {
  ...runningChart,
  candles: runningChart.candles.map((candle, index) => ({ ...candle, high: 103 + (index % 3), low: 94 - (index % 5) })),
  exitPath: [
    { at: fixedTime, price: 103, text: 'Exit', shortText: '' },
    { at: fixedTime + 20 * minuteMs, price: 101.5, text: 'cycle 1, \u22121.50', shortText: '\u22121.50' },
    { at: fixedTime + 90 * minuteMs, price: 101, text: 'cycle 2, \u22120.50', shortText: '\u22120.50' },
  ],
};

test.each([320, 770])('a fill in the first candle is drawn whole at %i px', async (width) => {
  const { container } = await show(
    <div style={{ width }}>
      <LadderChart model={runningChart} />
    </div>,
  );
  const chart = container.querySelector('svg')!.getBoundingClientRect();
  const marks = [...container.querySelectorAll('.marker circle, .marker text')].map((mark) =>
    mark.getBoundingClientRect(),
  );
  expect(marks).toHaveLength(6);
  expect(marks.filter(({ left, right }) => left < chart.left || right > chart.right)).toEqual([]);
});

test.each([328, 770])(
  'at %i px the prices of the grid are written, inside the chart, and meet no other text',
  async (width) => {
    for (const chart of [
      <LadderChart key="running" model={cycledChart} />,
      <PlanChart key="plan" settings={{ allocation: '3000' }} />,
    ]) {
      const { container, unmount } = await show(<div style={{ width }}>{chart}</div>);
      const frame = container.querySelector('svg')!.getBoundingClientRect();
      const texts = [...container.querySelectorAll('.chart-price-axis')];
      expect(texts.length).toBeGreaterThan(0);
      // The text of an exit step appears in a movement.
      await Promise.all(document.getAnimations().map(({ finished }) => finished));
      const others = [...container.querySelectorAll('svg text, .marker circle')];
      for (const text of texts) {
        const box = text.getBoundingClientRect();
        expect([box.left >= frame.left, box.top >= frame.top, box.bottom <= frame.bottom]).toEqual([true, true, true]);
        const met = others.filter((other) => other !== text && doMeet(box, other.getBoundingClientRect()));
        expect(met.map((other) => other.textContent)).toEqual([]);
      }
      await unmount();
    }
  },
);

test('on a phone a step of the exit has the change of its price, and a wide chart has the number of the cycle too', async () => {
  for (const [width, expected] of [
    [328, ['\u22120.50', '\u22121.50']],
    [770, ['cycle 2, \u22120.50', 'cycle 1, \u22121.50', 'Exit']],
  ] as const) {
    const { container, unmount } = await show(
      <div style={{ width }}>
        <LadderChart model={cycledChart} />
      </div>,
    );
    const texts = [...container.querySelectorAll('.chart-exit-text')].map(({ textContent }) => textContent);
    expect(texts).toEqual(expected);
    const boxes = [...container.querySelectorAll('.chart-exit-text')].map((text) => text.getBoundingClientRect());
    const right = container.querySelector('.chart-grid')!.getBoundingClientRect().right;
    if (width === 328) expect(boxes.filter((box) => box.right > right + 1)).toEqual([]);
    expect(boxes.flatMap((box, place) => boxes.slice(place + 1).filter((other) => doMeet(box, other)))).toEqual([]);
    await unmount();
  }
});

test('when the labels have no room, a take-profit keeps its label and a step without a fill loses it', async () => {
  const line = (key: string, kind: ChartLine['kind'], price: number): ChartLine => ({
    key,
    kind,
    name: key,
    price,
    priceText: '',
    distanceText: '',
  });
  const steps = Array.from({ length: 9 }, (_, place) => line(`step ${place}`, 'step', 90 + place));
  const lines = [...steps, line('now', 'now', 100), line('take-profit', 'takeProfit', 99), line('exit', 'exit', 101)];
  const { container } = await show(
    <div style={{ width: 328 }}>
      <LadderChart model={{ ...runningChart, lines }} />
    </div>,
  );
  expect(container.querySelectorAll('.gutter-row').length).toBeLessThan(lines.length);
  expect(container.querySelectorAll('.gutter-takeProfit')).toHaveLength(1);
});

const dayMs = 86_400_000;
const points = fixedHistory.map((item, index) => ({
  item,
  at: fixedTime - (9 - index) * dayMs,
  total: item.total_profit,
}));

test.each(languages)('in the language %s, no text leaves the curve of the history at 320 px', async (language) => {
  await page.viewport(320, 780);
  const { container } = await show(
    <div className="history-curve">
      <HistoryChart
        points={points}
        from={fixedTime - 30 * dayMs}
        to={fixedTime}
        worst={worstOf(points)}
        open={{ amount: '-123000', total: '-123456.78' }}
      />
    </div>,
    { language },
  );
  const chart = container.querySelector('svg')!.getBoundingClientRect();
  const texts = [...container.querySelectorAll('svg text')];
  expect(texts.length).toBeGreaterThan(3);
  const outside = texts.filter((text) => {
    const { left, right, top, bottom } = text.getBoundingClientRect();
    return left < chart.left || right > chart.right || top < chart.top || bottom > chart.bottom;
  });
  expect(outside.map((text) => text.textContent)).toEqual([]);
});

const Manual = () => (
  <ManualFields {...formWorld} {...useForm({ leverage: '7' })} foreign={noForeign} hasAtr={false} instrumentIds={[]} />
);

test('the hint of the leverage has its figure in the language of the page', async () => {
  await show(<Manual />, { language: 'ru' });
  await expect.element(page.getByText('движение цены на 14,3 % против полной позиции', { exact: false })).toBeVisible();
});
