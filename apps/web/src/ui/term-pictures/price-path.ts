// The price of the example over time: the round with its legs, and a fall through the steps.
import { discOf, pictureSize, type Mark, type Point } from './scene.ts';
import { turns, type ExampleFill } from './example-round.ts';
import type { ExampleStep } from './example.ts';

/** Where each leg of the round begins, and where the last one ends. The first leg is long, because four steps fill on it. */
const starts = [8, 84, 112, 136, 160, 182, pictureSize.plot] as const;

const turnOf = (leg: number): number => turns[leg] ?? turns[0];
const startOf = (leg: number): number => starts[leg] ?? pictureSize.plot;

/** Returns where the price meets a price on a leg. */
export function xOn(leg: number, price: number): number {
  const [from, to] = [turnOf(leg), turnOf(leg + 1)];
  return startOf(leg) + ((price - from) / (to - from)) * (startOf(leg + 1) - startOf(leg));
}

export const pointOf = ({ leg, price }: ExampleFill): Point => [xOn(leg, Number(price)), Number(price)];

/** Returns the price of the round as a line, from the instant at which the price is `top` until the point `end` on the leg `lastLeg`. */
export function roundPath(top: number, lastLeg: number, end: Point): Mark {
  const corners = turns.slice(1, lastLeg + 1).map((price, index): Point => [startOf(index + 1), price]);
  return { kind: 'line', points: [[xOn(0, top), top], ...corners, end], tone: 'text', isBold: true };
}

const firstX = 8;
/** The time between two entries of a fall. */
export const fallPitch = 36;
export const fallX = (step: number): number => firstX + (step - 1) * fallPitch;

/** Returns a price that falls through the steps and fills each, and continues to `end`. */
export function fallPath(steps: readonly ExampleStep[], end: readonly Point[] = []): readonly Mark[] {
  const points = steps.flatMap(({ step, price }, index): readonly Point[] => {
    const [x, now, next] = [fallX(step), Number(price), steps[index + 1]];
    if (next === undefined) return [[x, now]];
    // Between two steps the price turns once. It reaches no order there.
    const gap = now - Number(next.price);
    return [
      [x, now],
      [x + fallPitch / 3, now - 0.55 * gap],
      [x + fallPitch / 2, now - 0.25 * gap],
    ];
  });
  return [
    { kind: 'line', points: [...points, ...end], tone: 'text', isBold: true },
    ...steps.map((step) => discOf(step, fallX(step.step))),
  ];
}
