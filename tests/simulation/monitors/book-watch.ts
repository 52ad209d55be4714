// Watches the live orders and the position of every market at the exchange: exits for every lot (L05), the number of replacements (L06), and
// the margin of a bot (I09).
import { formatDecimal } from '@rondo/decimal';
import type { CheckContext } from '../checks/checkers.ts';
import { slotOf } from '../checks/checkers.ts';
import type { CheckedBot } from '../checks/roster.ts';
import { isLive, type TrueFill, type TrueMarket, type TrueOrder } from '../checks/truth.ts';
import type { Bounds } from './bounds.ts';

export const exitWithinMs = 10_000;
/** A change of the position from outside is believed after at least 8 s and two readings (reliability 1.3), so its exits come later. */
export const exitAfterOutsideMs = 30_000;
const outsideLastsMs = 60_000;
/** The largest number of replacements of one slot within an hour without a fill in its market (L06). */
export const replacementsMax = 12;
const hourMs = 3_600_000;
/** The part of the budget that prices between the plan and the fill may cost. */
const marginTolerance = 1.02;

type Book = {
  readonly live: Map<string, TrueOrder>;
  /** The instants at which an order of a slot was placed or changed since the latest fill of the market. */
  readonly changes: Map<string, number[]>;
  /** The orders that were seen, with their price and size. */
  readonly shapes: Map<string, string>;
  /** The cost of the position in ticks times lots, at the planned prices. */
  cost: number;
  /** The time of the latest fill that is no fill of our orders. */
  outsideAt: number;
};

export type BookWatch = {
  changed(
    market: TrueMarket,
    change: { readonly orders: readonly TrueOrder[]; readonly fills: readonly TrueFill[] },
  ): void;
  /** Returns the live orders of a market. */
  liveOf(market: TrueMarket): readonly TrueOrder[];
  /** The rows of the budgets that a transaction has stored. */
  budgeted(botId: string, reserved: string): void;
};

type BookWatchDeps = {
  readonly context: CheckContext;
  readonly bounds: Bounds;
  /** Returns true when the exits of the bot need not cover its position, because a person enlarged the position or removed an exit, or because the bot is frozen. */
  readonly isExempt: (bot: CheckedBot) => boolean;
};

/** Returns a watch over markets without orders. */
export function createBookWatch({ context, bounds, isExempt }: BookWatchDeps): BookWatch {
  const books = new Map<TrueMarket, Book>();
  const budgets = new Map<string, number>();
  const bookOf = (market: TrueMarket): Book => {
    const known = books.get(market) ?? {
      live: new Map(),
      changes: new Map(),
      shapes: new Map(),
      cost: 0,
      outsideAt: -outsideLastsMs,
    };
    books.set(market, known);
    return known;
  };
  return {
    liveOf: (market) => [...bookOf(market).live.values()],
    budgeted: (botId, reserved) => void budgets.set(botId, Number(reserved)),
    changed(market, { orders, fills }) {
      const book = bookOf(market);
      const bot = context.roster.inMarket(market);
      if (fills.length > 0) {
        book.changes.clear();
        addCost(context, { book, market, fills });
      }
      for (const order of orders) noteOrder(context, book, order);
      if (bot === undefined) return;
      checkMargin(context, { bot, book, budget: budgets.get(bot.botId), isEnlarged: isExempt(bot) });
      const key = `L05/${bot.venueAccount}/${bot.config.instrument.id}`;
      if (fills.some((fill) => slotOf(context, fill.clOrdId) === null)) {
        book.outsideAt = context.now();
        bounds.end(key);
      }
      const isOutside = context.now() - book.outsideAt < outsideLastsMs;
      if (uncovered(bot, book) <= 0n) return bounds.end(key);
      bounds.begin(key, {
        invariant: 'L05',
        boundMs: isOutside ? exitAfterOutsideMs : exitWithinMs,
        accountId: bot.accountId,
        needsLease: true,
        awaitsProof: true,
        text: `${bot.botId} has lots without an exit`,
        isOver: () => isEnded(context, market) || isExempt(bot),
      });
    },
  };
}

function isEnded(context: CheckContext, market: TrueMarket): boolean {
  const bot = context.roster.inMarket(market);
  return bot === undefined || context.journal.views.get(bot.botId)?.status === 'completed';
}

type Filled = { readonly book: Book; readonly market: TrueMarket; readonly fills: readonly TrueFill[] };

