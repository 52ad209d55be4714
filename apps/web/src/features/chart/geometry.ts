// Geometry of the ladder charts: scales, label positions and staircase paths. All numbers are floats, because they are for drawing only.

/** One rung of the charts. `share` is its share of the whole position, and the sum of all shares is 1. The price is for drawing only. */
export interface Rung {
  readonly step: number;
  readonly price: number;
  readonly share: number;
  readonly cyclic: boolean;
  readonly state: 'now' | 'filled' | 'skipped' | 'next' | 'resting' | 'waiting';
  readonly blocked: boolean; // true when the margin is too small for the rung, or the rung is beyond the liquidation price
}

/** A price scale. `y` returns the distance from the top of the chart in px. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly y: (price: number) => number;
}

/** Returns a linear scale with a margin above the highest and below the lowest price. `pad` is the margin as a fraction of the span. When all prices are equal, one percent of the price is the span. */
export function makeScale(prices: readonly number[], box: { top: number; bottom: number; pad: number }): Scale {
  const finite = prices.filter((price) => Number.isFinite(price));
  const min = finite.length === 0 ? 0 : Math.min(...finite);
  const max = finite.length === 0 ? 1 : Math.max(...finite);
  const span = max - min || Math.max(Math.abs(max) * 0.01, 1e-9);
  const low = min - span * box.pad;
  const high = max + span * box.pad;
  return { low, high, y: (price) => box.top + ((high - price) / (high - low)) * (box.bottom - box.top) };
}

/**
 * Returns positions for the centres of labels. The positions are at least `gap` px apart, inside the bounds, in the order of the desired
 * positions, and close to the desired positions.
 */
export function spreadLabels(desired: readonly number[], gap: number, bounds: { low: number; high: number }): number[] {
  const order = desired
    .map((center, index) => ({ center, index }))
    .sort((a, b) => a.center - b.center || a.index - b.index);
  type Group = { total: number; count: number; start: number };
  const groups: Group[] = [];
  for (const [position, item] of order.entries()) {
    groups.push({ total: item.center - 0, count: 1, start: position });
    mergeOverlaps(groups, gap, bounds);
  }
  const positions: number[] = Array.from({ length: desired.length }, () => 0);
  for (const group of groups) {
    const first = groupTop(group, gap, bounds);
    for (let i = 0; i < group.count; i += 1) {
      const item = order[group.start + i];
      if (item !== undefined) positions[item.index] = first + i * gap;
    }
  }
  return positions;
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

/** A rung with its x coordinate and its width in px. */
export interface PlacedRung {
  readonly rung: Rung;
  readonly x: number;
  readonly width: number;
}

/** Places the rungs side by side, starting at `left`. Their total width is `width` px. A value of `soften` below 1 makes narrow rungs wider (screens 5.1). */
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

/** Returns the SVG path of a line that connects horizontal pieces with vertical steps. */
export function staircasePath(pieces: readonly { from: number; to: number; y: number }[]): string {
  return pieces
    .map(
      (piece, index) =>
        `${index === 0 ? 'M' : 'L'}${piece.from.toFixed(1)} ${piece.y.toFixed(1)}H${piece.to.toFixed(1)}`,
    )
    .join('');
}

/** Returns about `count` round values between `low` and `high` for horizontal grid lines. */
export function gridPrices(low: number, high: number, count: number): number[] {
  const rough = (high - low) / Math.max(count, 1);
  if (!(rough > 0)) return [];
  const power = 10 ** Math.floor(Math.log10(rough));
  const step = [1, 2, 5, 10].map((factor) => factor * power).find((candidate) => candidate >= rough) ?? power * 10;
  const values: number[] = [];
  for (let price = Math.ceil(low / step) * step; price <= high; price += step) values.push(price);
  return values;
}
