// The routes of the public data of the landing page: testimonials of users who consented, the places of the plan, the demo account and the replays.
import { contractLimits, routes, type PlanSlots, type Testimonial, type TestimonialList } from '@rondo/contract';
import type { ShownBot } from '@rondo/store';
import { serve } from '../api/serve.ts';
import { ratioToPercentNumber } from '../bots/bot-config.ts';
import { showReadable } from '../bots/readable-bots.ts';
import { readStoredBot } from '../bots/stored-bot.ts';
import { serverLimits } from '../limits.ts';
import { hasAtrDistance } from '../signals/distance-reading.ts';
import type { Router } from '../api/router.ts';
import type { AppContext } from '../app-context.ts';
import { computeReplays, type ComputedReplays } from './replays.ts';
import { createReadCache } from '../async/read-cache.ts';

const dayMs = 24 * 60 * 60 * 1_000;

/** The margin of the simulated account, which has no bot. */
const demoAccount = {
  account_id: 'demo',
  total: contractLimits.demoBalance,
  reserved_total: '0',
  covered_loss: '0',
  available: contractLimits.demoBalance,
  reserved: [],
  foreign_positions: [],
  foreign_margin: '0',
  simulated: true as const,
};

/** Serves /api/testimonials, /api/plan, /api/help, /api/demo/account and the consent (decisions 20, 26). */
export function serveShowcase(router: Router, context: AppContext): void {
  const { store, clock, promotions } = context;
  const once = { clock, maxAgeMs: serverLimits.showcaseMs, maxKeys: 1 };

  const testimonials = createReadCache<TestimonialList>({
    ...once,
    read: async () => {
      if (!promotions.includes('testimonials')) return { items: [] };
      const shown = (await store.history.shown(contractLimits.testimonials, dayMs)).filter(hasOneDistance);
      return { items: showReadable(context, shown, { idOf: ({ botId }) => botId, show: toTestimonial }) };
    },
  });
  serve(router, routes.testimonials, () => testimonials('all'));

  const plan = createReadCache<PlanSlots>({
    ...once,
    read: async () => ({
      is_shown: promotions.includes('slots'),
      price: '0',
      currency: 'USDT' as const,
      total_slots: context.planSlots,
      remaining_slots: Math.max(0, context.planSlots - (await store.history.approvedMembers())),
    }),
  });
  serve(router, routes.plan, () => plan('all'));

  serve(router, routes.help, async () => context.help);

  const replays = createReadCache<ComputedReplays>({
    clock,
    maxAgeMs: ageOf,
    maxKeys: 1,
    read: () => computeReplays(context),
  });
  serve(router, routes.replays, async () => (await replays('all')).replays);

  serve(router, routes.demoAccount, async () => ({ ...demoAccount, venue: context.venue, at: clock.now() }));

  serve(router, routes.testimonialConsent, async ({ caller }) => ({
    consents: await store.history.testimonialConsent(caller.user.id),
  }));

  serve(router, routes.setTestimonialConsent, async ({ caller, body }) => {
    await store.history.setTestimonialConsent(caller.user.id, body.consents, clock.now());
    return body;
  });
}

/**
 * Returns for how long replays are cached. When a pair could not be read, they must not be cached for twelve hours. Replays without rounds usually mean that no candles could be read. Visitors can
 * ask again and again then, so these replays are cached too, for a short time.
 */
function ageOf({ isWhole, replays: { finished, fall } }: ComputedReplays): number {
  if (finished === null && fall === null) return serverLimits.emptyReplaysMs;
  return isWhole ? serverLimits.replaysMs : serverLimits.incompleteLeaderboardMs;
}

/** A testimonial has one step distance, and each round of a bot with a distance from ATR has its own. */
function hasOneDistance(bot: ShownBot): boolean {
  return !hasAtrDistance(bot);
}

function toTestimonial(bot: ShownBot): Testimonial {
  const { config } = readStoredBot(bot);
  return {
    user_name: `${Array.from(bot.userName)[0] ?? ''}***`,
    symbol: bot.instrumentId,
    direction: bot.direction === 'long' ? 'LONG' : 'SHORT',
    duration_days: Math.round((bot.endedAt - bot.firstFillAt) / dayMs),
    martin_steps: config.martinSteps,
    cycle_steps: config.cyclicSteps,
    step_distance: ratioToPercentNumber(config.stepDistance),
    take_profit: ratioToPercentNumber(config.takeProfit),
    take_profit_count: bot.rounds + bot.cycles,
    net_profit: bot.netPnl,
    simulated: bot.isSimulated,
  };
}
