// Draws candles, levels and fills with the library lightweight-charts. It has pan, zoom and crosshair; the page has the link that its licence asks for.
import {
  CandlestickSeries,
  createChart,
  createSeriesMarkers,
  LineStyle,
  type AutoscaleInfo,
  type IPriceLine,
  type Time,
  type UTCTimestamp,
} from 'lightweight-charts';
import type { CandleWire } from '@rondo/contract';
import { readColours, type ChartColours } from './chart-colours.ts';
import type { ChartLevel, ChartMark } from './chart-marks.ts';

export type ChartCanvasOptions = {
  /** The tick size of the instrument. */
  readonly tickSize: string;
  readonly formatTime: (at: number) => string;
  readonly formatPrice: (price: number) => string;
};

/** A chart in an element. It draws what it was given last. */
export type ChartCanvas = {
  readonly showCandles: (candles: readonly CandleWire[]) => void;
  readonly showLevels: (levels: readonly ChartLevel[]) => void;
  readonly showMarks: (marks: readonly ChartMark[]) => void;
  readonly remove: () => void;
};

/** The number of newest candles that are shown first, and the empty places after them. */
const firstCandles = 120;
const emptyPlaces = 4;
/** The part of the visible time by which one key press moves the chart. */
const keyStep = 0.1;
const msPerSecond = 1_000;
const secondsOf = (at: number): UTCTimestamp => (at / msPerSecond) as UTCTimestamp; // The library counts whole seconds, and candles begin at whole minutes.

/** Extends the scale by the orders of the bot. The estimated liquidation can be far away, so it does not extend the scale. */
const withLevels = (scale: AutoscaleInfo | null, levels: readonly ChartLevel[]): AutoscaleInfo | null => {
  const range = scale?.priceRange ?? null;
  if (scale === null || range === null) return scale;
  const prices = levels.filter(({ tone }) => tone !== 'danger').map(({ price }) => price);
  const priceRange = {
    minValue: Math.min(range.minValue, ...prices),
    maxValue: Math.max(range.maxValue, ...prices),
  };
  return { ...scale, priceRange };
};

const candleColours = ({ up, down }: ChartColours) => ({
  upColor: 'transparent',
  downColor: down,
  borderUpColor: up,
  borderDownColor: down,
  wickUpColor: up,
  wickDownColor: down,
});

const openChart = (box: HTMLElement, colours: ChartColours, { formatTime }: ChartCanvasOptions) =>
  createChart(box, {
    autoSize: true,
    // The logo of the library is set as an HTML text, which our policy of trusted types refuses.
    layout: {
      attributionLogo: false,
      background: { color: colours.surface },
      textColor: colours.text,
      fontFamily: getComputedStyle(box).fontFamily,
      fontSize: 12,
    },
    grid: { vertLines: { color: colours.line }, horzLines: { color: colours.line } },
    timeScale: { timeVisible: true, borderColor: colours.line },
    rightPriceScale: { borderColor: colours.line },
    localization: { timeFormatter: (time: Time) => formatTime(Number(time) * msPerSecond) },
  });

/** Returns how far a key moves the two ends of the visible time. */
const movesOf = (step: number): Readonly<Record<string, readonly [from: number, to: number]>> => ({
  ArrowLeft: [-step, -step],
  ArrowRight: [step, step],
  '+': [step, 0],
  '=': [step, 0],
  '-': [-step, 0],
});

/** Returns the listener that moves or zooms the chart by a key. A key without an effect keeps its meaning for the page. */
const createKeyListener = (chart: ReturnType<typeof openChart>): ((event: KeyboardEvent) => void) => {
  // The chart shows a new range in the next frame. Until then, a further key continues from the new range.
  let next: { readonly from: number; readonly to: number } | null = null;
  return (event) => {
    const range = next ?? chart.timeScale().getVisibleLogicalRange();
    if (range === null) return;
    const move = movesOf((range.to - range.from) * keyStep)[event.key];
    if (move === undefined) return;
    event.preventDefault();
    next = { from: range.from + move[0], to: range.to + move[1] };
    chart.timeScale().setVisibleLogicalRange(next);
    requestAnimationFrame(() => (next = null));
  };
};

/** Opens an empty chart in an element. */
export const openChartCanvas = (box: HTMLElement, options: ChartCanvasOptions): ChartCanvas => {
  const colours = readColours(box);
  const chart = openChart(box, colours, options);
  let shownLevels: readonly ChartLevel[] = [];
  let lines: readonly IPriceLine[] = [];
  const series = chart.addSeries(CandlestickSeries, {
    ...candleColours(colours),
    priceFormat: { type: 'custom', minMove: Number(options.tickSize), formatter: options.formatPrice },
    // The library leaves lines of prices out of its scale, so the resting orders would be invisible.
    autoscaleInfoProvider: (original: () => AutoscaleInfo | null) => withLevels(original(), shownLevels),
  });
  const markers = createSeriesMarkers(series, []);
  const onKeyDown = createKeyListener(chart);
  box.addEventListener('keydown', onKeyDown);
  return {
    showCandles: (candles) => {
      const isFirst = series.data().length === 0;
      series.setData(
        candles.map(({ at, open, high, low, close }) => ({
          time: secondsOf(at),
          open: Number(open),
          high: Number(high),
          low: Number(low),
          close: Number(close),
        })),
      );
      const to = candles.length + emptyPlaces;
      if (isFirst) chart.timeScale().setVisibleLogicalRange({ from: to - firstCandles, to });
    },
    showLevels: (levels) => {
      for (const line of lines) series.removePriceLine(line);
      shownLevels = levels;
      lines = levels.map(({ price, title, tone, isDotted }) =>
        series.createPriceLine({
          price,
          title,
          color: colours.tones[tone],
          lineWidth: 1,
          lineStyle: isDotted ? LineStyle.Dotted : LineStyle.Solid,
          axisLabelVisible: true,
        }),
      );
    },
    showMarks: (marks) =>
      markers.setMarkers(
        marks.map(({ at, side, tone, text }) => ({
          time: secondsOf(at),
          position: side === 'buy' ? 'belowBar' : 'aboveBar',
          shape: tone === 'entry' ? 'circle' : 'square',
          color: colours.tones[tone],
          text,
        })),
      ),
    remove: () => {
      box.removeEventListener('keydown', onKeyDown);
      chart.remove();
    },
  };
};
