// One transaction of facts being put together, and telling a bot an event inside it.
import { formatDecimal } from '@rondo/decimal';
import {
  averageEntry,
  currentStep,
  encodeEvent,
  encodeState,
  netRealised,
  openSize,
  phaseOf,
  step,
  type StrategyEvent,
} from '@rondo/strategy';
import { sizeOf } from '@rondo/decimal';
import { logsOf, type BotLogKey } from './bot-log.ts';
import type { AccountMemory, Bot } from '../memory/account-memory.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { BotEventRow, BotLogRow, BotView, FactBatch, IntentState, Venue } from '../ports/index.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** What will be stored together. */
export type Batch = Omit<Mutable<FactBatch>, 'views' | 'compareCursor'> & {
  readonly touched: Set<Bot>;
  readonly now: number;
};

/** One transaction of facts under construction, with what is needed to attribute them. */
export type FactContext = {
  readonly memory: AccountMemory;
  readonly batch: Batch;
  readonly keyedHash: KeyedHash;
  readonly venue: Venue;
};

/** A batch with nothing in it. */
export function newBatch(memory: AccountMemory, now: number): Batch {
  return {
    accountId: memory.accountId,
    fills: [],
    bills: [],
    events: [],
    intents: [],
    logs: [],
    fillCursor: null,
    billCursor: null,
    touched: new Set(),
    now,
  };
}

/** True when there is something to store. */
export function hasContent(batch: Batch): boolean {
  return (
    batch.fills.length + batch.bills.length + batch.events.length + batch.intents.length + batch.logs.length > 0 ||
    batch.touched.size > 0 ||
    batch.fillCursor !== null ||
    batch.billCursor !== null
  );
}

/** The batch as the journal stores it, with the views of every bot that was touched. */
export function toFactBatch({ batch, venue }: Pick<FactContext, 'batch' | 'venue'>): FactBatch {
  const { touched, now, ...facts } = batch;
  return {
    ...facts,
    compareCursor: venue.compareCursor,
    views: [...touched].map((bot) => ({ ...viewOf(bot, now), reserved: formatDecimal(bot.state.reservation) })),
  };
}

/** Tells a bot an event once: steps its state and adds the event, its log lines and its view. False when the key was told before. */
export function tell(batch: Batch, bot: Bot, told: { readonly event: StrategyEvent; readonly key: string }): boolean {
  if (bot.keys.has(told.key)) return false;
  const result = step(bot.state, told.event);
  bot.state = result.state;
  bot.desired = result.desired;
  bot.position += 1;
  bot.keys.add(told.key);
  if (told.event.kind !== 'price' && told.event.kind !== 'availableMargin') bot.lastFactAt = batch.now;
  const row: BotEventRow = {
    botId: bot.row.botId,
    position: bot.position,
    key: told.key,
    body: JSON.stringify(encodeEvent(told.event)),
    at: batch.now,
  };
  batch.events.push(row);
  batch.logs.push(...logsOf(bot, result.facts, batch.now));
  batch.touched.add(bot);
  return true;
}

/** Adds a line to the bot's own log. */
export function logLine(
  batch: Batch,
  bot: Bot,
  line: Omit<BotLogRow, 'botId' | 'at' | 'messageKey'> & { readonly messageKey: BotLogKey },
): void {
  batch.logs.push({ botId: bot.row.botId, at: batch.now, ...line });
}

/** Records the state of an intent. */
export function noteIntent(
  batch: Batch,
  id: string,
  change: { readonly state: IntentState; readonly evidence: string },
): void {
  batch.intents.push({ id, ...change });
}

/** True when the strategy has ended the bot. */
export function isEnded(bot: Bot): boolean {
  return bot.state.status === 'completed' || bot.state.status === 'liquidated' || bot.state.completion !== null;
}

/** The bot as the rest of the product reads it. */
export function viewOf(bot: Bot, now: number): BotView {
  const { state } = bot;
  const entry = averageEntry(state);
  const reason = state.completion ?? (state.status === 'liquidated' ? 'liquidated' : state.errorKey);
  return {
    botId: bot.row.botId,
    phase: phaseOf(state),
    // Active as long as an order of it may be open, so that a restart still knows the bot.
    status: bot.endedAt === null ? 'active' : 'completed',
    endReason: reason,
    round: state.roundsOpened,
    cycles: state.cyclesCompleted,
    currentStep: currentStep(state),
    isLast: state.isLast,
    entryPrice: entry === null ? null : formatDecimal(entry),
    positionSize: formatDecimal(sizeOf(openSize(state), bot.config.instrument.lotSz)),
    realisedPnl: formatDecimal(netRealised(state)),
    state: JSON.stringify(encodeState(state)),
    eventPosition: bot.position,
    updatedAt: now,
    endedAt: bot.endedAt,
  };
}
