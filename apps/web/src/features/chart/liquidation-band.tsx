// Draws the estimated liquidation price after each step in a band below the chart. The scale of the band begins at zero.
import { ChartGutter } from './chart-gutter.tsx';
import type { ChartLayout, LadderChartModel, LiquidationBand } from './chart-model.ts';
import { staircasePath } from './geometry.ts';
import { zoneRungs } from './ladder-zone.tsx';

type LayerProps = {
  readonly model: LadderChartModel;
  readonly band: LiquidationBand;
  readonly layout: ChartLayout;
};

export function LiquidationBandLayer({ model, band, layout }: LayerProps) {
  const top = layout.bottom + 12;
  const bottom = layout.bandBottom;
  // A former liquidation price can be above the band. It is then drawn at the upper edge.
  const y = (price: number): number => bottom - (Math.min(price, band.ceiling) / band.ceiling) * (bottom - top - 8);
  const placed = zoneRungs(model, layout);
  const known = placed.flatMap((p) => {
    const rung = model.rungs[p.index];
    return rung === undefined || rung.liquidation === null ? [] : [{ p, rung, price: rung.liquidation }];
  });
  const path = staircasePath(known.map(({ p, price }) => ({ from: p.x, to: p.x + p.width, y: y(price) })));
  const first = known[0];
  const last = known[known.length - 1];
  const none = placed.filter((p) => model.rungs[p.index]?.liquidation === null);
  return (
    <g>
      <line className="chart-axis-line" x1={0} x2={layout.width} y1={layout.bottom + 2} y2={layout.bottom + 2} />
      <path className="chart-axis-break" d={`M${layout.zone.left - 8} ${layout.bottom + 6}l4 -8m1 8l4 -8`} />
      {first !== undefined && last !== undefined && (
        <>
          <path className="chart-danger-area" d={`${path}V${bottom}H${first.p.x}Z`} />
          <path className="chart-danger-line" d={path} />
        </>
      )}
      <FormerBand before={band.before} placed={placed} y={y} />
      {!layout.isNarrow &&
        known.map(
          ({ p, rung, price }) =>
            p.width > 34 && (
              <text
                key={rung.step}
                className="chart-danger"
                x={p.x + p.width / 2}
                y={Math.min(y(price), y(band.before.get(rung.step) ?? 0)) - 5}
                textAnchor="middle"
              >
                {band.labelOf(rung)}
              </text>
            ),
        )}
      {none[0] !== undefined && (
        <text className="chart-label" x={none[0].x} y={top + 12}>
          {band.noneText}
        </text>
      )}
      <ChartGutter lines={band.lines} layout={layout} y={y} bounds={{ low: top + 6, high: bottom - 8 }} />
    </g>
  );
}

/** The liquidation prices before the last choice of a preset, as a dashed line. */
function FormerBand({
  before,
  placed,
  y,
}: Pick<LiquidationBand, 'before'> & {
  readonly placed: ReturnType<typeof zoneRungs>;
  readonly y: (price: number) => number;
}) {
  const pieces = placed.flatMap((p) => {
    const price = before.get(p.rung.step);
    return price === undefined ? [] : [{ from: p.x, to: p.x + p.width, y: y(price) }];
  });
  return pieces.length === 0 ? null : <path className="chart-before" d={staircasePath(pieces)} />;
}

/** Says beside the band what its line is. The text is no part of the drawing, so it wraps in a narrow chart, which has no room for the notes about the scale. */
export function BandLegend({ band, layout }: Omit<LayerProps, 'model'>) {
  const place = { insetBlockStart: layout.bottom + 10, inlineSize: layout.candles.right };
  return (
    <div className="band-legend" style={place}>
      <p className="band-legend-line">{band.title}</p>
      {layout.isNarrow ? null : (
        <>
          <p>{band.scaleText}</p>
          <p>{band.note}</p>
        </>
      )}
    </div>
  );
}
