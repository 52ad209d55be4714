// Pictures of the average entry price and of the take-profit.
import { baseSteps, exampleLadder, examplePercents } from './example.ts';
import { fallPath, fallPitch, fallX } from './price-path.ts';
import { discOf, guide, level, pictureSize, priceLabel, stairs, wordLabel, type Mark, type Scene } from './scene.ts';

const { plot, width: whole } = pictureSize;

/** The average steps down with each fill. */
export function averageScene(): Scene {
  const { steps, first, deepest } = exampleLadder();
  const corners = steps.map(({ step, average }) => [fallX(step), Number(average)] as const);
  const average = Number(deepest.average);
  return {
    high: Number(first.price),
    low: Number(deepest.price),
    marks: [
      ...steps.map(({ step, price }) => guide(Number(price), 'quiet', [fallX(step), fallX(step) + fallPitch])),
      { kind: 'line', points: stairs(corners, plot), tone: 'accent', isBold: true },
      ...fallPath(steps),
      wordLabel('picture.average', [whole, average], { tone: 'accent', anchor: 'end', shift: -18 }),
      priceLabel(deepest.average, 'accent'),
    ],
  };
}

/** A price with the price at which it takes profit, and their distance. */
function target(x: number, from: string, exit: string): readonly Mark[] {
  const [entered, sold] = [Number(from), Number(exit)];
  const [lineEnd, distanceX, labelX] = [x + 40, x + 10, x + 46];
  return [
    level(entered, 'text', [x, lineEnd]),
    level(sold, 'gain', [x, lineEnd]),
    { kind: 'distance', x: distanceX, from: entered, to: sold, tone: 'gain' },
    {
      kind: 'text',
      at: [distanceX + 5, (entered + sold) / 2],
      label: { kind: 'percent', percent: Number(examplePercents.takeProfit) },
      tone: 'gain',
      anchor: 'start',
    },
    { kind: 'text', at: [labelX, sold], label: { kind: 'price', price: exit }, tone: 'gain', anchor: 'start' },
    { kind: 'text', at: [labelX, entered], label: { kind: 'price', price: from }, tone: 'text', anchor: 'start' },
  ];
}

/** The base takes profit from its average, and a cyclic step from its own entry. */
export function takeProfitScene(): Scene {
  const { steps, first, deepest } = exampleLadder();
  const base = steps.slice(0, baseSteps);
  const baseEnd = base.at(-1) ?? first;
  const discX = (step: number): number => 8 + (step - 1) * 18;
  const [baseX, cyclicX] = [discX(base.length) + 12, whole - 84];
  return {
    high: Number(first.price),
    low: Number(deepest.price),
    marks: [
      guide(Number(baseEnd.average), 'quiet', [0, baseX]),
      ...base.map((step) => discOf(step, discX(step.step))),
      ...target(baseX, baseEnd.average, baseEnd.exit),
      discOf(deepest, cyclicX - 12),
      ...target(cyclicX, deepest.price, deepest.exit),
    ],
  };
}
