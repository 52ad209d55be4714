// A small icon of a bot's ladder for rows and headers. A larger share of a step has a larger width, and filled steps are coloured.
import { memo } from 'react';

const softening = 0.62;
const minimumWidth = 2.2;

export type StairGlyphProps = {
  readonly steps: number;
  readonly cyclicSteps: number;
  /** The steps that are drawn as filled, or their number when they are the first steps. */
  readonly filled: number | readonly number[];
  readonly isShort?: boolean;
  readonly width?: number;
  readonly height?: number;
};

/** Returns the left edge and the width of each rung in px. The widths follow the weights 1, 1, 2, 4, ... to the power 0.62, so that an icon with ten steps is still legible. */
export const glyphRungs = (steps: number, width: number): readonly { readonly x: number; readonly width: number }[] => {
  const gap = 1;
  const weights = Array.from({ length: steps }, (_, index) => (index === 0 ? 1 : 2 ** (index - 1)) ** softening);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const room = width - gap * (steps - 1);
  const raw = weights.map((weight) => Math.max(minimumWidth, (weight / sum) * room));
  const scale = room / raw.reduce((total, part) => total + part, 0);
  const starts = raw.reduce<readonly number[]>((xs, part) => [...xs, (xs.at(-1) ?? 0) + part * scale + gap], [0]);
  return raw.map((part, index) => ({ x: starts[index] ?? 0, width: part * scale }));
};

const isFilled = (filled: StairGlyphProps['filled'], step: number): boolean =>
  typeof filled === 'number' ? step <= filled : filled.includes(step);

export const StairGlyph = memo(
  ({ steps, cyclicSteps, filled, isShort = false, width = 36, height = 20 }: StairGlyphProps) => (
    <svg className="glyph" width={width} height={height} viewBox={`0 0 ${width} ${height}`} aria-hidden="true">
      {glyphRungs(steps, width).map((rung, index) => {
        const drop = (index * (height - 3)) / Math.max(1, steps - 1);
        const isCyclic = index >= steps - cyclicSteps;
        return (
          <rect
            key={index}
            x={rung.x}
            y={isShort ? height - 2.5 - drop : drop}
            width={rung.width}
            height={2.5}
            rx={1}
            fill={isCyclic ? 'var(--accent-text)' : 'var(--t1)'}
            opacity={isFilled(filled, index + 1) ? 1 : 0.5}
          />
        );
      })}
    </svg>
  ),
);
