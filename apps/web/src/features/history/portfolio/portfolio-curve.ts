// Computes the curve of all bots together, finished and running. All sums are exact.
import type { BotWire, Portfolio } from '@rondo/contract';
import { add, decimal, formatDecimal, subtract, sumDecimals, zero } from '@rondo/decimal';
import type { OpenResult } from '../history-chart.tsx';
import type { CurvePoint } from '../history-curve.ts';
import { dayMs } from '../day-ms.ts';

/** A day with a result. `total` is the running total after the day. */
export type PortfolioPoint = CurvePoint & { readonly day: string; readonly realised: string };

/** Returns the days with their running totals, oldest first. The result of a day counts at the end of the day. */
export const portfolioCurveOf = (days: Portfolio['days']): readonly PortfolioPoint[] => {
  let total = zero;
  return days.map(({ day, realised }) => {
    total = add(total, decimal(realised));
    return { day, realised, at: Date.parse(day) + dayMs, total: formatDecimal(total) };
  });
};

/**
 * Returns the unrealised result of the running bots: their whole result less what the exchange has booked. A bot that is in one of the lists only is
 * left out until both are fetched again. Returns null without running bots, and while the price of a position is unknown.
 */
export const openResultOf = (
  { days, running }: Portfolio,
  bots: readonly Pick<BotWire, 'id' | 'current_pnl' | 'unrealised_pnl'>[],
): OpenResult | null => {
  const booked = new Map(running.map((each) => [each.bot_id, decimal(each.booked)]));
  const known = bots.filter(({ id }) => booked.has(id));
  if (known.length === 0 || known.some((bot) => bot.unrealised_pnl === null)) return null;
  const amount = known.reduce(
    (sum, bot) => add(sum, subtract(decimal(bot.current_pnl), booked.get(bot.id) ?? zero)),
    zero,
  );
  const realised = sumDecimals(days.map((day) => decimal(day.realised)));
  return { amount: formatDecimal(amount), total: formatDecimal(add(realised, amount)) };
};
