// Builds a transaction of facts, and dispatches events to bots inside the transaction.
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
import type { AccountMemory } from '../memory/account-memory.ts';
import { isFact, type BotMemory } from '../memory/bot-memory.ts';
import { checkpointOf } from '../memory/checkpoint.ts';
import { formatEventKey, type EventKey } from '../memory/event-key.ts';
import { formatWaits } from '../memory/bot-waits.ts';
import { noteReportedOutside, rememberKey } from '../memory/fold.ts';
import { causeText } from '../memory/frozen-bot.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { BotEventRow, BotLogRow, BotView, FactBatch, IntentState, Venue } from '../ports/index.ts';

type Mutable<T> = { -readonly [K in keyof T]: T[K] extends readonly (infer E)[] ? E[] : T[K] };

/** The content of one transaction. The journal also stores the views of the bots in `touched`. */
export type Batch = Omit<Mutable<FactBatch>, 'views' | 'compareCursor'> & {
  readonly touched: Set<BotMemory>;
  readonly now: number;
};

/** A transaction of facts that is not stored yet, and the data that the code needs to attribute the facts to bots. */
export type FactContext = {
  readonly memory: AccountMemory;
  readonly batch: Batch;
  readonly keyedHash: KeyedHash;
  readonly venue: Venue;
  readonly venueNow: number | null; // Exchange time in epoch ms. Null while the clock of the exchange is unknown.
};

/** Returns an empty batch of an account. `now` is in epoch ms. */
export function newBatch(memory: AccountMemory, now: number): Batch {
  return {
    accountId: memory.accountId,
    epoch: memory.epoch,
    fills: [],
    bills: [],
    events: [],
    intents: [],
    logs: [],
    freezes: [],
    unreadableRows: [],
    waits: [],
    checkpoints: [],
    fillCursor: null,
    billCursor: null,
    touched: new Set(),
    now,
  };
}

/**
 * Adds the waits of every bot whose waits differ from the journal. When the batch is not stored, the actor discards this
 * memory.
 */
export function addChangedWaits({ memory, batch }: Pick<FactContext, 'memory' | 'batch'>): void {
  for (const bot of memory.bots.values()) {
    const body = formatWaits(bot);
    if (body === bot.storedWaits) continue;
    bot.storedWaits = body;
    batch.waits.push({ botId: bot.row.botId, body });
  }
}

/** Adds the checkpoint of every bot that has at least `everyEvents` events after its latest checkpoint. */
export function addCheckpoints({ memory, batch, keyedHash }: FactContext, everyEvents: number): void {
  for (const bot of batch.touched) {
    const isDue = bot.position >= bot.checkpointAt + everyEvents;
    if (!isDue || bot.failure !== null || memory.bots.get(bot.row.botId) !== bot) continue;
    bot.checkpointAt = bot.position;
    batch.checkpoints.push(checkpointOf(bot, keyedHash));
  }
}

/** Returns true when the batch contains data to store. */
export function hasContent(batch: Batch): boolean {
  return (
    batch.fills.length + batch.bills.length + batch.events.length + batch.intents.length + batch.logs.length > 0 ||
    batch.freezes.length + batch.unreadableRows.length + batch.waits.length > 0 ||
    batch.touched.size > 0 ||
    batch.fillCursor !== null ||
    batch.billCursor !== null
  );
}

/** Returns the batch in the form that the journal stores, with the view of every touched bot. */
export function toFactBatch({ batch, venue }: Pick<FactContext, 'batch' | 'venue'>): FactBatch {
  const { touched, now, ...facts } = batch;
  return {
    ...facts,
    compareCursor: venue.compareCursor,
    views: [...touched].map((bot) => ({ ...viewOf(bot, now), reserved: formatDecimal(bot.state.reservation) })),
  };
}

/**
 * Dispatches an event to a bot once. The event changes the state of the bot, and the batch gets the event, its log
 * lines and the view. When an event with this key was dispatched before, the function returns false and changes
 * nothing. When the event breaks an invariant, nothing changes either, and the bot is frozen.
 */
export function dispatchEvent(
  batch: Batch,
  bot: BotMemory,
  { key, event }: { readonly key: EventKey; readonly event: StrategyEvent },
): boolean {
  const text = formatEventKey(key);
  if (bot.keys.has(text) || bot.failure !== null) return false;
  const outcome = tryStep(batch, bot, event);
  if (outcome === null) return false;
  const { result, logs, body } = outcome;
  bot.state = result.state;
  bot.config = result.state.config;
  bot.desired = result.desired;
  bot.position += 1;
  rememberKey(bot, text);
  noteReportedOutside(bot, key);
  if (isFact(event)) {
    bot.lastFactAt = batch.now;
    bot.lastEventAt = batch.now;
  }
  const row: BotEventRow = {
    botId: bot.row.botId,
    position: bot.position,
    key: text,
    body,
    at: batch.now,
  };
  batch.events.push(row);
  batch.logs.push(...logs);
  batch.touched.add(bot);
  return true;
}

// All calls that can throw run before the first change of the bot and of the batch. An event that fails therefore
// changes nothing.
function tryStep(batch: Batch, bot: BotMemory, event: StrategyEvent) {
  try {
    const result = step(bot.state, event);
    return { result, logs: logsOf(bot, result.facts, batch.now), body: JSON.stringify(encodeEvent(event)) };
  } catch (cause) {
    bot.failure = causeText(cause);
    return null;
  }
}

/** Adds a line to the log of a bot. */
export function addLogLine(
  batch: Batch,
  bot: BotMemory,
  line: Omit<BotLogRow, 'botId' | 'at' | 'messageKey'> & { readonly messageKey: BotLogKey },
): void {
  batch.logs.push({ botId: bot.row.botId, at: batch.now, ...line });
}

/** Adds the new state of an intent and the evidence for this state. */
export function setIntentState(
  batch: Batch,
  id: string,
  change: { readonly state: IntentState; readonly evidence: string },
): void {
  batch.intents.push({ id, ...change });
}

/** Returns true when the strategy has ended the bot. */
export function isEnded(bot: BotMemory): boolean {
  return bot.state.status === 'completed' || bot.state.status === 'liquidated' || bot.state.completion !== null;
}

/** Returns the view of a bot. The server reads the view and does not read the state. */
export function viewOf(bot: BotMemory, now: number): BotView {
  const { state } = bot;
  const entry = averageEntry(state);
  const reason = state.completion ?? (state.status === 'liquidated' ? 'liquidated' : state.errorKey);
  return {
    botId: bot.row.botId,
    phase: phaseOf(state),
    // The view stays active while an order of the bot may be open, so that a restart loads the bot.
    status: bot.endedAt === null ? 'active' : 'completed',
    endReason: reason,
    round: state.roundsOpened,
    cycles: state.cyclesCompleted,
    currentStep: currentStep(state),
    isLast: state.isLast,
    heldBy: state.holds
      .map(({ by }) => by)
      .toSorted()
      .join(' '),
    skippedSlots: [...bot.skippedSlots].toSorted().join(' '),
    entryPrice: entry === null ? null : formatDecimal(entry),
    positionSize: formatDecimal(sizeOf(openSize(state), bot.config.instrument.lotSz)),
    realisedPnl: formatDecimal(netRealised(state)),
    state: JSON.stringify(encodeState(state)),
    eventPosition: bot.position,
    updatedAt: now,
    endedAt: bot.endedAt,
  };
}