function addCost(context: CheckContext, { book, market, fills }: Filled): void {
  let lots = market.position - fills.reduce((sum, fill) => sum + signedLots(fill), 0n);
  for (const fill of fills) {
    const after = lots + signedLots(fill);
    if (magnitude(after) > magnitude(lots))
      book.cost += Number(plannedPrice(context, market, fill) * (magnitude(after) - magnitude(lots)));
    else book.cost *= lots === 0n ? 0 : Number(magnitude(after)) / Number(magnitude(lots));
    lots = after;
  }
}

// Returns the price of a fill, or the lower limit of its order when the order is an entry of step 2 or deeper. Such an entry of a short matches
// above its limit when the price has passed the limit before the order is placed, and its size is that of the plan.
function plannedPrice(context: CheckContext, market: TrueMarket, { clOrdId, ticks }: TrueFill): bigint {
  const slot = slotOf(context, clOrdId);
  const limit = market.byClientId.get(clOrdId)?.ticks;
  return slot?.kind === 'entry' && slot.step > 1 && limit !== undefined && limit < ticks ? limit : ticks;
}

function noteOrder(context: CheckContext, book: Book, order: TrueOrder): void {
  const shape = `${order.ticks}x${order.lots}`;
  const before = book.shapes.get(order.ordId);
  if (isLive(order)) {
    book.live.set(order.ordId, order);
    book.shapes.set(order.ordId, shape);
  } else {
    book.live.delete(order.ordId);
    book.shapes.delete(order.ordId);
  }
  const slot = slotOf(context, order.clOrdId);
  if (slot === null || before === shape || !isLive(order)) return;
  const name = `${slot.botNumber}/${slot.round}/${slot.kind}/${slot.step}`;
  const now = context.now();
  const times = (book.changes.get(name) ?? []).filter((at) => at > now - hourMs);
  times.push(now);
  book.changes.set(name, times);
  // The first entry is the order itself and not a replacement.
  if (times.length > replacementsMax + 1)
    context.report({
      invariant: 'L06',
      at: now,
      text: `slot ${name} was replaced more than ${replacementsMax} times in an hour`,
    });
}

// Returns the lots of the position on the side of the bot that no live order on the other side closes.
function uncovered({ config, market }: CheckedBot, book: Book): bigint {
  const isLong = config.direction === 'long';
  const held = isLong ? market.position : -market.position;
  const exitSide = isLong ? 'sell' : 'buy';
  let open = held;
  for (const order of book.live.values()) if (order.side === exitSide) open -= order.lots - order.filledLots;
  return open;
}

// I09: the initial margin of the position and of the live entries is at most the budget of the round and one lot per step.
function checkMargin(
  context: CheckContext,
  of: {
    readonly bot: CheckedBot;
    readonly book: Book;
    readonly budget: number | undefined;
    readonly isEnlarged: boolean;
  },
): void {
  const { bot, book, budget, isEnlarged } = of;
  if (budget === undefined || isEnlarged) return;
  const { config } = bot;
  const entrySide = config.direction === 'long' ? 'buy' : 'sell';
  let tickLots = book.cost;
  let highest = 0;
  for (const order of book.live.values()) {
    if (order.side !== entrySide || order.ticks === undefined || !isSent(context, order)) continue;
    tickLots += Number(order.ticks * (order.lots - order.filledLots));
    highest = Math.max(highest, Number(order.ticks));
  }
  const { tickSz, lotSz, ctVal } = config.instrument;
  const unit = Number(formatDecimal(tickSz)) * Number(formatDecimal(lotSz)) * Number(formatDecimal(ctVal));
  const share = Number(config.investmentRatio.n) / Number(config.investmentRatio.d);
  const planned = budget * share * Number(formatDecimal(config.leverage)) * marginTolerance;
  const most = planned + highest * config.martinSteps * unit;
  // A bot whose loss is larger than its allocation has a negative budget and no order.
  if (tickLots > 0 && tickLots * unit > most)
    context.report({
      invariant: 'I09',
      at: context.now(),
      text: `${bot.botId} has orders and a position of ${tickLots * unit} USDT, but its budget allows ${most}`,
    });
}

function signedLots(fill: TrueFill): bigint {
  return fill.side === 'buy' ? fill.lots : -fill.lots;
}

function magnitude(value: bigint): bigint {
  return value < 0n ? -value : value;
}

// An order of the owner and an orphan order have no intent.
function isSent({ journal }: CheckContext, { clOrdId }: TrueOrder): boolean {
  return journal.placesByClientId.has(clOrdId);
}
