// The context that every part of an account actor uses, and the functions that begin and store a transaction of facts.
import {
  addChangedWaits,
  addCheckpoints,
  hasContent,
  newBatch,
  toFactBatch,
  type FactContext,
} from '../facts/batch.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { DecisionTime } from '../gate/fresh-price.ts';
import type { LeaseRenewal } from '../fleet/lease-renewal.ts';
import type { AccountShare } from '../fleet/share.ts';
import { leaseGuardMs } from '../limits.ts';
import type { KeyedHash } from '../orders/client-order-id.ts';
import type { Chance, Clock, Exchange, IntentRow, Journal, StoredEvent, Log } from '../ports/index.ts';
import type { ReadingTasks } from '../readings/tasks.ts';
import type { Instance } from './instance.ts';
import type { RunningCommands } from './running-commands.ts';

/**
 * How often a checkpoint of a bot is stored, and the share of the restored checkpoints, from 0 to 1, that are compared
 * with the fold of all events.
 */
export type CheckpointOptions = { readonly everyEvents: number; readonly checkedShare: number };

/** The ports and the memory of one account. The actor calls `changed` with the ids of the bots whose stored view has changed. */
export type ActorContext = {
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly journal: Journal;
  readonly exchange: Exchange;
  readonly keyedHash: KeyedHash;
  readonly instance: () => Instance;
  readonly memory: AccountMemory;
  readonly tasks: ReadingTasks;
  readonly running: RunningCommands;
  readonly counter: { value: number }; // Part of the ids of intents, so that two intents of one millisecond have different ids.
  readonly checkpoints: CheckpointOptions;
  readonly changed: (botIds: readonly string[]) => void;
};

/** The dependencies of an actor: the context without the parts that a new lease creates. */
export type ActorDeps = Omit<ActorContext, 'memory' | 'tasks' | 'running'> & {
  readonly leases: LeaseRenewal;
  readonly share: AccountShare;
};

/**
 * A transaction was not stored, because it contained events that the journal has at another position. The keys of these
 * events were no longer in the memory.
 */
export class StoredEventsError extends Error {
  readonly events: readonly StoredEvent[];
  constructor(events: readonly StoredEvent[]) {
    super(`The journal already has ${events.length} events of this transaction.`);
    this.events = events;
  }
}

/** Returns an empty transaction of facts about this account, with the current time. */
export function beginFacts(context: ActorContext): FactContext {
  const { memory, keyedHash, exchange } = context;
  const { now, venueNow } = decisionTime(context);
  return { memory, batch: newBatch(memory, now), keyedHash, venue: exchange.venue, venueNow };
}

/** Returns the number of commands that the instance may send now. */
export function commandsLeft({ instance }: Pick<ActorContext, 'instance'>): number {
  const { isFrozen, commandsLeft: left } = instance();
  return isFrozen ? 0 : left();
}

/**
 * Returns whether the instance may send one more command now, and counts the command. The instance can have been frozen
 * after the command was chosen and before its intent was stored.
 */
export function takeCommand({ instance }: Pick<ActorContext, 'instance'>): boolean {
  const { isFrozen, takeCommand: take } = instance();
  return !isFrozen && take();
}

/** Returns the current time of both clocks. */
export function decisionTime({ clock, exchange }: Pick<ActorContext, 'clock' | 'exchange'>): DecisionTime {
  return { now: clock.now(), venueNow: exchange.isVenueTimeKnown() ? exchange.venueNow() : null };
}

/**
 * Stores the facts when the transaction contains facts, together with the intents of the commands that follow from the
 * facts. Calls `changed` with the ids of the changed bots. Throws when the journal cannot store the facts. The actor then
 * restarts from the journal. Returns `fenced` when the intents were not stored, because another node has the lease.
 */
export async function commit(
  context: ActorContext,
  facts: FactContext,
  intents: readonly IntentRow[] = [],
): Promise<'committed' | 'fenced'> {
  addChangedWaits(facts);
  addCheckpoints(facts, context.checkpoints.everyEvents);
  if (!hasContent(facts.batch) && intents.length === 0) return 'committed';
  const commands = intents.length === 0 ? {} : { commands: intents };
  const { knownEvents, alteredEvent, isFenced } = await context.journal.applyFacts({
    ...toFactBatch(facts),
    ...commands,
  });
  if (knownEvents.length > 0) throw new StoredEventsError(knownEvents);
  if (alteredEvent !== null)
    throw new Error(`The journal has another body of the event ${alteredEvent.key} of bot ${alteredEvent.botId}.`);
  const { touched, freezes } = facts.batch;
  context.changed([...[...touched].map((bot) => bot.row.botId), ...freezes.map(({ botId }) => botId)]);
  return isFenced ? 'fenced' : 'committed';
}

/**
 * Returns true when the last renewal of the lease is older than `leaseGuardMs`. The engine then sends no command,
 * because another node may get the lease before the command arrives.
 */
export function isLeaseOld({ clock, memory }: Pick<ActorContext, 'clock' | 'memory'>): boolean {
  return clock.now() - memory.renewedAt > leaseGuardMs;
}
