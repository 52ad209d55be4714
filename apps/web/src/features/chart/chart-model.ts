// Input types of the ladder chart (numbers for drawing and formatted texts) and its layout in px.
import type { Rung } from './geometry.ts';

export interface ChartCandle {
  readonly at: number; // epoch ms of the open
  readonly open: number;
  readonly high: number;
  readonly low: number;
  readonly close: number;
}

/** A rung with average entry, exit and liquidation price after it has filled. `liquidation` null: cannot be liquidated. */
export interface ChartRung extends Rung {
  readonly average: number;
  readonly exit: number;
  readonly takeProfit: number | null; // the exit of a cyclic step in a plan, else null
  readonly liquidation: number | null;
}

export type ChartLineKind =
  | 'exit'
  | 'now'
  | 'step'
  | 'filled'
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
}

/** An event drawn on the candles. */
export interface ChartMarker {
  readonly at: number;
  readonly price: number;
  readonly kind: 'entry' | 'takeProfit' | 'liquidation';
  readonly text: string; // step number of an entry
}

/** A part of the exit line: from `at` (epoch ms) on, the base exit is at `price`. */
export interface ChartExitPiece {
  readonly at: number;
  readonly price: number;
}

export interface LiquidationBand {
  readonly title: string;
  readonly scaleText: string;
  readonly note: string;
  readonly noneText: string;
  readonly lines: readonly ChartLine[];
  readonly labelOf: (rung: ChartRung) => string;
}

export interface LadderChartModel {
  readonly mode: 'plan' | 'running';
  readonly direction: 'long' | 'short';
  readonly candles: readonly ChartCandle[];
  readonly lastPrice: number;
  readonly rungs: readonly ChartRung[];
  readonly lines: readonly ChartLine[];
  readonly band: LiquidationBand | null;
  readonly offScreen: string | null; // text about the liquidation when it is outside of the price scale
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
  readonly bottom: number; // lower edge of the price area
  readonly bandBottom: number; // lower edge of the liquidation band, or of the chart without a band
}

/** Returns the layout for a width in px. Heights are those of screens 5.5: 390 with a band at full width, 214 to 228 on a phone. */
export function layOutChart(width: number, mode: 'plan' | 'running', hasBand: boolean): ChartLayout {
  const isNarrow = width < 560;
  const gutterWidth = isNarrow ? 118 : 182;
  const zoneShare = mode === 'plan' ? 0.47 : 0.16;
  const free = width - gutterWidth - 8;
  const zoneWidth = Math.max(60, free * zoneShare);
  const candleRight = free - zoneWidth - 8;
  const top = isNarrow ? 12 : 34;
  const bottom = isNarrow ? (mode === 'plan' ? 154 : 168) : mode === 'plan' ? 300 : 236;
  const bandBottom = hasBand ? bottom + (isNarrow ? 56 : 94) : bottom + (mode === 'running' ? 24 : 0);
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
