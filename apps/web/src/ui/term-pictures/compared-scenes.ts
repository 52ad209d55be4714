// Pictures that compare liquidations: after each depth, at each crash defence, and at different leverages.
import { decimal, percent } from '@rondo/decimal';
import { crashDefencePresets } from '@rondo/strategy';
import { exampleLadder, firstPrice, percentChange, type ExampleLadder } from './example.ts';
import { rungsOf } from './ladder-scenes.ts';
import { discOf, level, wordLabel, type Label, type Mark, type Scene } from './scene.ts';

/** One column of a comparison. */
type Column = { readonly x: number; readonly width: number; readonly liquidation: string | null };

const middleOf = ({ x, width }: Pick<Column, 'x' | 'width'>): number => x + width / 2;

/** Returns the prices beyond a liquidation with their label, or the word that there is no liquidation at the height `low`. */
function zoneOf(column: Column, low: number, labelOf: (liquidation: string) => Label): readonly Mark[] {
  const { x, width, liquidation } = column;
  const middle = middleOf(column);
  if (liquidation === null) return [wordLabel('common.none', [middle, low], { tone: 'danger', anchor: 'middle' })];
  const price = Number(liquidation);
  return [
    { kind: 'danger', x, width, price },
    { kind: 'text', at: [middle, price], label: labelOf(liquidation), tone: 'danger', anchor: 'middle', shift: 10 },
  ];
}

/** The liquidation after each depth: the steps go down, and the liquidation comes up. */
export function estLiquidationScene(): Scene {
  const [width, pitch, low] = [52, 68, 0];
  const marks = exampleLadder().steps.flatMap((step, index): readonly Mark[] => {
    const column = { x: index * pitch, width, liquidation: step.liquidation };
    return [
      level(Number(step.price), step.tone, [column.x, column.x + width]),
      discOf(step, middleOf(column)),
      ...zoneOf(column, low, (liquidationPrice) => ({ kind: 'price', price: liquidationPrice })),
    ];
  });
  return { high: Number(firstPrice), low, marks };
}

/** A ladder of a comparison with the label above it. */
type Compared = { readonly ladder: ExampleLadder; readonly head: Label };
type Sizes = { readonly width: number; readonly pitch: number };

/** Returns ladders side by side, each with its label above and its liquidation below. */
function compare(
  compared: readonly Compared[],
  { width, pitch }: Sizes,
  labelOf: (liquidation: string) => Label,
): Scene {
  const [high, low] = [108, 40];
  const largest = Math.max(...compared.map(({ ladder }) => ladder.deepest.amount));
  const marks = compared.flatMap(({ ladder, head }, index): readonly Mark[] => {
    const { amount, liquidation } = ladder.deepest;
    const column = { x: index * pitch, width, liquidation };
    const left = middleOf(column) - ((amount / largest) * width) / 2;
    return [
      { kind: 'text', at: [middleOf(column), high], label: head, tone: 'text', anchor: 'middle' },
      ...rungsOf(ladder, left, { largest, widest: width, height: 2 }),
      ...zoneOf(column, low, labelOf),
    ];
  });
  return { high, low, marks };
}

/** A larger crash defence has smaller steps, and its liquidation is farther away. The percents are rounded towards the price. */
export function crashDefenceScene(): Scene {
  const compared = crashDefencePresets.map(({ investmentRatioPercent, leverage, fallPercent }) => ({
    ladder: exampleLadder({
      investmentRatio: percent(String(investmentRatioPercent)),
      leverage: decimal(String(leverage)),
    }),
    head: { kind: 'percent', percent: fallPercent } as const,
  }));
  return compare(compared, { width: 44, pitch: 53 }, (liquidation) => ({
    kind: 'percent',
    percent: Math.ceil(percentChange(firstPrice, liquidation)),
  }));
}

/** The same margin at three leverages: a higher one has a larger position and a nearer liquidation. */
export function leverageScene(): Scene {
  const compared = ['5', '10', '20'].map((leverage) => ({
    ladder: exampleLadder({ leverage: decimal(leverage) }),
    head: { kind: 'leverage', leverage } as const,
  }));
  return compare(compared, { width: 72, pitch: 92 }, (price) => ({ kind: 'price', price }));
}
