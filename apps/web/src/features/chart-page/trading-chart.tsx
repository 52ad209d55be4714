// The chart of the chart page as a component: it opens the canvas and gives it candles, levels and fills as they arrive.
import { useEffect, useEffectEvent, useRef } from 'react';
import type { CandleWire } from '@rondo/contract';
import { openChartCanvas, type ChartCanvas, type ChartCanvasOptions } from './chart-canvas.ts';
import type { ChartLevel, ChartMark } from './chart-marks.ts';

export type TradingChartProps = ChartCanvasOptions & {
  readonly candles: readonly CandleWire[];
  readonly levels: readonly ChartLevel[];
  readonly marks: readonly ChartMark[];
  /** A new value opens a new chart with the newest candles: instrument, time-frame, theme, price colours, language. */
  readonly look: string;
  readonly summary: string;
};

export const TradingChart = ({ candles, levels, marks, look, summary, ...options }: TradingChartProps) => {
  const box = useRef<HTMLDivElement>(null);
  const canvas = useRef<ChartCanvas>(null);
  const open = useEffectEvent((element: HTMLElement) => openChartCanvas(element, options));
  useEffect(() => {
    if (box.current === null) return undefined;
    const opened = open(box.current);
    canvas.current = opened;
    return () => {
      canvas.current = null;
      opened.remove();
    };
  }, [look]);
  useEffect(() => canvas.current?.showCandles(candles), [candles, look]);
  useEffect(() => canvas.current?.showLevels(levels), [levels, look]);
  useEffect(() => canvas.current?.showMarks(marks), [marks, look]);
  return <div ref={box} className="chart-page-canvas" role="group" tabIndex={0} aria-label={summary} />;
};
