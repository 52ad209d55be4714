// Builds the model of the ladder chart from a running bot: numbers for drawing and formatted texts.
import { decimal, formatDecimal, subtract } from '@rondo/decimal';
import type { BotWire, CandleWire, ExitStepWire, InstrumentWire } from '@rondo/contract';
import type { Translate } from '../../../i18n/translate.ts';
import type { Format } from '../../../lib/numbers/format.ts';
import type { ChartExitPiece, ChartLine, ChartMarker, ChartRung, LadderChartModel } from '../../chart/chart-model.ts';
import type { ChartBar } from './chart-window.ts';
import { gridPriceText } from '../../chart/grid-prices.ts';
import { filledStepsOf, percentBetween, type BotFigures, type LadderRung } from './bot-figures.ts';
import type { RoundFill } from './round-fill.ts';

export type BotChartInput = {
  readonly bot: BotWire;
  readonly figures: BotFigures;
  readonly instrument: InstrumentWire;
  readonly candles: readonly CandleWire[];
  readonly fills: readonly RoundFill[];
  /** The steps of the base exit of the running round, oldest first. */
  readonly exitSteps: readonly ExitStepWire[];
  readonly bar: ChartBar;
  readonly t: Translate;
  readonly format: Format;
};

/** Returns the markers of the entries and the cyclic exits of the round `round`, one marker per order. */
export const roundMarkers = (fills: readonly RoundFill[], round: number): readonly ChartMarker[] => {
  const lastOfOrder = new Map(
    fills
      .filter((fill) => fill.round === round && (fill.kind === 'entry' || fill.kind === 'takeProfit'))
      .map((fill) => [fill.order_id, fill]),
  );
  return [...lastOfOrder.values()].map((fill) => ({
    key: fill.order_id,
    at: fill.at,
    price: Number(fill.price),
    kind: fill.kind === 'entry' ? 'entry' : 'takeProfit',
    text: fill.kind === 'entry' ? String(fill.step ?? '') : '',
  }));
};

/** Returns the parts of the exit line. The first part has the name of the exit, and a part that a cycle caused has the number of the cycle and the change of the price. */
const exitPath = ({ exitSteps, instrument, t, format }: BotChartInput): readonly ChartExitPiece[] =>
  exitSteps.map(({ at, price, cycle }, index) => {
    const before = exitSteps[index - 1];
    const change = before === undefined ? '0' : formatDecimal(subtract(decimal(price), decimal(before.price)));
    const move = format.signedPrice(change, instrument.tickSz);
    const cycleText = cycle === null ? '' : t('bots.chart.cycle', { count: String(cycle.count), move });
    const text = before === undefined ? t('bots.chart.exit') : cycleText;
    return { at, price: Number(price), text, shortText: before === undefined || cycle === null ? '' : move };
  });

const takeProfitOf = (bot: BotWire, step: number): number | null => {
  const move = bot.next_moves.find((each) => each.kind === 'takeProfit' && each.step === step);
  return move === undefined ? null : Number(move.price);
};

const chartRung =
  (bot: BotWire) =>
  (rung: LadderRung): ChartRung => ({
    step: rung.step,
    price: Number(rung.price),
    share: rung.share,
    cyclic: rung.cyclic,
    state: rung.state,
    blocked: false,
    average: Number(bot.entry_price ?? rung.price),
    exit: Number(bot.take_profit_price ?? rung.price),
    takeProfit: takeProfitOf(bot, rung.step),
    liquidation: rung.liquidation === null ? null : Number(rung.liquidation),
  });

type LineRow = {
  readonly key: string;
  readonly kind: ChartLine['kind'];
  readonly name: string;
  readonly price: string | null;
};

const stepRow = (rung: LadderRung, t: Translate): LineRow => {
  const number = String(rung.step);
  const row = { key: `step ${number}`, price: rung.price };
  if (rung.state === 'filled') return { ...row, kind: 'filled', name: `${number}\u00a0\u2713` };
  if (rung.state === 'skipped') return { ...row, kind: 'skipped', name: t('bots.chart.skipped', { step: number }) };
  if (rung.state === 'next') return { ...row, kind: 'next', name: t('bots.chart.next', { step: number }) };
  return { ...row, kind: 'step', name: number };
};

/** Returns a label for the take-profit of each filled cyclic step. */
const takeProfitRows = (bot: BotWire, t: Translate): readonly LineRow[] =>
  bot.next_moves
    .filter(({ kind }) => kind === 'takeProfit')
    .map(({ step, price }) => ({
      key: `take profit ${step}`,
      kind: 'takeProfit',
      name: t('bots.chart.takeProfit', { step: String(step) }),
      price,
    }));

/** Returns the price labels at the right of the chart. A price that is null gets no label. */
const linesOf = ({ bot, figures, instrument, t, format }: BotChartInput, price: string): readonly ChartLine[] => {
  const rows: readonly LineRow[] = [
    ...figures.rungs.map((rung) => stepRow(rung, t)),
    { key: 'average', kind: 'average', name: t('bots.chart.averageShort'), price: bot.entry_price },
    { key: 'exit', kind: 'exit', name: t('bots.chart.exit'), price: bot.take_profit_price },
    ...takeProfitRows(bot, t),
    { key: 'price', kind: 'now', name: t('bots.chart.price'), price },
  ];
  return rows.flatMap((row) => {
    if (row.price === null) return [];
    const distance = row.kind === 'now' ? '' : format.signedPercent(percentBetween(price, row.price));
    return [
      {
        key: row.key,
        kind: row.kind,
        name: row.name,
        price: Number(row.price),
        priceText: format.price(row.price, instrument.tickSz),
        distanceText: distance,
      },
    ];
  });
};

/** Returns the model of the chart. The model contains a price twice: as a number for drawing, and as a formatted text for its label. */
export const botChart = (input: BotChartInput): LadderChartModel => {
  const { bot, figures, instrument, t, format } = input;
  const tick = instrument.tickSz;
  const price = bot.mark_price ?? input.candles.at(-1)?.close ?? bot.entry.data[0]?.price ?? '0';
  const liquidation = bot.liquidation_price === null ? t('common.none') : format.price(bot.liquidation_price, tick);
  return {
    mode: 'running',
    direction: bot.direction === 'LONG' ? 'long' : 'short',
    candles: input.candles.map((candle) => ({
      at: candle.at,
      open: Number(candle.open),
      high: Number(candle.high),
      low: Number(candle.low),
      close: Number(candle.close),
    })),
    lastPrice: Number(price),
    rungs: figures.rungs.map(chartRung(bot)),
    lines: linesOf(input, price),
    band: null,
    offScreen:
      figures.liquidationDistance === null
        ? null
        : t('bots.chart.offScreen', {
            price: liquidation,
            percent: format.signedPercent(percentBetween(price, bot.liquidation_price)),
          }),
    markers: roundMarkers(input.fills, bot.round),
    exitPath: exitPath(input),
    texts: {
      summary: t('bots.chart.summary', {
        name: bot.title,
        current: String(filledStepsOf(bot).length),
        all: String(bot.martin_steps),
        price: format.price(price, tick),
        liquidation,
      }),
      candles: '',
      ladder: t('bots.chart.ladder'),
      ladderHint: '',
      cyclic: t('bots.cyclicBack'),
    },
    formatTime: (at) => format.time(at),
    formatPrice: gridPriceText(format),
  };
};
