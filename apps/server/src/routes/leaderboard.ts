// The five most profitable members of the last 30 days, computed once a minute for everybody.
import { contractLimits, routes, type Leaderboard, type LeaderboardItem } from '@rondo/contract';
import type { LeaderboardRow } from '@rondo/store';
import { serve } from '../api/serve.ts';
import { serverLimits } from '../limits.ts';
import type { Parts, Serving } from '../parts.ts';
import { createSharedAnswer } from '../shared-answer.ts';

const dayMs = 24 * 60 * 60 * 1_000;

export function serveLeaderboard(serving: Serving, parts: Parts): void {
  const shared = createSharedAnswer<Leaderboard>({
    clock: parts.clock,
    maxAgeMs: serverLimits.leaderboardMs,
    maxKeys: 1,
    isKeepable: () => true,
    ask: async () => {
      const now = parts.clock.now();
      const rows = await parts.store.history.leaderboard({
        sinceAt: now - contractLimits.leaderboardDays * dayMs,
        untilAt: now,
        limit: contractLimits.leaderboardRows,
      });
      return { items: rows.map((row) => toItem(row, parts.venue === 'sandbox')), updated_at: now };
    },
  });
  serve(serving, routes.leaderboard, () => shared('best'));
}

function toItem(row: LeaderboardRow, isSimulated: boolean): LeaderboardItem {
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
    simulated: isSimulated,
  };
}

/** `ab***@g***`: decisions.md 20. */
function maskEmail(email: string): string {
  const [name = '', domain = ''] = email.split('@');
  return `${name.slice(0, 2)}***@${domain.slice(0, 1)}***`;
}

/** First two letters or digits in capitals; "US" when there are none. Source: spec section 2, leaderboard card. */
function initialsOf(name: string): string {
  const letters = name.match(/[a-z0-9]/gi) ?? [];
  return letters.length === 0 ? 'US' : letters.slice(0, 2).join('').toUpperCase();
}
