// The step chart of the cumulative realised profit with a zero line. The bot with the largest loss is labelled, and a dotted line adds what is not realised yet.
import { useId, useLayoutEffect, useRef, useState } from 'react';
import { useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { dateTicksOf, stairPath, ticksOf, type CurvePoint, type HistoryPoint } from './history-curve.ts';
import { useUtcDay } from './use-utc-day.ts';

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

/** The open positions at the end of a curve: their unrealised result, and the last total together with it. Both are in USDT. */
export type OpenResult = { readonly amount: string; readonly total: string };

export type HistoryChartProps = {
  readonly points: readonly CurvePoint[];
  /** The total at the left end of the curve. */
  readonly start?: number;
  readonly from: number;
  readonly to: number;
  /** The bot whose name and loss are written beside its point. */
  readonly worst?: HistoryPoint | null;
  /** What a dotted line adds to the end of the curve. */
  readonly open?: OpenResult | null;
};

const computeLayout = ({ points, start = 0, from, to, open }: HistoryChartProps, width: number) => {
  const isNarrow = width < 480;
  const height = isNarrow ? 120 : 180;
  const bottom = height - 26;
  const totals = points.map((point) => Number(point.total));
  const last = totals.at(-1) ?? start;
  const withOpen = Number(open?.total ?? last);
  const lowest = Math.min(0, start, ...totals);
  const highest = Math.max(0, start, ...totals);
  // The axis has room for the dotted line, too.
  const low = Math.min(lowest, withOpen);
  const high = Math.max(highest, withOpen);
  const span = high - low || 1;
  const right = width - axisWidth;
  const x = (at: number): number => Math.round(((at - from) / Math.max(1, to - from)) * right * 10) / 10;
  const y = (value: number): number =>
    Math.round((padding + ((high - value) / span) * (bottom - padding * 2)) * 10) / 10;
  const zero = y(0);
  const stairs = stairPath([
    { x: 0, y: y(start) },
    ...points.map((point) => ({ x: x(point.at), y: y(Number(point.total)) })),
    { x: right, y: y(last) },
  ]);
  return {
    isNarrow,
    height,
    lowest,
    highest,
    low,
    high,
    right,
    x,
    y,
    zero,
    stairs,
    area: `${stairs}V${zero}H0Z`,
    last,
    withOpen,
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

/** The words of the dotted line. */
const useOpenText = (): ((open: OpenResult) => string) => {
  const t = useT();
  const format = useFormat();
  return (open) => t('history.withUnrealised', { amount: format.signedMoney(open.total) });
};

/** The dotted line from the realised result to the result with the open positions. In a narrow chart its words have no room and are below the chart. */
const OpenEnd = ({ open, layout }: { readonly open: OpenResult; readonly layout: Layout }) => {
  const openText = useOpenText();
  const { isNarrow, right, y, last, withOpen } = layout;
  const end = y(withOpen);
  return (
    <>
      <path d={`M${right} ${y(last)}V${end}`} className="curve-open" />
      <circle cx={right} cy={end} r="3" className="curve-end" />
      {isNarrow ? null : (
        <text x={right - 8} y={Math.max(12, end - 6)} textAnchor="end">
          {openText(open)}
        </text>
      )}
    </>
  );
};

export const HistoryChart = ({ points, start = 0, from, to, worst = null, open = null }: HistoryChartProps) => {
  const t = useT();
  const format = useFormat();
  const utcDay = useUtcDay();
  const openText = useOpenText();
  const id = useId();
  const { box, width } = useWidth();
  const layout = computeLayout({ points, start, from, to, open }, width);
  const { isNarrow, height, lowest, highest, right, y, zero, stairs, area, last } = layout;
  const realised = t('history.curveSummary', {
    from: utcDay(from),
    to: utcDay(to - 1),
    last: format.signedMoney(points.at(-1)?.total ?? '0'),
    high: format.signedMoney(String(highest)),
    low: format.signedMoney(String(lowest)),
  });
  const unrealised = `${t('bots.unrealised')}${format.colon}${format.signedMoney(open?.amount ?? '0')}\u00a0USDT`;
  const summary = format.sentences([realised, open === null ? null : unrealised]);
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
        {open === null ? null : <OpenEnd open={open} layout={layout} />}
        {worst === null || isNarrow ? null : <WorstLabel worst={worst} layout={layout} />}
        {dateTicksOf({ from, to, most: isNarrow ? 2 : 6 }).map(({ part, at }) => (
          <text
            key={part}
            x={part * right}
            y={height - 4}
            textAnchor={part === 0 ? 'start' : part === 1 ? 'end' : 'middle'}
          >
            {utcDay(at)}
          </text>
        ))}
      </svg>
      {open === null || !isNarrow ? null : <p className="muted small">{openText(open)}</p>}
    </div>
  );
};
