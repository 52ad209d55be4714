// The step chart of the cumulative realised profit with a zero line. The bot with the largest loss is labelled.
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { dateTicksOf, stairPath, ticksOf, type HistoryPoint } from './history-curve.ts';

const firstWidth = 872;
const axisWidth = 60;
const padding = 14;

const useWidth = () => {
  const box = useRef<HTMLDivElement>(null);
  const [width, setWidth] = useState(firstWidth);
  useLayoutEffect(() => {
    if (box.current === null) return undefined;
    const observer = new ResizeObserver(([entry]) =>
      setWidth(Math.max(240, Math.floor(entry?.contentRect.width ?? firstWidth))),
    );
    observer.observe(box.current);
    return () => observer.disconnect();
  }, []);
  return { box, width };
};

export type HistoryChartProps = {
  readonly points: readonly HistoryPoint[];
  readonly from: number;
  readonly to: number;
  /** The result of the running bots in USDT, which a dotted line adds to the end of the curve. Null without running bots. */
  readonly running: string | null;
};

const computeLayout = ({ points, from, to, running }: HistoryChartProps, width: number) => {
  const isNarrow = width < 480;
  const height = isNarrow ? 120 : 180;
  const bottom = height - 26;
  const totals = points.map((point) => Number(point.total));
  const last = totals.at(-1) ?? 0;
  const withRunning = last + Number(running ?? 0);
  const low = Math.min(0, ...totals, withRunning);
  const high = Math.max(0, ...totals, withRunning);
  const span = high - low || 1;
  const right = width - axisWidth;
  const x = (at: number): number => Math.round(((at - from) / Math.max(1, to - from)) * right * 10) / 10;
  const y = (value: number): number =>
    Math.round((padding + ((high - value) / span) * (bottom - padding * 2)) * 10) / 10;
  const zero = y(0);
  const stairs = stairPath([
    { x: 0, y: zero },
    ...points.map((point) => ({ x: x(point.at), y: y(Number(point.total)) })),
    { x: right, y: y(last) },
  ]);
  const worst = points.reduce<HistoryPoint | null>(
    (found, point) => (Number(point.item.total_profit) < Number(found?.item.total_profit ?? 0) ? point : found),
    null,
  );
  return {
    isNarrow,
    height,
    low,
    high,
    right,
    x,
    y,
    zero,
    stairs,
    area: `${stairs}V${zero}H0Z`,
    worst,
    last,
    withRunning,
  };
};

type Layout = ReturnType<typeof computeLayout>;

/** The horizontal lines at round amounts with their labels. The zero line has a stronger colour than the other lines. */
const AmountGrid = ({ layout, width }: { readonly layout: Layout; readonly width: number }) => {
  const format = useFormat();
  const { low, high, right, y } = layout;
  return ticksOf(low, high).map((tick) => (
    <g key={tick}>
      <line x1="0" x2={right} y1={y(tick)} y2={y(tick)} className={tick === 0 ? 'curve-zero' : 'curve-grid'} />
      <text x={width - 4} y={y(tick) + 4} textAnchor="end" className={tick === 0 ? 'curve-strong' : undefined}>
        {format.signedMoney(String(tick)).replace(/[.,]00$/, '')}
      </text>
    </g>
  ));
};

/** The name and the result of the worst bot, beside its point on the curve. */
const WorstLabel = ({ worst, layout }: { readonly worst: HistoryPoint; readonly layout: Layout }) => {
  const format = useFormat();
  const x = layout.x(worst.at);
  const isAtRight = x > layout.right / 2;
  return (
    <text
      x={x + (isAtRight ? -8 : 8)}
      y={Math.max(12, layout.y(Number(worst.total)) - 8)}
      textAnchor={isAtRight ? 'end' : 'start'}
      className={worst.item.end_reason === 'liquidated' ? 'curve-danger' : undefined}
    >
      {`${worst.item.title} ${format.signedMoney(worst.item.total_profit)}`}
    </text>
  );
};

/** The dotted line from the finished bots to the result with the running bots. */
const RunningEnd = ({ layout }: { readonly layout: Layout }) => {
  const t = useT();
  const format = useFormat();
  const { right, y, last, withRunning } = layout;
  const end = y(withRunning);
  return (
    <>
      <path d={`M${right} ${y(last)}V${end}`} className="curve-running" />
      <circle cx={right} cy={end} r="3" className="curve-end" />
      <text x={right - 8} y={Math.max(12, end - 6)} textAnchor="end">
        {t('history.withRunning', { amount: format.signedMoney(withRunning.toFixed(2)) })}
      </text>
    </>
  );
};

export const HistoryChart = ({ points, from, to, running }: HistoryChartProps) => {
  const t = useT();
  const format = useFormat();
  const id = useId();
  const { box, width } = useWidth();
  const layout = computeLayout({ points, from, to, running }, width);
  const { isNarrow, height, low, high, right, y, zero, stairs, area, worst, last } = layout;
  const summary = t('history.curveSummary', {
    from: format.day(from),
    to: format.day(to - 1),
    last: format.signedMoney(points.at(-1)?.total ?? '0'),
    high: format.signedMoney(String(high)),
    low: format.signedMoney(String(low)),
  });
  return (
    <div ref={box} className="history-chart">
      <svg role="img" aria-label={summary} width={width} height={height} viewBox={`0 0 ${width} ${height}`}>
        <defs>
          <clipPath id={`${id}-above`}>
            <rect x="0" y="0" width={right} height={zero} />
          </clipPath>
          <clipPath id={`${id}-below`}>
            <rect x="0" y={zero} width={right} height={height} />
          </clipPath>
        </defs>
        <AmountGrid layout={layout} width={width} />
        <path d={area} clipPath={`url(#${id}-above)`} className="curve-above" />
        <path d={area} clipPath={`url(#${id}-below)`} className="curve-below" />
        <path d={stairs} className="curve-line" />
        {points.length === 0 ? null : <circle cx={right} cy={y(last)} r="3" className="curve-end" />}
        {running === null ? null : <RunningEnd layout={layout} />}
        {worst === null || isNarrow ? null : <WorstLabel worst={worst} layout={layout} />}
        {dateTicksOf({ from, to, most: isNarrow ? 2 : 6 }).map(({ part, at }) => (
          <text
            key={part}
            x={part * right}
            y={height - 4}
            textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
          >
            {format.day(at)}
          </text>
        ))}
      </svg>
    </div>
  );
};
