// Builds the model of the ladder chart from a preview. The model has numbers for drawing and formatted texts.
import type { CandleWire } from '@rondo/contract';
import { formatDecimal, fractionToDecimal, type Fraction } from '@rondo/decimal';
import type { LadderPreview, PreviewRow } from '@rondo/strategy';
import type { Format } from '../../../lib/numbers/format.ts';
import type { Translate } from '../../../i18n/translate.ts';
import { gridPriceText } from '../../chart/grid-prices.ts';
import type { ChartCandle, ChartLine, ChartRung, LadderChartModel } from '../../chart/chart-model.ts';

export type PreviewChartInput = {
  readonly preview: LadderPreview;
  readonly candles: readonly ChartCandle[];
  readonly lastPrice: string;
  /** The plan before the last choice of a preset, or null. */
  readonly before: LadderPreview | null;
  readonly tickSz: string;
  readonly instrumentId: string;
  readonly direction: 'long' | 'short';
  readonly t: Translate;
  readonly format: Format;
};

/** Converts a fraction to a number, for drawing or for a percent. */
export const drawable = (value: Fraction): number => Number(formatDecimal(fractionToDecimal(value, 12, 'halfUp')));

/** Returns the signed distance of a price from the current price, in percent. */
export const percentFrom = (price: number, last: number): number => ((price - last) / last) * 100;

/** Returns the numbers of neighbouring steps as a text, such as "1–3". */
export const stepRange = (first: number, last: number): string => (first === last ? String(first) : `${first}–${last}`);

/** Converts candles of the API to numbers. */
export const chartCandles = (candles: readonly CandleWire[]): readonly ChartCandle[] =>
  candles.map((candle) => ({
    at: candle.at,
    open: Number(candle.open),
    high: Number(candle.high),
    low: Number(candle.low),
    close: Number(candle.close),
  }));

export function previewChart(input: PreviewChartInput): LadderChartModel {
  const { preview, t } = input;
  const last = Number(input.lastPrice);
  const rungs = rungsOf(preview);
  const deepest = preview.rows.at(-1);
  const ceiling = ceilingOf(input);
  return {
    mode: 'plan',
    direction: input.direction,
    candles: input.candles,
    lastPrice: last,
    rungs,
    lines: linesOf(input, last),
    band: {
      title: t('chart.liquidationAfterEach'),
      ceiling: Number(ceiling),
      scaleText: t('chart.ownScale', { price: input.format.price(ceiling, input.tickSz) }),
      note: t('chart.liquidationNote'),
      noneText: t('common.none'),
      lines: liquidationLines(input, last),
      before: liquidationsOf(input.before),
      labelOf: (rung) => (rung.liquidation === null ? '' : input.format.count(Math.round(rung.liquidation))),
    },
    offScreen: null,
    markers: [],
    exitPath: [],
    texts: {
      summary: t('chart.planSummary', {
        instrument: input.instrumentId,
        steps: preview.rows.length,
        deepest: deepest === undefined ? '' : input.format.price(formatDecimal(deepest.price), input.tickSz),
        liquidation: liquidationText(input, deepest),
      }),
      candles: t('chart.recent'),
      ladder: t('chart.ladderToCome'),
      ladderHint: t('chart.widthIsShare'),
      cyclic: t('chart.cyclicComesBack'),
    },
    formatTime: input.format.time,
    formatPrice: gridPriceText(input.format),
  };
}

/** Returns the highest of the last price and the liquidation prices. A short is liquidated above the last price. */
function ceilingOf({ preview, lastPrice }: PreviewChartInput): string {
  const liquidations = preview.rows.flatMap(({ liquidationPrice }) =>
    liquidationPrice === null ? [] : [formatDecimal(liquidationPrice)],
  );
  return liquidations.reduce((highest, price) => (Number(price) > Number(highest) ? price : highest), lastPrice);
}

/** Returns the liquidation prices by step. A step without a liquidation has none. */
function liquidationsOf(preview: LadderPreview | null): ReadonlyMap<number, number> {
  const rows = preview?.rows ?? [];
  return new Map(
    rows.flatMap(({ step, liquidationPrice }): [number, number][] =>
      liquidationPrice === null ? [] : [[step, Number(formatDecimal(liquidationPrice))]],
    ),
  );
}

