// The input types of the ladder chart (numbers for drawing and formatted texts), and the layout of the chart in px.
import type { Rung } from './geometry.ts';

export interface ChartCandle {
  readonly at: number; // the opening time of the candle in epoch ms
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A rung with the average entry price, the exit price and the liquidation price after the rung has filled. `liquidation` is null when the position cannot be liquidated. */
export interface ChartRung extends Rung {
  readonly average: number;
  readonly exit: number;
  readonly takeProfit: number | null; // the exit price of a cyclic step in a plan, else null
  readonly liquidation: number | null;
}

export type ChartLineKind =
  | 'exit'
  | 'now'
  | 'step'
  | 'filled'
  | 'skipped'
  | 'next'
  | 'average'
  | 'takeProfit'
  | 'cyclic'
  | 'liquidation';

/** One price label of the chart. */
export interface ChartLine {
  readonly key: string;
  readonly kind: ChartLineKind;
  readonly name: string;
  readonly price: number;
  readonly priceText: string;
  readonly distanceText: string;
  /** True when the last choice of a preset has moved the price. */
  readonly isChanged?: boolean;
}

/** An event drawn on the candles. */
export interface ChartMarker {
  readonly key: string; // the id of the order
  readonly at: number;
  readonly price: number;
  readonly kind: 'entry' | 'takeProfit' | 'liquidation';
  readonly text: string; // the step number of an entry, else empty
}

/** A part of the exit line: the base exit is at `price` from the time `at` (epoch ms) on. `text` is its label, or empty. `shortText` is its label on a phone: the change of the price, or empty. */
export interface ChartExitPiece {
  readonly at: number;
  readonly price: number;
  readonly text: string;
  readonly shortText: string;
}

export interface LiquidationBand {
  readonly title: string;
  /** The price at the upper edge of the band. Its lower edge is the price 0. */
  readonly ceiling: number;
  readonly scaleText: string;
  readonly note: string;
  readonly noneText: string;
  readonly lines: readonly ChartLine[];
  readonly labelOf: (rung: ChartRung) => string;
  /** The liquidation price after each step before the last choice of a preset, by step. Empty when nothing is compared. */
  readonly before: ReadonlyMap<number, number>;
}

export interface LadderChartModel {
  readonly mode: 'plan' | 'running';
  readonly direction: 'long' | 'short';
  readonly candles: readonly ChartCandle[];
  readonly lastPrice: number;
  readonly rungs: readonly ChartRung[];
  readonly lines: readonly ChartLine[];
  readonly band: LiquidationBand | null;
  readonly offScreen: string | null; // a text about the liquidation price when this price is outside of the price scale, else null
  readonly markers: readonly ChartMarker[];
  readonly exitPath: readonly ChartExitPiece[];
  readonly texts: {
    readonly summary: string;
    readonly candles: string;
    readonly ladder: string;
    readonly ladderHint: string;
    readonly cyclic: string;
  };
  readonly formatTime: (at: number) => string;
  /** Formats the price of a grid line with this number of decimal places. */
  readonly formatPrice: (price: number, places: number) => string;
}

/** Positions of the parts of the chart, in px from the top left. */
export interface ChartLayout {
  readonly width: number;
  readonly height: number;
  readonly isNarrow: boolean;
  readonly candles: { readonly left: number; readonly right: number };
  readonly zone: { readonly left: number; readonly right: number };
  readonly gutter: { readonly left: number; readonly right: number };
  readonly top: number;
  readonly bottom: number; // the lower edge of the price area
  readonly bandBottom: number; // the lower edge of the liquidation band, or the lower edge of the chart when the chart has no band
}

/** Returns the layout for a width in px. A wide chart with a band is 416 px high (plan) or 352 px high (running). A chart on a phone is 176 to 246 px high. */
export function layOutChart(width: number, mode: 'plan' | 'running', hasBand: boolean): ChartLayout {
  const isNarrow = width < 560;
  const gutterWidth = isNarrow ? 152 : 224;
  const zoneShare = mode === 'plan' ? 0.47 : 0.21;
  const free = width - gutterWidth - 8;
  const zoneWidth = Math.max(mode === 'plan' ? 60 : 64, free * zoneShare);
  const candleRight = free - zoneWidth - 8;
  const top = isNarrow ? 12 : 34;
  const bottom = isNarrow ? (mode === 'plan' ? 154 : 168) : mode === 'plan' ? 300 : 236;
  const bandBottom = hasBand ? bottom + (isNarrow ? 72 : 94) : bottom + (mode === 'running' ? 24 : 0);
  return {
    width,
    height: bandBottom + 22,
    isNarrow,
    candles: { left: 0, right: candleRight },
    zone: { left: candleRight + 8, right: free },
    gutter: { left: free + 8, right: width },
    top,
    bottom,
    bandBottom,
  };
}
