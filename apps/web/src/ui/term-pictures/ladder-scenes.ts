// Pictures of the shape of a ladder: its direction, prices, distances and amounts.
import { gridModeSteps } from '@rondo/strategy';
import { percent } from '@rondo/decimal';
import { exampleLadder, examplePercents, pairs, percentChange, type ExampleLadder } from './example.ts';
import { fallPath, fallPitch, fallX } from './price-path.ts';
import { discOf, guide, pictureSize, priceLabel, wordLabel, type Mark, type Scene } from './scene.ts';

const { plot, width: whole } = pictureSize;

type RungSize = {
  /** The amount whose rung has the width `widest`. */
  readonly largest: number;
  readonly widest: number;
  readonly height: number;
};

/** Returns the rungs of a ladder from `x` on. A rung is as wide as its amount. */
export const rungsOf = ({ steps }: ExampleLadder, x: number, { largest, widest, height }: RungSize): readonly Mark[] =>
  steps.map(({ price, amount, tone }) => ({
    kind: 'rung',
    at: [x, Number(price)],
    width: (amount / largest) * widest,
    height,
    tone,
  }));

const spanOf = ({ first, deepest }: ExampleLadder): Pick<Scene, 'high' | 'low'> => ({
  high: Number(first.price),
  low: Number(deepest.price),
});

/** The price falls and fills one step after another. A rung is as wide as the amount of its step. */
export function stepsScene(): Scene {
  const ladder = exampleLadder();
  const rungX = fallX(ladder.deepest.step) + fallPitch / 2;
  return {
    ...spanOf(ladder),
    marks: [
      ...ladder.steps.map(({ step, price }) => guide(Number(price), 'quiet', [fallX(step), plot])),
      ...rungsOf(ladder, rungX, { largest: ladder.deepest.amount, widest: plot - rungX, height: 6 }),
      ...fallPath(ladder.steps),
      ...ladder.steps.map(({ price, tone }) => priceLabel(price, tone)),
    ],
  };
}

/** Each step with its distance from the step before. */
export function stepDistanceScene(): Scene {
  const ladder = exampleLadder();
  const [discX, distanceX] = [10, 96];
  const distances = pairs(ladder.steps).flatMap(([above, below]): readonly Mark[] => {
    const [from, to] = [Number(above.price), Number(below.price)];
    return [
      { kind: 'distance', x: distanceX, from, to, tone: 'accent' },
      {
        kind: 'text',
        at: [distanceX + 8, (from + to) / 2],
        label: { kind: 'percent', percent: Number(examplePercents.stepDistance) },
        tone: 'accent',
        anchor: 'start',
      },
    ];
  });
  return {
    ...spanOf(ladder),
    marks: [
      ...ladder.steps.map(({ price }) => guide(Number(price), 'quiet', [discX, plot])),
      ...ladder.steps.map((step) => discOf(step, discX)),
      ...distances,
      ...ladder.steps.map(({ price, tone }) => priceLabel(price, tone)),
    ],
  };
}

/** The amount of each step as a rung with its USDT. */
export function stepAmountScene(): Scene {
  const { steps, deepest } = exampleLadder();
  const [discX, rungX, widest] = [10, 28, 168];
  return {
    high: -1,
    low: -steps.length,
    marks: steps.flatMap(({ step, amount, tone }): readonly Mark[] => {
      const width = (amount / deepest.amount) * widest;
      return [
        { kind: 'disc', at: [discX, -step], step, tone },
        { kind: 'rung', at: [rungX, -step], width, height: 12, tone },
        {
          kind: 'text',
          at: [rungX + width + 8, -step],
          label: { kind: 'count', count: amount },
          tone,
          anchor: 'start',
        },
      ];
    }),
  };
}

/** The whole distance from the first entry to the deepest step. */
export function baseDefenceScene(): Scene {
  const ladder = exampleLadder();
  const { first, deepest, steps } = ladder;
  const distanceX = plot - 24;
  const [from, to] = [Number(first.price), Number(deepest.price)];
  return {
    ...spanOf(ladder),
    marks: [
      ...steps.map(({ step, price }) => guide(Number(price), 'quiet', [fallX(step), plot])),
      ...fallPath(steps),
      { kind: 'distance', x: distanceX, from, to, tone: 'accent' },
      {
        kind: 'text',
        at: [distanceX - 8, (from + to) / 2],
        label: { kind: 'change', percent: percentChange(first.price, deepest.price) },
        tone: 'accent',
        anchor: 'end',
      },
      priceLabel(first.price, first.tone),
      priceLabel(deepest.price, deepest.tone),
    ],
  };
}

/** The base defence of the grid picture, in percent. */
const gridDefence = '6';

/** Three, four and five steps in one base defence. A rung is as wide as the amount of its step. */
export function gridScene(): Scene {
  const ladders = [gridModeSteps.strong, gridModeSteps.balanced, gridModeSteps.fast].map((martinSteps) =>
    exampleLadder({ martinSteps, stepDistance: { kind: 'defence', percent: percent(gridDefence) } }),
  );
  const [columnWidth, pitch] = [66, 95];
  const largest = Math.max(...ladders.map(({ deepest }) => deepest.amount));
  const high = 101.2;
  return {
    high,
    low: Math.min(...ladders.map(({ deepest }) => Number(deepest.price))),
    marks: ladders.flatMap((ladder, index): readonly Mark[] => {
      const x = index * pitch;
      return [
        ...ladder.steps.map(({ price }) => guide(Number(price), 'quiet', [x, x + columnWidth])),
        ...rungsOf(ladder, x, { largest, widest: columnWidth, height: 6 }),
        {
          kind: 'text',
          at: [x, high],
          label: { kind: 'count', count: ladder.steps.length },
          tone: 'text',
          anchor: 'start',
        },
      ];
    }),
  };
}

/** A long ladder below its first price and a short ladder above it. Both take profit on the way back. */
export function directionScene(): Scene {
  const ladders = [exampleLadder(), exampleLadder({ direction: 'short' })] as const;
  const panel = (index: 0 | 1): readonly Mark[] => {
    const left = index * (whole / 2 + 6);
    const right = left + whole / 2 - 6;
    const { steps, deepest } = ladders[index];
    const filled = steps.slice(0, -1);
    const xOf = (step: number): number => left + 8 + (step - 1) * 22;
    const exit = Number(filled.at(-1)?.exit ?? deepest.exit);
    const exitX = xOf(filled.length) + 46;
    return [
      ...steps.map(({ step, price }) => guide(Number(price), 'quiet', [xOf(step), right])),
      {
        kind: 'line',
        points: [...filled.map(({ step, price }) => [xOf(step), Number(price)] as const), [exitX, exit]],
        tone: 'text',
        isBold: true,
      },
      ...filled.map((step) => discOf(step, xOf(step.step))),
      { kind: 'square', at: [exitX, exit], tone: 'gain' },
      index === 0
        ? wordLabel('common.long', [left, 105], { tone: 'text', anchor: 'start' })
        : wordLabel('common.short', [left, 95], { tone: 'text', anchor: 'start' }),
    ];
  };
  const [long, short] = ladders;
  return { high: Number(short.deepest.price), low: Number(long.deepest.price), marks: [...panel(0), ...panel(1)] };
}
