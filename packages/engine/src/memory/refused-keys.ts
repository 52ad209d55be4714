// The keys of events that the journal refused, because it already had the events.
import { refusedKeysMax } from '../limits.ts';
import type { StoredEvent } from '../ports/index.ts';
import type { AccountMemory } from './account-memory.ts';
import { deleteOldest } from './delete-oldest.ts';
import { rememberKey } from './fold.ts';

/** The refused events of one actor. The key is the bot id and the key of the event. */
export type EventKeys = Map<string, StoredEvent>;

/** Adds refused events, and deletes the oldest events above `refusedKeysMax`. */
export function noteRefusedKeys(refused: EventKeys, events: readonly StoredEvent[]): void {
  for (const event of events) refused.set(`${event.botId} ${event.key}`, event);
  deleteOldest(refused, refusedKeysMax);
}

/** Adds the refused keys to the restored bots, so that their events are not dispatched again. */
export function addRefusedKeys(memory: AccountMemory, refused: EventKeys): void {
  for (const { botId, key } of refused.values()) {
    const bot = memory.bots.get(botId);
    if (bot !== undefined) rememberKey(bot, key);
  }
}
