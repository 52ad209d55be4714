// Geometry of a replayed round, for drawing only. Times and prices are converted to coordinates from 0 to 1000.
import type { Replay } from '@rondo/backtest';

/** A replayed round from the server, from the demo in the browser, or from the what-if strip. `bracket` is null for a round of the strip, because a bot has other rounds under another path rule. */
export type ReplayRound = Omit<Replay, 'bracket'> & {
  readonly symbol: string;
  readonly bracket: Replay['bracket'] | null;
};

/** A marker on the chart: a numbered disc, a small square, a check mark, a stop sign or a cross. `x` and `y` are in percent. */
export type ReplayMarker = {
  readonly kind: 'entry' | 'cycle' | 'exit' | 'stop' | 'liquidation';
  readonly step: number;
  readonly x: number;
  readonly y: number;
};

/** The line of an open lot from its entry to its end. `top` is the y coordinate of the take-profit of a cycle, or null when the lot has no cycle. */
export type HeldLine = { readonly x: number; readonly width: number; readonly y: number; readonly top: number | null };

export type ReplayPicture = {
  /** The end of the part whose time is stretched: its place in percent and its time in epoch ms. Null while the whole time has one scale. */
  readonly stretched: { readonly x: number; readonly at: number } | null;
  readonly price: string;
  readonly exit: string;
  /** The place of the name of the exit line, above the longest part of the line. In percent. */
  readonly exitName: { readonly x: number; readonly y: number } | null;
  /** The estimated liquidation price while it is inside the chart: SVG path, price and the place of its label in percent. Null when it is always outside. */
  readonly liquidation: {
    readonly path: string;
    readonly price: string;
    readonly y: number;
    readonly x: number;
  } | null;
  /** A level and its label. `y` and `label` are in percent. Labels that would overlap are moved apart. */
  readonly levels: readonly {
    readonly step: number;
    readonly price: string;
    readonly cyclic: boolean;
    readonly y: number;
    readonly label: number;
  }[];
  readonly held: readonly HeldLine[];
  readonly markers: readonly ReplayMarker[];
  /**
   * SVG path of the area in the lower chart. Its upper edge is the distance from the price to the estimated liquidation price. The distance
   * 0 % is at the top.
   */
  readonly danger: string;
  /** -1 when the liquidation price is below the price (a long), 1 when it is above. */
  readonly dangerSign: -1 | 1;
  readonly dangerLabels: readonly {
    readonly x: number;
    readonly y: number;
    readonly percent: number;
    readonly isWide: boolean;
  }[];
};

const box = 1_000;
/** The margin above the highest and below the lowest price, as a part of the height. */
const margin = 0.08;
/** The width that a label of the lower chart needs, as a part of the chart width. `wideLabel` is the part on a small screen. */
const labelWidth = 0.1;
const wideLabel = 0.3;
/** The height of a label of 16 px in the upper chart of a small screen, in percent. */
const labelHeight = 8.2;

/** The part of the width in which the first entries of a fall are drawn when they would be in a smaller part. */
const entriesWidth = 0.45;
/** The room after the last of these entries, as a part of their time. */
const entriesRoom = 0.1;

/** With `isFall` the first entries of all steps are readable, also when they are a small part of the time. */
export function drawReplay(round: ReplayRound, { isFall = false } = {}): ReplayPicture {
  const { x, stretched } = timeScale(round, isFall);
  const shown = [...round.prices, ...round.levels, ...round.exits].map(({ price }) => Number(price));
  const [low, high] = [Math.min(...shown), Math.max(...shown)];
  const room = (high - low || 1) * margin;
  const y = (price: string): number => rounded(((high + room - Number(price)) / (high - low + 2 * room || 1)) * box);
  // The price has few points in the stretched part. The entries are further ones.
  const entries = stretched === null ? [] : round.fills.filter(({ kind }) => kind === 'entry');
  const path = [...round.prices, ...entries].toSorted((a, b) => a.at - b.at);
  return {
    stretched,
    price: path.map(({ at, price }, index) => `${index === 0 ? 'M' : 'L'}${x(at)} ${y(price)}`).join(''),
    exit: stairs(round.exits.map(({ at, price }) => ({ x: x(at), y: y(price) }))),
    exitName: longestPart(round.exits.map(({ at, price }) => ({ x: x(at) / 10, y: y(price) / 10 }))),
    liquidation: drawLiquidation(round, { x, y }),
    levels: withLabels(round.levels.map((level) => ({ ...level, y: y(level.price) / 10 }))),
    held: heldLots(round).map(({ from, to, price, target }) => ({
      x: x(from),
      width: x(to) - x(from),
      y: y(price),
      top: target === null ? null : y(target),
    })),
    markers: round.fills.map(({ at, kind, step, price }) => ({
      kind: kind === 'close' ? 'exit' : kind,
      step,
      x: x(at) / 10,
      y: y(price) / 10,
    })),
    ...drawDanger(round, x),
  };
}

