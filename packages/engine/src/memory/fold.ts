// Calculates the state of a bot from a checkpoint and the events after the checkpoint, or from all events.
import { decodeEvent, desiredOrders, step } from '@rondo/strategy';
import { assert } from '../assert.ts';
import { foldPageEvents, rememberedEventsMax } from '../limits.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { BotEventRow, EventRange, Journal, JournalBot } from '../ports/index.ts';
import { isFact, newBotMemory, slotName, type BotMemory } from './bot-memory.ts';
import { countOutsideCancel } from './bot-waits.ts';
import { readCheckpoint } from './checkpoint.ts';
import { deleteOldest } from './delete-oldest.ts';
import { formatEventKey, parseEventKey, type EventKey } from './event-key.ts';

/** The journal could not be read. The actor then starts again, because the data of the bot may be correct. */
export class JournalReadError extends Error {}

/** The functions that a fold needs. */
export type FoldDeps = { readonly journal: Pick<Journal, 'readEvents'>; readonly keyedHash: KeyedHash };

/**
 * Returns the memory of a bot after its last stored event. A checkpoint that does not match its hash is ignored. The fold
 * waits for each page of events, so other accounts continue during a long fold.
 */
export async function foldBot(deps: FoldDeps, stored: JournalBot): Promise<BotMemory> {
  const { row, checkpoint, recentKeys, events, lastPosition } = stored;
  const started = checkpoint === null ? null : readCheckpoint(row, checkpoint, deps.keyedHash);
  const bot = started ?? newBotMemory(row);
  if (started !== null) for (const key of recentKeys) rememberKey(bot, presentKey(key, parseEventKey(key)));
  if (started !== null || checkpoint === null) applyStored(bot, events);
  await foldUntil(deps, bot, lastPosition);
  bot.desired = desiredOrders(bot.state);
  return bot;
}

/** Applies the stored events up to a position to the state of a bot, one page after another. */
export async function foldUntil({ journal }: Pick<FoldDeps, 'journal'>, bot: BotMemory, last: number): Promise<void> {
  while (bot.position < last) {
    const range = { after: bot.position, upTo: last, limit: foldPageEvents };
    const page = await readPage(journal, bot.row.botId, range);
    assert(page.length > 0, `The event ${bot.position + 1} of bot ${bot.row.botId} is missing.`);
    applyStored(bot, page);
  }
}

/** Reads events of a bot. Throws JournalReadError when they were not read. */
export function readPage(
  journal: FoldDeps['journal'],
  botId: string,
  range: EventRange,
): Promise<readonly BotEventRow[]> {
  return journal.readEvents(botId, range).catch((cause: unknown) => {
    throw new JournalReadError(`The events of bot ${botId} were not read.`, { cause });
  });
}

/** Adds the key of an event and deletes the oldest keys above `rememberedEventsMax`. The journal refuses an event whose key was deleted here. */
export function rememberKey({ keys }: BotMemory, key: string): void {
  keys.add(key);
  deleteOldest(keys, rememberedEventsMax);
}

/** Stores the time up to which an event `outside` has reported the outside fills. */
export function noteReportedOutside(bot: BotMemory, key: EventKey | null): void {
  if (key?.kind === 'outside') bot.outsideReportedUntil = Math.max(bot.outsideReportedUntil, key.newestFillAt);
}

// A key of an earlier version has another text, so the text is written again.
function presentKey(text: string, key: EventKey | null): string {
  return key === null ? text : formatEventKey(key);
}

function applyStored(bot: BotMemory, events: readonly BotEventRow[]): void {
  for (const { position, key: text, body, at } of events) {
    assert(position === bot.position + 1, `The event ${bot.position + 1} of bot ${bot.row.botId} is missing.`);
    const event = decodeEvent(JSON.parse(body));
    const key = parseEventKey(text);
    bot.state = step(bot.state, event).state;
    bot.config = bot.state.config;
    bot.position = position;
    rememberKey(bot, presentKey(text, key));
    noteReportedOutside(bot, key);
    if (isFact(event)) bot.lastEventAt = at;
    if (event.kind === 'orderClosed' && key?.kind === 'orderEnd' && key.by === 'user')
      countOutsideCancel(bot, slotName(event.slot), event.slot.kind !== 'entry');
  }
}
