// A running bot as the ladder chart wants it: numbers for drawing, texts for reading.
import type { Bot, BotFill, Candle, Instrument } from '@rondo/contract';
import type { Translate } from '../../i18n/translate.ts';
import type { Format } from '../../lib/format.ts';
import type { ChartExitPiece, ChartLine, ChartMarker, ChartRung, LadderChartModel } from '../chart/chart-model.ts';
import { percentBetween, type BotFigures, type LadderRung } from './bot-figures.ts';

export type BotChartInput = {
  readonly bot: Bot;
  readonly figures: BotFigures;
  readonly instrument: Instrument;
  readonly candles: readonly Candle[];
  readonly fills: readonly BotFill[];
  readonly bar: '1m' | '15m';
  readonly t: Translate;
  readonly format: Format;
};

/** Entries and cyclic exits of the round that runs now, one mark per order. */
export const roundMarkers = (fills: readonly BotFill[], round: number): readonly ChartMarker[] => {
  const lastOfOrder = new Map(
    fills
      .filter((fill) => fill.round === round && (fill.kind === 'entry' || fill.kind === 'takeProfit'))
      .map((fill) => [fill.order_id, fill]),
  );
  return [...lastOfOrder.values()].map((fill) => ({
    at: fill.at,
    price: Number(fill.price),
    kind: fill.kind === 'entry' ? 'entry' : 'takeProfit',
    text: fill.kind === 'entry' ? String(fill.step ?? '') : '',
  }));
};

/** The exit stands where it is since the round's last fill; where it stood before is not on the wire. */
const exitPath = (bot: Bot, fills: readonly BotFill[]): readonly ChartExitPiece[] => {
  const last = fills.filter((fill) => fill.round === bot.round).at(-1);
  return bot.take_profit_price === null || last === undefined
    ? []
    : [{ at: last.at, price: Number(bot.take_profit_price) }];
};

const chartRung =
  (bot: Bot) =>
  (rung: LadderRung): ChartRung => ({
    step: rung.step,
    price: Number(rung.price),
    share: rung.share,
    cyclic: rung.cyclic,
    state: rung.state === 'rests' ? 'resting' : rung.state,
    blocked: false,
    average: Number(bot.entry_price ?? rung.price),
    exit: Number(bot.take_profit_price ?? rung.price),
    takeProfit: null,
    liquidation: rung.liquidation === null ? null : Number(rung.liquidation),
  });

export const botChart = (input: BotChartInput): LadderChartModel => {
  const { bot, figures, instrument, t, format } = input;
  const tick = instrument.tickSz;
  const price = bot.mark_price ?? input.candles.at(-1)?.close ?? bot.entry.data[0]?.price ?? '0';
  const line = (
    key: string,
    kind: ChartLine['kind'],
    row: { readonly name: string; readonly price: string },
  ): ChartLine => ({
    key,
    kind,
    name: row.name,
    price: Number(row.price),
    priceText: format.price(row.price, tick),
    distanceText: kind === 'now' ? '' : format.signedPercent(percentBetween(price, row.price)),
  });
  const optional = (
    key: string,
    kind: ChartLine['kind'],
    row: { readonly name: string; readonly price: string | null },
  ): readonly ChartLine[] => (row.price === null ? [] : [line(key, kind, { name: row.name, price: row.price })]);
  const steps = figures.rungs.map((rung) =>
    line(`step ${rung.step}`, rung.state === 'filled' ? 'filled' : rung.state === 'next' ? 'next' : 'step', {
      name:
        rung.state === 'filled'
          ? `${rung.step}\u00a0\u2713`
          : rung.state === 'next'
            ? t('bots.chart.next', { step: String(rung.step) })
            : String(rung.step),
      price: rung.price,
    }),
  );
  const liquidation =
    figures.liquidationDistance === null ? t('common.none') : format.price(bot.liquidation_price, tick);
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
    lines: [
      ...steps,
      ...optional('average', 'average', { name: t('bots.chart.averageShort'), price: bot.entry_price }),
      ...optional('exit', 'exit', { name: t('bots.chart.exit'), price: bot.take_profit_price }),
      line('price', 'now', { name: t('bots.chart.price'), price }),
    ],
    band: null,
    offScreen:
      figures.liquidationDistance === null
        ? null
        : t('bots.chart.offScreen', {
            price: liquidation,
            percent: format.signedPercent(percentBetween(price, bot.liquidation_price)),
          }),
    markers: roundMarkers(input.fills, bot.round),
    exitPath: exitPath(bot, input.fills),
    texts: {
      summary: t('bots.chart.summary', {
        name: bot.title,
        current: String(bot.current_step),
        all: String(bot.martin_steps),
        price: format.price(price, tick),
        liquidation,
      }),
      candles: t(input.bar === '1m' ? 'bots.chart.titleMinute' : 'bots.chart.title'),
      ladder: t('bots.chart.ladder'),
      ladderHint: '',
      cyclic: t('bots.cyclicBack'),
    },
    formatTime: (at) => format.time(at),
  };
};