function liquidationText(input: PreviewChartInput, row: PreviewRow | undefined): string {
  if (row === undefined || row.liquidationPrice === null) return input.t('common.none');
  return input.format.price(formatDecimal(row.liquidationPrice), input.tickSz);
}

function rungsOf(preview: LadderPreview): readonly ChartRung[] {
  const total = drawable(preview.totalAmount) || 1;
  return preview.rows.map((row) => ({
    step: row.step,
    price: Number(formatDecimal(row.price)),
    share: drawable(row.amount) / total,
    cyclic: row.cyclic,
    state: row.step === 1 ? 'now' : 'resting',
    blocked: row.affordability.kind !== 'ok',
    average: drawable(row.average),
    exit: Number(formatDecimal(row.exitPrice)),
    takeProfit: row.cyclic ? Number(formatDecimal(row.exitPrice)) : null,
    liquidation: row.liquidationPrice === null ? null : Number(formatDecimal(row.liquidationPrice)),
  }));
}

function linesOf(input: PreviewChartInput, last: number): readonly ChartLine[] {
  const { preview, t, format, tickSz } = input;
  const line = (
    key: string,
    shape: { readonly kind: ChartLine['kind']; readonly name: string; readonly text: string },
  ): ChartLine => ({
    key,
    kind: shape.kind,
    name: shape.name,
    price: Number(shape.text),
    priceText: format.price(shape.text, tickSz),
    distanceText:
      shape.kind === 'now' ? t('chart.market') : format.signedPercent(percentFrom(Number(shape.text), last)),
  });
  const base = preview.rows.filter((row) => !row.cyclic);
  const deepestBase = base.at(-1);
  const lines: ChartLine[] = preview.rows.map((row) => {
    const kind = row.step === 1 ? 'now' : row.cyclic ? 'cyclic' : 'step';
    return line(`step${row.step}`, {
      kind,
      name: row.step === 1 ? t('chart.stepNow', { step: 1 }) : String(row.step),
      text: formatDecimal(row.price),
    });
  });
  for (const row of preview.rows.filter((each) => each.cyclic))
    lines.push(
      line(`tp${row.step}`, {
        kind: 'takeProfit',
        name: t('chart.takeProfit', { step: row.step }),
        text: formatDecimal(row.exitPrice),
      }),
    );
  const first = base[0];
  if (first !== undefined)
    lines.push(
      line('exit1', { kind: 'exit', name: t('chart.takeProfit', { step: 1 }), text: formatDecimal(first.exitPrice) }),
    );
  if (deepestBase !== undefined && deepestBase !== first)
    lines.push(
      line('exit', {
        kind: 'exit',
        name: t('chart.takeProfit', { step: stepRange(1, deepestBase.step) }),
        text: formatDecimal(deepestBase.exitPrice),
      }),
    );
  const deepest = preview.rows.at(-1);
  if (deepest !== undefined)
    lines.push(
      line('average', {
        kind: 'average',
        name: t('chart.average', { step: deepest.step }),
        text: formatDecimal(fractionToDecimal(deepest.average, 12, 'halfUp')),
      }),
    );
  return lines;
}

/** Returns the liquidation lines, the deepest first, because the first lines remain when the chart has no room for all. */
function liquidationLines(input: PreviewChartInput, last: number): readonly ChartLine[] {
  const { preview, before, t, format, tickSz } = input;
  const former = liquidationsOf(before);
  return preview.rows.toReversed().flatMap((row): ChartLine[] => {
    if (row.liquidationPrice === null) return [];
    const text = formatDecimal(row.liquidationPrice);
    return [
      {
        key: `liquidation${row.step}`,
        kind: 'liquidation',
        name: t('chart.liquidation', { step: row.step }),
        price: Number(text),
        priceText: format.price(text, tickSz),
        distanceText: format.signedPercent(percentFrom(Number(text), last)),
        isChanged: before !== null && former.get(row.step) !== Number(text),
      },
    ];
  });
}
