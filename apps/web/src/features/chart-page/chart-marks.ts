// What the chart page draws beside the candles: the levels of the bot as lines, and its fills as markers at their candles.
import type { BotDetailResponse, CandleWire, NextMoveWire } from '@rondo/contract';
import type { Translate } from '../../i18n/translate.ts';

/** The role of a level or a marker. The chart takes the colour from the role. */
export type MarkTone = 'price' | 'entry' | 'next' | 'exit' | 'danger';

/** A horizontal line with its name at the axis of prices. */
export type ChartLevel = {
  readonly key: string;
  readonly price: number;
  readonly title: string;
  readonly tone: MarkTone;
  readonly isDotted: boolean;
};

/** A fill at the start of its candle (epoch ms). */
export type ChartMark = {
  readonly key: string;
  readonly at: number;
  readonly side: 'buy' | 'sell';
  readonly tone: MarkTone;
  readonly text: string;
};

type LevelRow = {
  readonly key: string;
  readonly price: string | null;
  readonly title: string;
  readonly tone: MarkTone;
  readonly isDotted?: boolean;
};

const moveLevel = ({ kind, step, price }: NextMoveWire, isNext: boolean, t: Translate): LevelRow => {
  const number = String(step);
  const row = { key: `${kind} ${number}`, price };
  if (kind === 'takeProfit') return { ...row, title: t('bots.chart.takeProfit', { step: number }), tone: 'exit' };
  if (kind === 'baseExit') return { ...row, title: t('bots.chart.exit'), tone: 'exit' };
  if (kind === 'stopLoss') return { ...row, title: t('chartPage.stop'), tone: 'danger' };
  const title = isNext ? t('bots.chart.next', { step: number }) : number;
  return { ...row, title, tone: isNext ? 'next' : 'entry', isDotted: true };
};

/** Returns the levels of a bot: resting steps, average entry, take-profits, base exit and estimated liquidation. A bot that has ended has none. */
export const levelsOf = (bot: BotDetailResponse, t: Translate): readonly ChartLevel[] => {
  if (bot.phase === 'completed' || bot.phase === 'liquidated') return [];
  const next = bot.next_moves.find(({ kind }) => kind === 'entry')?.step;
  const moves = bot.next_moves.map((move) => moveLevel(move, move.step === next, t));
  const rows: readonly LevelRow[] = [
    ...moves,
    { key: 'average', price: bot.entry_price, title: t('bots.chart.averageShort'), tone: 'entry' },
    {
      key: 'liquidation',
      price: bot.liquidation_price,
      title: t('bots.foreign.liquidation'),
      tone: 'danger',
      isDotted: true,
    },
  ];
  return rows.flatMap(({ price, isDotted = false, ...row }) =>
    price === null ? [] : [{ ...row, isDotted, price: Number(price) }],
  );
};

/** Returns the start of the candle that contains the instant, or null when all candles are newer. The candles are sorted, oldest first. */
export const candleAt = (candles: readonly CandleWire[], at: number): number | null => {
  let [low, high] = [0, candles.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((candles[middle]?.at ?? 0) <= at) low = middle + 1;
    else high = middle;
  }
  return candles[low - 1]?.at ?? null;
};

/** Returns one marker for each order that filled within the candles, oldest first. The parts of one order are one marker, at the last part. */
export const marksOf = (fills: BotDetailResponse['fills'], candles: readonly CandleWire[]): readonly ChartMark[] => {
  const lastOfOrder = new Map(fills.map((fill) => [fill.order_id, fill]));
  return [...lastOfOrder.values()]
    .flatMap((fill) => {
      const at = candleAt(candles, fill.at);
      if (at === null) return [];
      const isEntry = fill.kind === 'entry';
      return [
        {
          key: fill.fill_id,
          at,
          side: fill.side,
          tone: isEntry ? ('entry' as const) : ('exit' as const),
          text: fill.step === null || fill.step === 0 ? '' : String(fill.step),
        },
      ];
    })
    .toSorted((first, second) => first.at - second.at);
};
