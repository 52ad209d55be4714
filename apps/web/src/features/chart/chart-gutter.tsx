// Draws the price labels at the right of the chart. A label has the name, the price and the distance of a level. Labels that would overlap are moved apart.
// A label moves as a whole, so the browser does not lay out its texts again when only its position changes.
import type { ChartLayout, ChartLine } from './chart-model.ts';
import { spreadLabels } from './geometry.ts';

interface ChartGutterProps {
  readonly lines: readonly ChartLine[];
  readonly layout: ChartLayout;
  readonly y: (price: number) => number;
  readonly bounds: { readonly low: number; readonly high: number };
}

export function ChartGutter({ lines, layout, y, bounds }: ChartGutterProps) {
  const gap = layout.isNarrow ? 16 : 19;
  const shown = fitLines(lines, Math.floor((bounds.high - bounds.low) / gap) + 1);
  const placed = spreadLabels(
    shown.map((line) => y(line.price)),
    gap,
    bounds,
  );
  const left = layout.gutter.left;
  const priceX = layout.isNarrow ? layout.gutter.right - 2 : left + 162;
  return (
    <g>
      {shown.map((line, index) => {
        const at = placed[index] ?? 0;
        return (
          <g
            key={line.key}
            className={`gutter-row gutter-${line.kind}${line.isChanged === true ? ' gutter-changed' : ''}`}
            transform={`translate(0 ${at})`}
          >
            <path className="gutter-leader" d={`M${left - 8} ${y(line.price) - at}L${left - 2} 0`} />
            <rect className="gutter-tag" x={left} y={-9} width={layout.gutter.right - left} height={18} rx={3} />
            <text x={left + 5} y={4}>
              {line.name}
            </text>
            <text className="num gutter-price" x={priceX} y={4} textAnchor="end">
              {line.priceText}
            </text>
            {!layout.isNarrow && (
              <text className="num gutter-distance" x={layout.gutter.right - 5} y={4} textAnchor="end">
                {line.distanceText}
              </text>
            )}
          </g>
        );
      })}
    </g>
  );
}

const KEEP_FIRST: readonly ChartLine['kind'][] = [
  'now',
  'liquidation',
  'exit',
  'next',
  'cyclic',
  'filled',
  'takeProfit',
  'step',
  'average',
  'skipped',
];

/** Returns at most `room` lines. When there are more lines, the kinds at the beginning of `KEEP_FIRST` are preferred. The table shows all lines. */
function fitLines(lines: readonly ChartLine[], room: number): readonly ChartLine[] {
  if (lines.length <= room) return lines;
  const ranked = [...lines].sort((a, b) => KEEP_FIRST.indexOf(a.kind) - KEEP_FIRST.indexOf(b.kind));
  const visibleKeys = new Set(ranked.slice(0, Math.max(room, 0)).map((line) => line.key));
  return lines.filter((line) => visibleKeys.has(line.key));
}
