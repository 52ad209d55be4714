// Draws one mark of a picture as SVG. All colours are tokens of the theme.
import type { ReactNode } from 'react';
import { pictureSize, type Label, type Mark, type Point, type Scene, type Tone } from './scene.ts';

/** The space above the highest and below the lowest price, for the labels of these prices. */
const margin = 12;
const sizes = { text: 12, disc: 7, number: 10, square: 9, tick: 4 } as const;

const colours: Readonly<Record<Tone, string>> = {
  text: 'var(--t1)',
  quiet: 'var(--t2)',
  accent: 'var(--accent-text)',
  gain: 'var(--up)',
  loss: 'var(--down)',
  danger: 'var(--danger-text)',
};

const rounded = (value: number): number => Math.round(value * 10) / 10;

/** What every mark of a picture needs: the scale of its prices, the id of its hatch, and the texts of its labels. */
type Drawing = {
  readonly y: (price: number) => number;
  readonly hatch: string;
  readonly textOf: (label: Label) => string;
};

/** Returns the function from a price to its y. */
export const scaleOf = ({ high, low }: Scene): Drawing['y'] => {
  const unit = (pictureSize.height - 2 * margin) / (high - low);
  return (price) => rounded(margin + (high - price) * unit);
};

/** Returns the hatch of the prices beyond a liquidation. */
export const hatchOf = (id: string): ReactNode => (
  <pattern id={id} width="6" height="6" patternUnits="userSpaceOnUse" patternTransform="rotate(45)">
    <rect width="6" height="6" fill="var(--danger-soft)" />
    <path d="M0 0V6" stroke="var(--danger-edge)" />
  </pattern>
);

type MarkOf<Kind extends Mark['kind']> = Extract<Mark, { kind: Kind }>;

export function drawMark(mark: Mark, { y, hatch, textOf }: Drawing): ReactNode {
  switch (mark.kind) {
    case 'line':
      return drawLine(mark, y);
    case 'disc':
      return drawDisc(mark, y);
    case 'square':
      return drawSquare(mark, y);
    case 'rung':
      return drawRung(mark, y);
    case 'held':
      return drawHeld(mark, y);
    case 'distance':
      return drawDistance(mark, y);
    case 'duration':
      return drawDuration(mark, y);
    case 'danger':
      return drawDanger(mark, y, hatch);
    case 'text':
      return drawText(mark, y, textOf(mark.label));
  }
}

const pathOf = (points: readonly Point[], y: Drawing['y']): string =>
  points.map(([x, price], index) => `${index === 0 ? 'M' : 'L'}${rounded(x)} ${y(price)}`).join('');

const drawLine = ({ points, tone, isDashed = false, isBold = false }: MarkOf<'line'>, y: Drawing['y']): ReactNode => (
  <path
    d={pathOf(points, y)}
    fill="none"
    stroke={colours[tone]}
    strokeWidth={isBold ? 1.5 : 1}
    strokeDasharray={isDashed ? '2 3' : undefined}
    strokeLinejoin="round"
  />
);

const drawDisc = ({ at: [x, price], step, tone }: MarkOf<'disc'>, y: Drawing['y']): ReactNode => (
  <>
    <circle cx={x} cy={y(price)} r={sizes.disc} fill={colours[tone]} />
    <text
      x={x}
      y={y(price)}
      fill="var(--surface)"
      fontSize={sizes.number}
      fontWeight={600}
      textAnchor="middle"
      dominantBaseline="central"
    >
      {step}
    </text>
  </>
);

const drawSquare = ({ at: [x, price], tone }: MarkOf<'square'>, y: Drawing['y']): ReactNode => (
  <rect
    x={rounded(x) - sizes.square / 2}
    y={y(price) - sizes.square / 2}
    width={sizes.square}
    height={sizes.square}
    rx={1}
    fill={colours[tone]}
  />
);

const drawRung = ({ at: [x, price], width, height, tone }: MarkOf<'rung'>, y: Drawing['y']): ReactNode => (
  <rect
    x={rounded(x)}
    y={y(price) - height / 2}
    width={rounded(width)}
    height={height}
    rx={Math.min(2, height / 2)}
    fill={colours[tone]}
  />
);

const drawHeld = ({ from, to }: MarkOf<'held'>, y: Drawing['y']): ReactNode => (
  <rect
    x={rounded(from[0])}
    y={y(to[1])}
    width={rounded(to[0] - from[0])}
    height={rounded(y(from[1]) - y(to[1]))}
    fill="var(--accent-soft)"
  />
);

const drawDistance = ({ x, from, to, tone }: MarkOf<'distance'>, y: Drawing['y']): ReactNode => {
  const [left, right] = [x - sizes.tick, x + sizes.tick];
  return (
    <path
      d={`M${left} ${y(from)}H${right}M${x} ${y(from)}V${y(to)}M${left} ${y(to)}H${right}`}
      stroke={colours[tone]}
    />
  );
};

const drawDuration = ({ price, from, to, tone }: MarkOf<'duration'>, y: Drawing['y']): ReactNode => {
  const [top, bottom] = [y(price) - sizes.tick, y(price) + sizes.tick];
  const [left, right] = [rounded(from), rounded(to)];
  return (
    <path
      d={`M${left} ${top}V${bottom}M${left} ${y(price)}H${right}M${right} ${top}V${bottom}`}
      stroke={colours[tone]}
    />
  );
};

const drawDanger = ({ x, width, price }: MarkOf<'danger'>, y: Drawing['y'], hatch: string): ReactNode => (
  <>
    <rect x={x} y={y(price)} width={width} height={pictureSize.height - y(price)} fill={`url(#${hatch})`} />
    <path d={`M${x} ${y(price)}h${width}`} stroke={colours.danger} strokeWidth={1.5} />
  </>
);

/** A text has an edge in the colour of the card, so that it can be read where it crosses a line. */
const drawText = ({ at: [x, price], shift = 0, tone, anchor }: MarkOf<'text'>, y: Drawing['y'], text: string) => (
  <text
    x={rounded(x)}
    y={y(price) + shift}
    fill={colours[tone]}
    fontSize={sizes.text}
    textAnchor={anchor}
    dominantBaseline="central"
    stroke="var(--surface)"
    strokeWidth={3}
    strokeLinejoin="round"
    paintOrder="stroke"
  >
    {text}
  </text>
);
