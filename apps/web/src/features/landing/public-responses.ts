// Fetches the public responses of the landing page without the API client. The parsers are hand-written, so that the bundle is small.
import { createContext, use, useEffect, useState } from 'react';
import type { routes } from '@rondo/contract';
import { flag, listOf, number, oneOf, record, text, type Parse } from '../../lib/parsers.ts';

/** The largest lengths of lists that the parsers accept. The server returns shorter lists. */
const most = { rows: 20, names: 200, results: 1_000 };

export const parseLeaderboard = record({
  items: listOf(
    record({
      initials: text(),
      total_profit_30d: text(1),
      active_days_30d: number,
      active_bots: listOf(record({ symbol: text(), round: number }), most.names),
      created_symbols: listOf(text(), most.names),
      simulated: flag,
    }),
    most.rows,
  ),
  results: listOf(text(1), most.results),
  denominators: record({ accounts: number, lost: number, median_profit_30d: text(1) }),
  updated_at: number,
});

export const parsePlan = record({
  is_shown: flag,
  price: text(1),
  currency: oneOf('USDT'),
  total_slots: number,
  remaining_slots: number,
});

export const parseTestimonials = record({
  items: listOf(
    record({
      user_name: text(),
      symbol: text(),
      direction: oneOf('LONG', 'SHORT'),
      duration_days: number,
      martin_steps: number,
      cycle_steps: number,
      step_distance: number,
      take_profit: number,
      take_profit_count: number,
      net_profit: text(1),
      simulated: flag,
    }),
    most.rows,
  ),
});

type PublicRoute = 'leaderboard' | 'plan' | 'testimonials' | 'replays';
/** The paths of the routes. Their types allow only the paths in the contract's route table. */
export const publicPaths: { readonly [Name in PublicRoute]: (typeof routes)[Name]['path'] } = {
  leaderboard: '/api/leaderboard',
  plan: '/api/plan',
  testimonials: '/api/testimonials',
  replays: '/api/replays',
};

export type Loaded<Value> =
  | { readonly kind: 'loading' }
  | { readonly kind: 'failed' }
  | { readonly kind: 'loaded'; readonly value: Value };

/** The context of the function that fetches public responses. The workbench and tests replace the function. */
export const FetchContext = createContext<typeof fetch>((...request) => fetch(...request));

/** Fetches a public response once, and again when `retry` is called. `parse` must be the same function in every render. */
export const usePublic = <Value>(
  name: PublicRoute,
  parse: Parse<Value>,
): { readonly loaded: Loaded<Value>; readonly retry: () => void } => {
  const [loaded, setLoaded] = useState<Loaded<Value>>({ kind: 'loading' });
  const [attempt, setAttempt] = useState(0);
  const load = use(FetchContext);
  useEffect(() => {
    const leaving = new AbortController();
    const read = async (): Promise<void> => {
      const response = await load(publicPaths[name], { signal: leaving.signal });
      const value = response.ok ? parse(await response.json()) : undefined;
      setLoaded(value === undefined ? { kind: 'failed' } : { kind: 'loaded', value });
    };
    read().catch(() => {
      if (!leaving.signal.aborted) setLoaded({ kind: 'failed' });
    });
    return () => leaving.abort();
  }, [name, parse, attempt, load]);
  return {
    loaded,
    retry: () => {
      setLoaded({ kind: 'loading' });
      setAttempt((count) => count + 1);
    },
  };
};
