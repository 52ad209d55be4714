// The ladder chart: the candles, the ladder at the right of the candles, and a label for every level. Screen readers get a text summary.
import { useLayoutEffect, useMemo, useRef, useState } from 'react';
import { CandleLayer } from './candle-layer.tsx';
import { ChartGutter } from './chart-gutter.tsx';
import { layOutChart, type LadderChartModel } from './chart-model.ts';
import { EventLayer } from './event-layer.tsx';
import { makeScale } from './geometry.ts';
import { LadderZone } from './ladder-zone.tsx';
import { BandLegend, LiquidationBandLayer } from './liquidation-band.tsx';
import './chart.css';

export function LadderChart({ model }: { readonly model: LadderChartModel }) {
  const box = useRef<HTMLDivElement>(null);
  const width = useWidth(box);
  const hasBand = model.band !== null;
  const layout = useMemo(() => layOutChart(width, model.mode, hasBand), [width, model.mode, hasBand]);
  const visible = model.candles.flatMap((candle) => [candle.high, candle.low]);
  const levels = [
    ...model.lines.filter((line) => line.kind !== 'liquidation').map((line) => line.price),
    ...model.rungs.map((rung) => rung.price),
    ...model.exitPath.map((piece) => piece.price),
  ];
  const scale = makeScale([...visible, ...levels, model.lastPrice], {
    top: layout.top,
    bottom: layout.bottom - (layout.isNarrow ? 6 : 20),
    pad: 0.05,
  });
  return (
    <div ref={box} className="ladder-chart" style={{ minHeight: layout.height }}>
      <svg
        role="img"
        aria-label={model.texts.summary}
        width={width}
        height={layout.height}
        viewBox={`0 0 ${width} ${layout.height}`}
      >
        <ChartPatterns />
        {model.mode === 'plan' && !layout.isNarrow && (
          <text className="chart-label" x={layout.candles.left + 6} y={16}>
            {model.texts.candles}
          </text>
        )}
        <CandleLayer model={model} layout={layout} scale={scale} />
        <LadderZone model={model} layout={layout} scale={scale} />
        {model.mode === 'running' && <EventLayer model={model} layout={layout} scale={scale} />}
        {model.mode === 'plan' &&
          model.rungs.map((rung) => (
            <line
              key={rung.step}
              className="level level-step"
              x1={layout.candles.left}
              x2={layout.candles.right}
              y1={scale.y(rung.price)}
              y2={scale.y(rung.price)}
            />
          ))}
        <line
          className="level level-last"
          x1={layout.candles.left}
          x2={layout.candles.right}
          y1={scale.y(model.lastPrice)}
          y2={scale.y(model.lastPrice)}
        />
        <ChartGutter lines={model.lines} layout={layout} y={scale.y} bounds={{ low: 10, high: layout.bottom - 6 }} />
        {model.band !== null && <LiquidationBandLayer model={model} band={model.band} layout={layout} />}
      </svg>
      {model.band !== null && <BandLegend band={model.band} layout={layout} />}
      {model.offScreen !== null && <p className="chart-off-screen">{model.offScreen}</p>}
    </div>
  );
}

function ChartPatterns() {
  return (
    <defs>
      <pattern id="danger-hatch" width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
        <line className="chart-hatch" x1="0" y1="0" x2="0" y2="6" />
      </pattern>
    </defs>
  );
}

const FIRST_WIDTH = 770; // in px. In a window 1280 px wide the chart has this width, so the first layout is already correct.

function useWidth(box: React.RefObject<HTMLDivElement | null>): number {
  const [width, setWidth] = useState(FIRST_WIDTH);
  useLayoutEffect(() => {
    const element = box.current;
    if (element === null) return undefined;
    const measure = (): void => setWidth(Math.max(280, Math.floor(element.clientWidth)));
    measure();
    const observer = new ResizeObserver(measure);
    observer.observe(element);
    return () => observer.disconnect();
  }, [box]);
  return width;
}
