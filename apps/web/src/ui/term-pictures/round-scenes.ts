// Pictures of a round: its cycles, and the base exit that moves nearer with each fill and each cycle.
import { baseSteps, exampleLadder } from './example.ts';
import { exitsAtCredit, fills, turns, type ExampleFill } from './example-round.ts';
import { pointOf, roundPath, xOn } from './price-path.ts';
import { guide, pictureSize, priceLabel, stairs, wordLabel, type Mark, type Point, type Scene } from './scene.ts';

const { plot } = pictureSize;
const lowest = Math.min(...turns);
const [firstFill, , baseEntry, deepestEntry, firstCycle, reentry, secondCycle, baseExit] = fills;

/** The two cycles of the round: where their entries and their take-profits filled. */
const cycles = [
  { entry: pointOf(deepestEntry), sale: pointOf(firstCycle) },
  { entry: pointOf(reentry), sale: pointOf(secondCycle) },
] as const;
const held = cycles.map(({ entry, sale }): Mark => ({ kind: 'held', from: entry, to: sale }));

const markOf = (fill: ExampleFill): Mark =>
  fill.kind === 'entry'
    ? { kind: 'disc', at: pointOf(fill), step: fill.step, tone: fill.step > baseSteps ? 'accent' : 'text' }
    : { kind: 'square', at: pointOf(fill), tone: 'gain' };

/** The whole price of the round, until the base exit ends it. */
const wholePath = roundPath(turns[0], baseExit.leg, pointOf(baseExit));
/** The turn of the price after the second cycle. Some pictures end there. */
const [, , , , , pausePrice] = turns;
const pauseLeg = 4;
const pause: Point = [xOn(pauseLeg, pausePrice), pausePrice];

/** The cyclic step enters at its price, takes its profit, and enters again at the same price. */
export function cyclicStepsScene(): Scene {
  const { deepest } = exampleLadder();
  const high = 96.2;
  return {
    high,
    low: lowest,
    marks: [
      guide(Number(deepest.price), deepest.tone, [0, plot]),
      guide(Number(deepest.exit), 'gain', [0, plot]),
      ...held,
      roundPath(high, pauseLeg, pause),
      ...[deepestEntry, firstCycle, reentry, secondCycle].map(markOf),
      priceLabel(deepest.exit, 'gain'),
      priceLabel(deepest.price, deepest.tone),
    ],
  };
}

/** The base exit comes down with each deeper entry and with each cycle, until the price meets it. */
export function exitNowScene(): Scene {
  const corners = fills.flatMap((fill): readonly Point[] =>
    fill.baseExit === null ? [] : [[pointOf(fill)[0], Number(fill.baseExit)]],
  );
  const [endX] = pointOf(baseExit);
  const [cycleX] = cycles[0].sale;
  return {
    high: Number(firstFill.baseExit),
    low: lowest,
    marks: [
      ...held,
      { kind: 'line', points: stairs(corners, endX), tone: 'gain', isBold: true },
      wholePath,
      ...fills.map(markOf),
      wordLabel('picture.baseExit', [cycleX + 4, Number(deepestEntry.baseExit)], {
        tone: 'gain',
        anchor: 'start',
        shift: -6,
      }),
      priceLabel(baseExit.price, 'gain'),
    ],
  };
}

/** The base exit after the same two cycles with no, half and full credit. */
export function cycleCreditScene(): Scene {
  const high = 98.8;
  const [baseX] = pointOf(baseEntry);
  const [firstX, secondX] = [cycles[0].sale[0], cycles[1].sale[0]];
  const credits = [0, 50, 100] as const;
  return {
    high,
    low: lowest,
    marks: [
      ...held,
      ...credits.map((credit): Mark => {
        const [before, between, after] = exitsAtCredit[credit];
        const corners: readonly Point[] = [
          [baseX, Number(before)],
          [firstX, Number(between)],
          [secondX, Number(after)],
        ];
        const isWhole = credit === 100;
        return { kind: 'line', points: stairs(corners, plot), tone: 'gain', isBold: isWhole, isDashed: !isWhole };
      }),
      roundPath(high, pauseLeg, pause),
      ...fills.filter(({ step }) => step > baseSteps).map(markOf),
      ...credits.map((credit): Mark => ({
        kind: 'text',
        at: [plot + 8, Number(exitsAtCredit[credit][2])],
        label: { kind: 'percent', percent: credit },
        tone: 'gain',
        anchor: 'start',
      })),
    ],
  };
}

/** The whole round, with the time of each cycle and of the round below it. */
export function roundsCyclesScene(): Scene {
  const [cyclesPrice, roundPrice] = [91.6, 88.8];
  const [startX] = pointOf(firstFill);
  const [endX] = pointOf(baseExit);
  return {
    high: turns[0],
    low: roundPrice,
    marks: [
      ...held,
      wholePath,
      ...fills.map(markOf),
      ...cycles.map(({ entry, sale }): Mark => ({
        kind: 'duration',
        price: cyclesPrice,
        from: entry[0],
        to: sale[0],
        tone: 'accent',
      })),
      wordLabel('picture.cycle', [cycles[1].sale[0] + 8, cyclesPrice], { tone: 'accent', anchor: 'start' }),
      { kind: 'duration', price: roundPrice, from: startX, to: endX, tone: 'text' },
      wordLabel('picture.round', [(startX + endX) / 2, roundPrice], { tone: 'text', anchor: 'middle', shift: -9 }),
    ],
  };
}
