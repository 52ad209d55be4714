// Draws events on the candles of a running bot: a numbered circle for each entry, a square for each take-profit, and the exit line over time.
import { timeScale } from './candle-layer.tsx';
import type { ChartLayout, LadderChartModel } from './chart-model.ts';
import { staircasePath, type Scale } from './geometry.ts';

/** The width of a character of a label of the exit line, in px. A part that is narrower than its label has no label. */
const CHARACTER_WIDTH = 6;
/** The distance from the begin of a part to its text, in px. */
const TEXT_GAP = 5;
/** The radius of the circle of an entry with half of its outline, in px. A marker keeps this distance from the left edge, so the chart does not cut it off. */
const MARKER_RADIUS = 8;

interface ExitText {
  readonly text: string;
  readonly from: number;
  readonly to: number;
}

/**
 * Returns the texts of the exit line that have room, newest first, with their x coordinates. On a phone a part is often narrower than its text. There the newest text may begin before its part, and
 * no text leaves the candles or meets a newer one.
 */
function placeTexts<Piece extends ExitText>(exits: readonly Piece[], layout: ChartLayout): (Piece & { x: number })[] {
  const placed: (Piece & { x: number })[] = [];
  let limit = layout.candles.right - TEXT_GAP;
  for (const exit of exits.toReversed()) {
    const width = exit.text.length * CHARACTER_WIDTH;
    const start = exit.from + TEXT_GAP;
    const x = layout.isNarrow && placed.length === 0 ? Math.min(start, limit - width) : start;
    const end = layout.isNarrow ? limit : exit.to + TEXT_GAP;
    if (exit.text === '' || x + width > end) continue;
    placed.push({ ...exit, x });
    limit = x - TEXT_GAP;
  }
  return placed;
}

export function EventLayer({ model, layout, scale }: { model: LadderChartModel; layout: ChartLayout; scale: Scale }) {
  const x = timeScale(model.candles, layout);
  const clampX = (at: number): number => Math.min(layout.candles.right, Math.max(layout.candles.left, x(at)));
  const exits = model.exitPath.map((piece, index) => ({
    from: clampX(piece.at),
    to: index + 1 < model.exitPath.length ? clampX(model.exitPath[index + 1]?.at ?? piece.at) : layout.zone.right,
    y: scale.y(piece.price),
    text: layout.isNarrow ? piece.shortText : piece.text,
    key: `${piece.at} ${piece.price}`,
  }));
  const isAboveRungs = model.direction === 'long';
  return (
    <g>
      {model.lines.map((line) => (
        <line
          key={line.key}
          className={`level level-${line.kind}`}
          x1={layout.candles.left}
          x2={line.kind === 'exit' ? layout.candles.left : layout.candles.right}
          y1={scale.y(line.price)}
          y2={scale.y(line.price)}
        />
      ))}
      {exits.map((exit, index) => {
        // The line of a step begins with its vertical part, at the end of the step before it.
        const before = exits[index - 1];
        const start = before === undefined ? [] : [{ from: exit.from, to: exit.from, y: before.y }];
        return <path key={exit.key} className="chart-exit chart-exit-step" d={staircasePath([...start, exit])} />;
      })}
      {placeTexts(exits, layout).map(({ text, x: left, y, key }) => (
        <text key={key} className="chart-exit-text" x={left} y={isAboveRungs ? y - 5 : y + 14}>
          {text}
        </text>
      ))}
      {model.markers
        .filter((marker) => marker.at >= (model.candles[0]?.at ?? 0))
        .map((marker) => (
          <g
            key={marker.key}
            className={`marker marker-${marker.kind}`}
            transform={`translate(${Math.max(layout.candles.left + MARKER_RADIUS, clampX(marker.at))} ${scale.y(marker.price)})`}
          >
            {marker.kind === 'entry' && <circle r={7} />}
            {marker.kind === 'takeProfit' && <rect x={-4} y={-4} width={8} height={8} rx={1} />}
            {marker.kind === 'liquidation' && <path d="M-5 -5L5 5M5 -5L-5 5" />}
            {marker.kind === 'entry' && (
              <text y={4} textAnchor="middle">
                {marker.text}
              </text>
            )}
          </g>
        ))}
    </g>
  );
}
