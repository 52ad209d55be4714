// Pictures of the liquidation, the distance to it, and the stop loss.
import { baseSteps, exampleLadder, firstPrice, percentChange } from './example.ts';
import { stopped } from './example-round.ts';
import { fallPath, fallPitch, fallX } from './price-path.ts';
import { guide, level, pictureSize, priceLabel, wordLabel, type Mark, type Scene } from './scene.ts';

const { plot, width: whole } = pictureSize;

/** The prices beyond a liquidation over the width of the plot, with the name and the price of the liquidation. */
const liquidationZone = (price: string): readonly Mark[] => [
  { kind: 'danger', x: 0, width: plot, price: Number(price) },
  wordLabel('picture.liquidation', [0, Number(price)], { tone: 'danger', anchor: 'start', shift: -10 }),
  priceLabel(price, 'danger'),
];

/** The distance between two prices stands to the right of the name of the liquidation, which is long in some languages. */
const distanceX = 156;

const distanceWithPercent = (from: string, to: string): readonly Mark[] => [
  { kind: 'distance', x: distanceX, from: Number(from), to: Number(to), tone: 'danger' },
  {
    kind: 'text',
    at: [distanceX + 8, (Number(from) + Number(to)) / 2],
    label: { kind: 'change', percent: percentChange(from, to) },
    tone: 'danger',
    anchor: 'start',
  },
];

/** After all steps have filled, the liquidation is below the deepest step. */
export function liquidationScene(): Scene {
  const { steps, first, deepest } = exampleLadder();
  const price = deepest.liquidation ?? firstPrice;
  return {
    high: Number(first.price),
    low: Number(price) - 3,
    marks: [
      ...liquidationZone(price),
      guide(Number(deepest.price), 'quiet', [fallX(deepest.step), plot]),
      ...fallPath(steps),
      ...distanceWithPercent(deepest.price, price),
      priceLabel(deepest.price, deepest.tone),
    ],
  };
}

/** The price now, between its steps and the liquidation. */
export function distanceScene(): Scene {
  const { steps, first } = exampleLadder();
  const filled = steps.slice(0, baseSteps);
  const now = filled.at(-1) ?? first;
  const liquidation = now.liquidation ?? firstPrice;
  const nowX = fallX(baseSteps) + fallPitch;
  return {
    high: Number(first.price) + 3,
    low: Number(liquidation) - 4,
    marks: [
      ...liquidationZone(liquidation),
      guide(Number(now.price), 'text', [nowX, plot]),
      ...fallPath(filled, [[nowX, Number(now.price)]]),
      ...distanceWithPercent(now.price, liquidation),
      wordLabel('picture.price', [whole, Number(now.price)], { tone: 'text', anchor: 'end', shift: -15 }),
      priceLabel(now.price, 'text'),
    ],
  };
}

/** The price falls through all steps to the stop loss, which closes the whole position. */
export function stopLossScene(): Scene {
  const { steps, first, deepest } = exampleLadder();
  const [stop, average] = [Number(stopped.price), Number(deepest.average)];
  const stopX = fallX(deepest.step) + fallPitch;
  return {
    high: Number(first.price),
    low: stop,
    marks: [
      guide(average, 'quiet', [fallX(deepest.step), plot]),
      level(stop, 'loss', [0, plot]),
      ...fallPath(steps, [[stopX, stop]]),
      { kind: 'square', at: [stopX, stop], tone: 'loss' },
      { kind: 'distance', x: plot - 16, from: average, to: stop, tone: 'loss' },
      wordLabel('picture.stopLoss', [0, stop], { tone: 'loss', anchor: 'start', shift: -11 }),
      wordLabel('picture.average', [whole, average], { tone: 'quiet', anchor: 'end', shift: -15 }),
      priceLabel(deepest.average, 'quiet'),
      priceLabel(stopped.price, 'loss'),
    ],
  };
}