/** Returns the scale of the time. Its second part begins at `stretched`. */
function timeScale(
  { from, to, fills }: ReplayRound,
  isFall: boolean,
): { readonly x: (at: number) => number; readonly stretched: ReplayPicture['stretched'] } {
  const span = Math.max(1, to - from);
  const first = new Map<number, number>();
  for (const { kind, step, at } of fills) if (kind === 'entry' && !first.has(step)) first.set(step, at);
  const last = Math.max(from, ...first.values());
  const end = last + (last - from) * entriesRoom;
  if (!isFall || end === from || (end - from) / span >= entriesWidth)
    return { x: (at) => rounded(((at - from) / span) * box), stretched: null };
  const width = entriesWidth * box;
  return {
    x: (at) =>
      rounded(at <= end ? ((at - from) / (end - from)) * width : width + ((at - end) / (to - end)) * (box - width)),
    stretched: { x: entriesWidth * 100, at: end },
  };
}

/** Returns the price with the most decimal places. Prices are formatted with this price as the tick size. */
export function tickOf({ levels, prices }: ReplayRound): string {
  return [...levels, ...prices].reduce((finest, { price }) => (places(price) > places(finest) ? price : finest), '1');
}

function places(price: string): number {
  return price.split('.')[1]?.length ?? 0;
}

/** Rounds to one decimal place. The rounding error is smaller than a pixel. */
function rounded(value: number): number {
  return Math.round(value * 10) / 10;
}

/** Adds the positions of the labels, starting at the top. Two labels are at least one label height apart. */
function withLabels<Level extends { readonly y: number }>(levels: readonly Level[]): (Level & { label: number })[] {
  let lowest = -labelHeight;
  return levels
    .toSorted((a, b) => a.y - b.y)
    .map((level) => {
      lowest = Math.max(level.y, lowest + labelHeight);
      return { ...level, label: lowest };
    });
}

/** Returns the SVG path of a line with steps that ends at the right edge. */
function stairs(corners: readonly { readonly x: number; readonly y: number }[]): string {
  return corners.map(({ x, y }, index) => (index === 0 ? `M${x} ${y}` : `H${x}V${y}`)).join('') + `H${box}`;
}

/** Returns the start of the longest horizontal part of a line with steps that ends at the right edge. */
function longestPart(corners: readonly { readonly x: number; readonly y: number }[]): ReplayPicture['exitName'] {
  const lengthOf = (index: number): number => (corners[index + 1]?.x ?? 100) - (corners[index]?.x ?? 0);
  return corners.reduce<ReplayPicture['exitName']>(
    (longest, corner, index) =>
      longest === null || lengthOf(index) > lengthOf(corners.indexOf(longest)) ? corner : longest,
    null,
  );
}

type Scales = { readonly x: (at: number) => number; readonly y: (price: string) => number };

/** Draws the parts of the liquidation line that are inside the chart. The line is as high as the newest of these parts. */
function drawLiquidation({ liquidations, to }: ReplayRound, { x, y }: Scales): ReplayPicture['liquidation'] {
  const parts = liquidations.flatMap(({ at, price }, index) => {
    if (price === null) return [];
    const height = y(price);
    const isInside = height >= 0 && height <= box;
    return isInside ? [{ price, height, from: x(at), to: x(liquidations[index + 1]?.at ?? to) }] : [];
  });
  const newest = parts.at(-1);
  if (newest === undefined) return null;
  return {
    path: parts.map((part) => `M${part.from} ${part.height}H${part.to}`).join(''),
    price: newest.price,
    y: newest.height / 10,
    x: newest.from / 10,
  };
}

type Lot = { readonly from: number; readonly to: number; readonly price: string; readonly target: string | null };

function heldLots({ fills, to }: ReplayRound): readonly Lot[] {
  return fills.flatMap((fill, index) => {
    if (fill.kind !== 'entry') return [];
    const end = fills.slice(index + 1).find((later) => later.step === fill.step || later.step === 0);
    const hasCycled = end?.kind === 'cycle';
    return [{ from: fill.at, to: end?.at ?? to, price: fill.price, target: hasCycled ? end.price : null }];
  });
}

/** Draws the distance from the market price to the liquidation price over time. The distance is 100 % while there is no liquidation price. */
function drawDanger(
  { liquidations, prices, to }: ReplayRound,
  x: (at: number) => number,
): Pick<ReplayPicture, 'danger' | 'dangerLabels' | 'dangerSign'> {
  const heights = liquidations.map(({ at, price }, index) => {
    const marketPoint = prices.find((point) => point.at >= at) ?? prices.at(-1);
    const part =
      price === null || marketPoint === undefined ? 1 : Math.abs(1 - Number(price) / Number(marketPoint.price));
    return { x: x(at), part: Math.min(1, part), to: x(liquidations[index + 1]?.at ?? to) };
  });
  const known = liquidations.find(({ price }) => price !== null)?.price ?? '0';
  const path = heights.map(({ x: left, part, to: right }) => `L${left} ${rounded(part * box)}H${right}`).join('');
  return {
    dangerSign: Number(known) > Number(prices[0]?.price ?? known) ? 1 : -1,
    danger: `M0 ${box}${path}L${box} ${box}Z`,
    dangerLabels: heights
      .filter((each) => each.part < 1 && each.to - each.x > labelWidth * box)
      .map((each) => ({
        x: (each.x + each.to) / 20,
        y: each.part * 100,
        percent: each.part * 100,
        isWide: each.to - each.x > wideLabel * box,
      })),
  };
}
