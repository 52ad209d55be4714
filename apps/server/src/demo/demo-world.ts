// Fills the demo world: the history of the members and one running bot of the demo member. The demo world is filled only once. After an
// interruption the next start creates the missing parts.
import { contractLimits, createBotRequestSchema, type CreateBotRequest } from '@rondo/contract';
import { multiply, decimal, formatDecimal } from '@rondo/decimal';
import type { UserRecord } from '@rondo/store';
import { createBot } from '../bots/create-bot.ts';
import { causeOf } from '../ops/log.ts';
import type { AppContext } from '../app-context.ts';
import { insertDemoHistory, type DemoMarket } from './demo-history.ts';
import type { DemoPeople } from './demo-people.ts';

/** The instruments of the history of the members. The demo bot uses SOL, so that a person who tries the demo can create bots on ETH and BTC. */
const historyInstruments = ['ETH-USDT-SWAP', 'BTC-USDT-SWAP', 'SOL-USDT-SWAP', 'XRP-USDT-SWAP', 'ADA-USDT-SWAP'];
const demoBot = { instrument: 'SOL-USDT-SWAP', allocation: '3000', ratio: '0.5', leverage: 5 } as const;
/**
 * The bar of the candles. 30 days have 2,880 candles of 15 minutes. This number is small enough for a fast start, and in 15 minutes the price seldom passes
 * several steps of a ladder.
 */
const historyBar = '15m';
const historyBars = contractLimits.leaderboardDays * 24 * 4;

/** Creates the missing parts of the demo world. Throws when the sandbox does not respond, and the caller tries again. */
async function fillDemoWorld(context: AppContext, people: DemoPeople, seed: number): Promise<void> {
  if ((await context.store.settings.get('demo.history')) !== 'done') {
    const markets = await readMarkets(context);
    const [first, ...rest] = markets;
    if (first === undefined) throw new Error('The sandbox lists none of the demo instruments.');
    const users: readonly UserRecord[] = [people.member, ...people.others];
    const inserted = await insertDemoHistory(context.store, { seed, users, markets: [first, ...rest] });
    context.log.write('info', 'demo.history', { inserted });
    await context.store.settings.set('demo.history', 'done');
  }
  if ((await context.store.settings.get('demo.bot')) !== 'done') {
    await startDemoBot(context, people.member);
    await context.store.settings.set('demo.bot', 'done');
  }
}

/** Returns null when everything exists, otherwise the message of the failure. */
export async function tryFillDemoWorld(context: AppContext, people: DemoPeople, seed: number): Promise<string | null> {
  try {
    await fillDemoWorld(context, people, seed);
    return null;
  } catch (error) {
    context.log.write('warn', 'demo.deferred', { cause: causeOf(error) });
    return causeOf(error);
  }
}

async function readMarkets(context: AppContext): Promise<readonly DemoMarket[]> {
  const listings = await context.market.listings();
  if (!listings.ok) throw new Error(`instruments: ${listings.cause}`);
  const markets: DemoMarket[] = [];
  for (const instrumentId of historyInstruments) {
    const listing = listings.value.get(instrumentId);
    if (listing === undefined) continue;
    const candles = await context.market.candles({ instrumentId, bar: historyBar, limit: historyBars });
    if (!candles.ok) throw new Error(`The candles of ${instrumentId} could not be read: ${candles.cause}`);
    markets.push({ rules: listing.rules, candles: candles.value });
  }
  return markets;
}

/** Creates the demo bot with `createBot`, which makes all checks of a creation. The bot uses less than half of the margin of the account. */
async function startDemoBot(context: AppContext, user: UserRecord): Promise<void> {
  const { instrument, allocation, ratio, leverage } = demoBot;
  const total = multiply(multiply(decimal(allocation), decimal(ratio)), decimal(String(leverage)));
  const request: CreateBotRequest = {
    size_ratio: ratio,
    basic: {
      symbol: instrument,
      direction: 'long',
      leverage,
      margin_type: 'cross',
      max_total_size: formatDecimal(total),
      auto_reentry: { enabled: true, budget_type: 'percentage' },
    },
    entry: {
      type: 'market',
      count: 4,
      auto_amount: true,
      data: [],
      ai_style: 'aggressive',
      risk_management: { enabled: true, step: 2, trigger_type: 'immediate', ai_trigger_style: 'boost' },
      step_distance: '0.3',
    },
    exit: { take_profit: '0.3', stop_loss: { enabled: false, value: 0, on_bot_end: false } },
    metadata: { name: 'Demo ladder', description: 'Runs in the sandbox with simulated money.' },
  };
  const accounts = await context.store.accounts.listByUser(user.id);
  const order = { request: createBotRequestSchema.parse(request), idempotencyKey: 'demo-world-bot' };
  await createBot(context, { user, accounts, ...order });
}
