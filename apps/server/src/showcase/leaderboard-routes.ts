// The route of the leaderboard: the five members with the highest profit of the last 30 days. The list is computed every twelve hours, and all callers get this list.
import { decimal, formatDecimal } from '@rondo/decimal';
import { contractLimits, routes, type Leaderboard, type LeaderboardItem } from '@rondo/contract';
import type { LeaderboardRow } from '@rondo/store';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';
import { createReadCache } from '../async/read-cache.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** Serves GET /api/leaderboard. Every node computes the list again within a minute after a person was erased. */
export function serveLeaderboard(router: Router, context: AppContext): void {
  const shared = createReadCache<Leaderboard>({
    clock: context.clock,
    maxAgeMs: (value) => value.next_update_at - value.updated_at,
    maxKeys: 1,
    read: () => compute(context),
  });
  const erasure = createReadCache<number>({
    clock: context.clock,
    maxAgeMs: serverLimits.showcaseMs,
    maxKeys: 1,
    read: () => context.store.people.lastErasedAt(),
  });
  serve(router, routes.leaderboard, async () => shared(`since the erasure of ${await erasure('last')}`));
}

async function compute({ store, clock, health }: AppContext): Promise<Leaderboard> {
  const now = clock.now();
  const span = { sinceAt: now - contractLimits.leaderboardDays * dayMs, untilAt: now };
  const rows = await store.history.leaderboard({ ...span, limit: contractLimits.leaderboardRows });
  const standing = await store.history.standing({ ...span, bars: serverLimits.leaderboardBars });
  // While the demo world is being filled, an incomplete leaderboard must not be cached for twelve hours.
  const isComplete = (await health.all()).ready && rows.length > 0;
  return {
    items: rows.map(toItem),
    results: [...standing.results],
    denominators: {
      accounts: standing.accounts,
      lost: standing.lost,
      median_profit_30d: formatDecimal(decimal(standing.medianProfit)),
    },
    updated_at: now,
    next_update_at: now + (isComplete ? serverLimits.leaderboardMs : serverLimits.incompleteLeaderboardMs),
  };
}

function toItem(row: LeaderboardRow): LeaderboardItem {
  return {
    email: maskEmail(row.email),
    initials: initialsOf(row.name),
    total_profit_30d: row.netProfit,
    active_days_30d: row.activeDays,
    active_bots: row.activeBots.map((bot) => ({
      symbol: bot.instrumentId,
      reentry_text: `round ${bot.round}`,
      round: bot.round,
    })),
    created_symbols: [...row.instrumentIds],
    simulated: row.isSimulated,
  };
}

/** Masks an e-mail, for example as `ab***@g***` (decision 20). */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 2)}***@${domain.slice(0, 1)}***`;
}

/**
 * Returns the first two letters or digits of a name in capitals, or "US" when the name has no letter and no digit. Source: specification 2,
 * leaderboard card.
 */
function initialsOf(name: string): string {
  const characters = name.match(/[a-z0-9]/gi) ?? [];
  return characters.length === 0 ? 'US' : characters.slice(0, 2).join('').toUpperCase();
}
