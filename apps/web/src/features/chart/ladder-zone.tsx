// Draws the ladder at the right of the candles: each step is a rung at its price, as wide as its share. For a plan, two lines show the
// average entry price and the exit price after each step.
import type { ChartLayout, LadderChartModel } from './chart-model.ts';
import { placeRungs, staircasePath, type PlacedRung, type Scale } from './geometry.ts';

const SMALL_RUNG = 14; // in px. The dashed outline of a narrower rung would look like a digit, so it is not drawn.

/** The space at the left of the rungs and the space for the bracket at their right, in px. Only the rungs of a plan have arrows, which need more space. */
function marginsOf(
  mode: LadderChartModel['mode'],
  isNarrow: boolean,
): { readonly left: number; readonly right: number } {
  if (mode === 'plan') return { left: 8, right: isNarrow ? 22 : 36 };
  return isNarrow ? { left: 4, right: 12 } : { left: 8, right: 18 };
}

/** The least width of a rung in px. The zone of a running bot is small, and a shorter rung in it would be a dot. */
const leastWidthOf = (mode: LadderChartModel['mode'], isNarrow: boolean): number =>
  mode === 'plan' ? 3 : isNarrow ? 8 : 12;

/** Returns the rungs with their positions inside the ladder zone. */
export function zoneRungs(model: LadderChartModel, layout: ChartLayout): (PlacedRung & { readonly index: number })[] {
  const margins = marginsOf(model.mode, layout.isNarrow);
  const placed = placeRungs(model.rungs, {
    left: layout.zone.left + margins.left,
    width: Math.max(24, layout.zone.right - layout.zone.left - margins.left - margins.right),
    soften: 1,
    minimum: leastWidthOf(model.mode, layout.isNarrow),
  });
  return placed.map((rung, index) => ({ ...rung, index }));
}

/**
 * The distances from the deepest rung to the label of the cyclic steps, in px. No other rung is beyond the deepest one, and the number of a rung is below it, so the
 * label lies on nothing there.
 */
const LABEL_BELOW = 31;
const LABEL_ABOVE = 12;

type RungStep = LadderChartModel['rungs'][number];
type ZoneProps = { readonly model: LadderChartModel; readonly layout: ChartLayout; readonly scale: Scale };

/** One rung with its line down to the liquidation band. The number of the rung is drawn only in a plan. */
function Rung({ model, layout, scale, p, rung }: ZoneProps & { readonly p: PlacedRung; readonly rung: RungStep }) {
  const y = scale.y(rung.price);
  // A ladder with many steps has less space than the least width for each rung. The rungs then overlap in x only, because each has its own price.
  const width = Math.max(leastWidthOf(model.mode, layout.isNarrow), p.width - 2);
  return (
    <g transform={`translate(0 ${y})`}>
      <line className="chart-drop" x1={p.x + p.width} x2={p.x + p.width} y1={0} y2={layout.bandBottom - y} />
      <rect
        className={`chart-rung rung-${rung.state}${rung.cyclic ? ' rung-cyclic' : ''}${rung.blocked ? ' rung-blocked' : ''}${p.width < SMALL_RUNG ? ' rung-small' : ''}`}
        x={p.x + (p.width - width) / 2}
        y={-4}
        width={width}
        height={8}
        rx={2}
      />
      {!layout.isNarrow && model.mode === 'plan' && (
        <text className={`chart-number${rung.cyclic ? ' chart-cyclic' : ''}`} x={p.x + 2} y={16}>
          {rung.step}
        </text>
      )}
    </g>
  );
}

export function LadderZone({ model, layout, scale }: ZoneProps) {
  const placed = zoneRungs(model, layout);
  const isPlan = model.mode === 'plan';
  const after = placed.flatMap((p) => {
    const rung = model.rungs[p.index];
    return rung === undefined ? [] : [{ p, rung }];
  });
  return (
    <g>
      <rect
        className="chart-zone"
        x={layout.zone.left}
        y={0}
        width={layout.zone.right - layout.zone.left}
        height={layout.bandBottom}
      />
      {isPlan && !layout.isNarrow && (
        <text className="chart-label" x={layout.zone.left + 8} y={16}>
          <tspan className="chart-strong">{model.texts.ladder}</tspan>
          <tspan dx={12}>{model.texts.ladderHint}</tspan>
        </text>
      )}
      {isPlan && (
        <path
          className="chart-average"
          d={staircasePath(after.map(({ p, rung }) => ({ from: p.x, to: p.x + p.width, y: scale.y(rung.average) })))}
        />
      )}
      {isPlan && (
        <path
          className="chart-exit"
          d={staircasePath(baseExits(after).map(({ p, y }) => ({ from: p.x, to: p.x + p.width, y: scale.y(y) })))}
        />
      )}
      {after.map(({ p, rung }) => (
        <Rung key={rung.step} model={model} layout={layout} scale={scale} p={p} rung={rung} />
      ))}
      <CyclicReturn model={model} layout={layout} scale={scale} placed={placed} />
    </g>
  );
}

function baseExits(after: readonly { p: PlacedRung; rung: RungStep }[]): { p: PlacedRung; y: number }[] {
  let last: number | null = null;
  return after.map(({ p, rung }) => {
    const y: number = rung.cyclic && last !== null ? last : rung.exit;
    last = y;
    return { p, y };
  });
}

function CyclicReturn({
  model,
  layout,
  scale,
  placed,
}: ZoneProps & { readonly placed: readonly (PlacedRung & { readonly index: number })[] }) {
  const cyclic = placed.filter((p) => p.rung.cyclic);
  const first = cyclic[0];
  const deepest = cyclic[cyclic.length - 1];
  if (first === undefined || deepest === undefined) return null;
  const right = deepest.x + deepest.width + 4;
  const bracketX = Math.min(layout.zone.right - 6, right + 18);
  const topY = scale.y(first.rung.price);
  return (
    <g>
      {cyclic.map((p) => {
        const target = model.rungs[p.index]?.takeProfit ?? null;
        if (target === null) return null;
        const [from, to] = [scale.y(p.rung.price), scale.y(target)];
        const x = p.x + p.width;
        return (
          <g key={p.rung.step}>
            <line className="chart-take-profit" x1={p.x + 1} x2={x - 1} y1={to} y2={to} />
            <path className="chart-return" d={`M${x + 2} ${from}h4q6 0 6 -6V${to + 6}q0 -6 -6 -6h-5m4 -4l-4 4l4 4`} />
          </g>
        );
      })}
      <path className="chart-bracket" d={`M${bracketX - 4} ${topY - 26}h4V${scale.y(deepest.rung.price) + 6}h-4`} />
      {!layout.isNarrow && model.mode === 'plan' && (
        <text
          className="chart-cyclic cyclic-label"
          x={bracketX}
          y={scale.y(deepest.rung.price) + (model.direction === 'long' ? LABEL_BELOW : -LABEL_ABOVE)}
          textAnchor="end"
        >
          {model.texts.cyclic}
        </text>
      )}
    </g>
  );
}
