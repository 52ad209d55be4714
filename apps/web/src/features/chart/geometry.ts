// Pure geometry of the ladder pictures: scales, label spreading and the stair. Floats are allowed here: it is only drawing.

/** One rung as the pictures need it. `share` is the part of the whole position (sums to 1); prices are for drawing only. */
export interface Rung {
  readonly step: number;
  readonly price: number;
  readonly share: number;
  readonly cyclic: boolean;
  readonly state: 'now' | 'filled' | 'next' | 'resting' | 'waiting';
  readonly blocked: boolean; // cannot be paid for, or lies beyond liquidation
}

/** A price scale: `y` answers pixels from the top. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly y: (price: number) => number;
}

/** A linear scale with a margin of `pad` (fraction of the span) on both sides. An empty span is widened by one percent. */
export function makeScale(prices: readonly number[], box: { top: number; bottom: number; pad: number }): Scale {
  const finite = prices.filter((price) => Number.isFinite(price));
  const min = finite.length === 0 ? 0 : Math.min(...finite);
  const max = finite.length === 0 ? 1 : Math.max(...finite);
  const span = max - min || Math.max(Math.abs(max) * 0.01, 1e-9);
  const low = min - span * box.pad;
  const high = max + span * box.pad;
  return { low, high, y: (price) => box.top + ((high - price) / (high - low)) * (box.bottom - box.top) };
}

/** Moves label centres apart so that neighbours keep `gap` pixels, inside [low, high], order kept, as near as possible to the wish. */
export function spreadLabels(wishes: readonly number[], gap: number, bounds: { low: number; high: number }): number[] {
  const order = wishes.map((wish, index) => ({ wish, index })).sort((a, b) => a.wish - b.wish || a.index - b.index);
  type Group = { total: number; count: number; start: number };
  const groups: Group[] = [];
  for (const [position, item] of order.entries()) {
    groups.push({ total: item.wish - 0, count: 1, start: position });
    mergeOverlaps(groups, gap, bounds);
  }
  const answer: number[] = Array.from({ length: wishes.length }, () => 0);
  for (const group of groups) {
    const first = groupTop(group, gap, bounds);
    for (let i = 0; i < group.count; i += 1) {
      const item = order[group.start + i];
      if (item !== undefined) answer[item.index] = first + i * gap;
    }
  }
  return answer;
}

function groupTop(group: { total: number; count: number }, gap: number, bounds: { low: number; high: number }): number {
  const half = ((group.count - 1) * gap) / 2;
  const wanted = group.total / group.count - half;
  return Math.max(bounds.low, Math.min(wanted, bounds.high - 2 * half));
}

function mergeOverlaps(
  groups: { total: number; count: number; start: number }[],
  gap: number,
  bounds: { low: number; high: number },
): void {
  while (groups.length > 1) {
    const last = groups[groups.length - 1];
    const before = groups[groups.length - 2];
    if (last === undefined || before === undefined) return;
    if (groupTop(before, gap, bounds) + before.count * gap <= groupTop(last, gap, bounds) + 1e-9) return;
    groups.splice(-2, 2, { total: before.total + last.total, count: before.count + last.count, start: before.start });
  }
}

/** A rung placed on the page: x and width from the shares, in order of the steps. */
export interface PlacedRung {
  readonly rung: Rung;
  readonly x: number;
  readonly width: number;
}

/** Lays the rungs side by side from `left` over `width` pixels; `soften` < 1 keeps thin first steps legible (screens 5.1). */
export function placeRungs(
  rungs: readonly Rung[],
  box: { left: number; width: number; soften: number; minimum: number },
): PlacedRung[] {
  const weights = rungs.map((rung) => Math.max(rung.share, 0) ** box.soften);
  const total = weights.reduce((sum, weight) => sum + weight, 0) || 1;
  const raw = weights.map((weight) => Math.max(box.minimum, (weight / total) * box.width));
  const scale = box.width / raw.reduce((sum, width) => sum + width, 0);
  let x = box.left;
  return rungs.map((rung, index) => {
    const width = (raw[index] ?? box.minimum) * scale;
    const placed = { rung, x, width };
    x += width;
    return placed;
  });
}

/** A stair-shaped line through (x range, price) pieces, as an SVG path. */
export function staircasePath(pieces: readonly { from: number; to: number; y: number }[]): string {
  return pieces
    .map(
      (piece, index) =>
        `${index === 0 ? 'M' : 'L'}${piece.from.toFixed(1)} ${piece.y.toFixed(1)}H${piece.to.toFixed(1)}`,
    )
    .join('');
}

/** Round numbers for horizontal grid lines: at most `count` values between low and high. */
export function gridPrices(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power * 10;
  const values: number[] = [];
  for (let price = Math.ceil(low / step) * step; price <= high; price += step) values.push(price);
  return values;
}
