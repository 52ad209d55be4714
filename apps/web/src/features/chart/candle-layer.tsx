// Draws candles (hollow when rising, filled when falling), grid and time axis.
import type { ChartLayout, LadderChartModel } from './chart-model.ts';
import { gridPrices, type Scale } from './geometry.ts';

/** Returns a function that converts a time in epoch ms to the x coordinate in px. The newest candle is at the right edge of the candle area. */
export function timeScale(model: LadderChartModel, layout: ChartLayout): (at: number) => number {
  const count = Math.max(model.candles.length, 1);
  const first = model.candles[0]?.at ?? 0;
  const second = model.candles[1]?.at ?? first + 60_000;
  const pitch = (layout.candles.right - layout.candles.left - 4) / count;
  return (at) => layout.candles.left + Math.max(0, ((at - first) / (second - first)) * pitch + pitch / 2);
}

export function CandleLayer({ model, layout, scale }: { model: LadderChartModel; layout: ChartLayout; scale: Scale }) {
  const count = Math.max(model.candles.length, 1);
  const pitch = (layout.candles.right - layout.candles.left - 4) / count;
  const body = Math.max(1, pitch * 0.62);
  const x = timeScale(model, layout);
  return (
    <g>
      {gridPrices(scale.low, scale.high, 6).map((price) => (
        <line
          key={price}
          className="chart-grid"
          x1={layout.candles.left}
          x2={layout.candles.right}
          y1={scale.y(price)}
          y2={scale.y(price)}
        />
      ))}
      {model.candles.map((candle) => {
        const isUp = candle.close >= candle.open;
        const center = x(candle.at);
        const upper = scale.y(Math.max(candle.open, candle.close));
        const lower = scale.y(Math.min(candle.open, candle.close));
        return (
          <g key={candle.at} className={isUp ? 'candle-up' : 'candle-down'}>
            <line x1={center} x2={center} y1={scale.y(candle.high)} y2={upper} />
            <line x1={center} x2={center} y1={lower} y2={scale.y(candle.low)} />
            <rect x={center - body / 2} y={upper} width={body} height={Math.max(1, lower - upper)} />
          </g>
        );
      })}
      <TimeAxis model={model} layout={layout} />
    </g>
  );
}

function TimeAxis({ model, layout }: { model: LadderChartModel; layout: ChartLayout }) {
  const wanted = layout.isNarrow ? 1 : 3;
  const x = timeScale(model, layout);
  const step = Math.floor(model.candles.length / (wanted + 1));
  if (step === 0) return null;
  const picks = Array.from({ length: wanted }, (_, i) => model.candles[step * (i + 1) - Math.floor(step / 2)]).filter(
    (candle) => candle !== undefined,
  );
  return (
    <g>
      {picks.map((candle) => (
        <text key={candle.at} className="chart-axis" x={x(candle.at)} y={layout.height - 6} textAnchor="middle">
          {model.formatTime(candle.at)}
        </text>
      ))}
    </g>
  );
}
