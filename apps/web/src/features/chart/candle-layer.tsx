// Draws candles (hollow when rising, filled when falling), grid and time axis.
import { memo } from 'react';
import type { ChartCandle, ChartLayout, LadderChartModel } from './chart-model.ts';
import { gridPrices, type Scale } from './geometry.ts';
import { freeGridPrices, placesOfGrid } from './grid-prices.ts';

/** Returns a function that converts a time in epoch ms to the x coordinate in px. The newest candle is at the right edge of the candle area. */
export function timeScale(candles: readonly ChartCandle[], layout: ChartLayout): (at: number) => number {
  const count = Math.max(candles.length, 1);
  const first = candles[0]?.at ?? 0;
  const second = candles[1]?.at ?? first + 60_000;
  const pitch = (layout.candles.right - layout.candles.left - 4) / count;
  return (at) => layout.candles.left + Math.max(0, ((at - first) / (second - first)) * pitch + pitch / 2);
}

/** About this many grid lines are drawn. */
const GRID_LINES = 6;

export function CandleLayer({ model, layout, scale }: { model: LadderChartModel; layout: ChartLayout; scale: Scale }) {
  const count = Math.max(model.candles.length, 1);
  const pitch = (layout.candles.right - layout.candles.left - 4) / count;
  const grid = gridPrices(scale.low, scale.high, GRID_LINES);
  const falling = model.candles.filter((candle) => !isRising(candle));
  const shape = { x: timeScale(model.candles, layout), y: scale.y, body: Math.max(1, pitch * 0.62) };
  return (
    <g>
      {grid.map((price) => (
        <line
          key={price}
          className="chart-grid"
          x1={layout.candles.left}
          x2={layout.candles.right}
          y1={scale.y(price)}
          y2={scale.y(price)}
        />
      ))}
      <path className="candle-up" d={candlePath(model.candles.filter(isRising), shape)} />
      <path className="candle-down" d={candlePath(falling, shape)} />
      {freeGridPrices(grid, model, scale).map((price) => (
        <text key={price} className="chart-axis chart-price-axis" x={layout.candles.left + 2} y={scale.y(price) - 3}>
          {model.formatPrice(price, placesOfGrid(grid))}
        </text>
      ))}
      <TimeAxis candles={model.candles} layout={layout} formatTime={model.formatTime} />
    </g>
  );
}

const isRising = ({ open, close }: ChartCandle): boolean => close >= open;

interface CandleShape {
  readonly x: (at: number) => number;
  readonly y: Scale['y'];
  /** The width of a body in px. */
  readonly body: number;
}

/** Returns the wicks and the bodies of candles as one path, because one path is repainted much faster than three elements for each candle. */
function candlePath(candles: readonly ChartCandle[], { x, y, body }: CandleShape): string {
  const px = (value: number): string => value.toFixed(2);
  const paths = candles.map(({ at, open, high, low, close }) => {
    const center = x(at);
    const upper = y(Math.max(open, close));
    const lower = y(Math.min(open, close));
    const wicks = `M${px(center)} ${px(y(high))}V${px(upper)}M${px(center)} ${px(lower)}V${px(y(low))}`;
    return `${wicks}M${px(center - body / 2)} ${px(upper)}h${px(body)}v${px(Math.max(1, lower - upper))}h${px(-body)}z`;
  });
  return paths.join('');
}

type TimeAxisProps = Pick<LadderChartModel, 'candles' | 'formatTime'> & { readonly layout: ChartLayout };

const TimeAxis = memo(({ candles, layout, formatTime }: TimeAxisProps) => {
  const wanted = layout.isNarrow ? 1 : 3;
  const x = timeScale(candles, layout);
  if (candles.length <= wanted) return null;
  // Each label stands in the middle of an equal part of the axis, so the axis has room for the whole text.
  const picks = Array.from(
    { length: wanted },
    (_, i) => candles[Math.floor(((i + 0.5) * candles.length) / wanted)],
  ).filter((candle) => candle !== undefined);
  return (
    <g>
      {picks.map((candle) => (
        <text key={candle.at} className="chart-axis" x={x(candle.at)} y={layout.height - 6} textAnchor="middle">
          {formatTime(candle.at)}
        </text>
      ))}
    </g>
  );
});
