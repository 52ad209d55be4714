// The picture of the last 30 days: the price as a line, a tick for each signal, and a mark where a round opened.
import type { EntryMoments } from '@rondo/backtest';

/** The size of the picture in units of its own. The style sheet scales it to the width of its place. */
export const momentsSize = { width: 480, height: 96, ticks: 14 } as const;

export type MomentsPicture = {
  readonly line: string;
  /** A short stroke below the price for each signal. */
  readonly ticks: string;
  readonly opened: readonly { readonly x: number; readonly y: number }[];
};

/** Draws the moments. */
export function drawMoments({ fromAt, toAt, prices, firings, opened }: EntryMoments): MomentsPicture {
  const { width, height, ticks } = momentsSize;
  const closes = prices.map(({ close }) => close);
  const [least, most] = [Math.min(...closes), Math.max(...closes)];
  const x = (at: number): number => round(((at - fromAt) / Math.max(1, toAt - fromAt)) * width);
  const y = (close: number): number => round(4 + ((most - close) / (most - least || 1)) * (height - ticks - 8));
  const closeAt = (instant: number): number => (prices.find(({ at }) => at >= instant) ?? prices.at(-1))?.close ?? 0;
  return {
    line: prices.length === 0 ? '' : `M${prices.map(({ at, close }) => `${x(at)} ${y(close)}`).join('L')}`,
    ticks: firings.map((at) => `M${x(at)} ${height - ticks}V${height}`).join(''),
    opened: opened.map((at) => ({ x: x(at), y: y(closeAt(at)) })),
  };
}

function round(value: number): number {
  return Math.round(value * 10) / 10;
}
