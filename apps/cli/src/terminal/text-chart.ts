// Draws a chart of block characters for a terminal of 80 columns.

const size = { columns: 60, rows: 8 } as const;
const eighths = [' ', '▁', '▂', '▃', '▄', '▅', '▆', '▇', '█'] as const;

/** Returns the lines of an area chart with labels for the highest and the lowest value. Returns no lines for fewer than two values. */
export function textChart(values: readonly number[]): readonly string[] {
  if (values.length < 2) return [];
  const points = sampled(values, Math.min(size.columns, values.length));
  const [low, high] = [Math.min(...points), Math.max(...points)];
  const labels = [high.toFixed(2), low.toFixed(2)];
  const width = Math.max(...labels.map((label) => label.length));
  const heights = points.map((value) =>
    high === low ? 1 : 1 + Math.round(((value - low) / (high - low)) * (size.rows * 8 - 1)),
  );
  return Array.from({ length: size.rows }, (_, row) => {
    const floor = (size.rows - 1 - row) * 8;
    const label = row === 0 ? labels[0] : row === size.rows - 1 ? labels[1] : '';
    const cells = heights.map((height) => eighths[Math.max(0, Math.min(8, height - floor))] ?? ' ');
    return `${(label ?? '').padStart(width)} |${cells.join('')}`.trimEnd();
  });
}

/** Returns `count` evenly spaced values, including the first and the last value. */
function sampled(values: readonly number[], count: number): readonly number[] {
  return Array.from({ length: count }, (_, index) => {
    const at = Math.round((index * (values.length - 1)) / (count - 1));
    return values[at] ?? 0;
  });
}
