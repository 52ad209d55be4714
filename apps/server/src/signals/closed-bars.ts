// Reads the closed bars up to a bar that has just closed. A bar is used only when the exchange has closed it, no bar before it is missing, and no bar has changed since it was read.
import type { Clock } from '@rondo/engine/ports';
import { signalBars, type Bar, type SignalBar } from '@rondo/signals';
import { serverLimits } from '../limits.ts';
import type { Market, MarketCandle } from '../market/market.ts';

/** A closed bar with its open. */
export interface ClosedBar extends Bar {
  readonly open: number;
}

/** The bars of an instrument that end with the bar that closed at `closedAt`. */
export interface BarsQuery {
  readonly instrumentId: string;
  readonly bar: SignalBar;
  readonly closedAt: number;
  /** No attempt begins after this time. */
  readonly until: number;
}

/** `missed` means that the bar did not arrive in time, or that bars before it are missing. `changed` means that the exchange returned another price for a closed bar. */
export type BarsResult =
  | { readonly ok: true; readonly bars: readonly ClosedBar[] }
  | { readonly ok: false; readonly why: 'missed' | 'changed' };

export interface ClosedBars {
  /** Returns the bars, oldest first: the last `signalWindowBars`, or all bars since the listing of the instrument or since the last missing bar. */
  read(query: BarsQuery): Promise<BarsResult>;
}

/** Creates the reads. The bars of the series in use are cached, so each further bar needs one small request. */
export function createClosedBars(deps: {
  readonly clock: Clock;
  readonly market: Pick<Market, 'pastCandles'>;
}): ClosedBars {
  const { clock, market } = deps;
  const cached = new Map<string, readonly MarketCandle[]>();
  const attempt = async (query: BarsQuery): Promise<'changed' | readonly MarketCandle[] | null> => {
    const { instrumentId, bar, closedAt } = query;
    const barMs = signalBars[bar];
    const name = `${instrumentId} ${bar}`;
    const known = cached.get(name) ?? [];
    const lastAt = known.at(-1)?.at ?? Number.NEGATIVE_INFINITY;
    if (lastAt === closedAt - barMs) return known;
    const isNear = lastAt < closedAt && closedAt - lastAt <= serverLimits.signalOverlapBars * barMs;
    const bars = isNear ? serverLimits.signalOverlapBars : serverLimits.signalWindowBars;
    const span = { fromAt: closedAt - bars * barMs, toAt: closedAt };
    const read = await market.pastCandles({ instrumentId, bar, ...span, isForBots: true });
    if (!read.ok) return null;
    const fresh = lastSegment(read.value, barMs);
    if (fresh.at(-1)?.at !== closedAt - barMs) return null;
    // The exchange may send a missing bar later, so bars after a gap are not cached, and the next read asks for all bars.
    if (!isNear) return hasGap(read.value, fresh) ? fresh : remember(cached, name, fresh);
    const joined = join(known, fresh);
    if (joined !== null && !hasGap(joined, lastSegment(joined, barMs))) return remember(cached, name, joined);
    cached.delete(name);
    return joined === null ? 'changed' : null;
  };
  const readOnce = async (query: BarsQuery): Promise<BarsResult> => {
    for (let tried = 1; ; tried += 1) {
      const found = await attempt(query);
      if (found === 'changed') return { ok: false, why: 'changed' };
      if (found !== null) return { ok: true, bars: found.map(toBar) };
      const pauseMs = serverLimits.signalPauseMs * tried;
      if (tried === serverLimits.signalAttempts || clock.now() + pauseMs > query.until)
        return { ok: false, why: 'missed' };
      await new Promise<void>((resolve) => void clock.after(pauseMs, resolve));
    }
  };
  // The readers of one bar share its read.
  const running = new Map<string, Promise<BarsResult>>();
  return {
    read(query) {
      const name = `${query.instrumentId} ${query.bar} ${query.closedAt}`;
      const read = running.get(name) ?? readOnce(query).finally(() => running.delete(name));
      running.set(name, read);
      return read;
    },
  };
}

function remember(
  cached: Map<string, readonly MarketCandle[]>,
  name: string,
  bars: readonly MarketCandle[],
): readonly MarketCandle[] {
  const kept = bars.slice(-serverLimits.signalWindowBars);
  // The series that was used last is the last key, and the series that was not used for the longest time is dropped first.
  cached.delete(name);
  cached.set(name, kept);
  const [oldest] = cached.keys();
  if (cached.size > serverLimits.signalSeries && oldest !== undefined) cached.delete(oldest);
  return kept;
}

/** Returns the last bars between which no bar is missing. A doubled bar is used once. */
function lastSegment(bars: readonly MarketCandle[], barMs: number): readonly MarketCandle[] {
  const sorted = [...new Map(bars.map((bar) => [bar.at, bar])).values()].toSorted((a, b) => a.at - b.at);
  let from = sorted.length - 1;
  while (from > 0 && (sorted[from]?.at ?? 0) - (sorted[from - 1]?.at ?? 0) === barMs) from -= 1;
  return sorted.slice(Math.max(from, 0));
}

function hasGap(bars: readonly MarketCandle[], segment: readonly MarketCandle[]): boolean {
  return new Set(bars.map(({ at }) => at)).size > segment.length;
}

/** Returns the known bars followed by the new bars, or null when a bar of both is not equal. */
function join(known: readonly MarketCandle[], fresh: readonly MarketCandle[]): readonly MarketCandle[] | null {
  const byTime = new Map(known.map((bar) => [bar.at, bar]));
  for (const bar of fresh) {
    const before = byTime.get(bar.at);
    if (before !== undefined && pricesOf(before) !== pricesOf(bar)) return null;
    byTime.set(bar.at, bar);
  }
  return [...byTime.values()];
}

function pricesOf({ open, high, low, close }: MarketCandle): string {
  return [open, high, low, close].join(' ');
}

function toBar({ at, open, high, low, close }: MarketCandle): ClosedBar {
  return { openedAt: at, open: Number(open), high: Number(high), low: Number(low), close: Number(close) };
}
