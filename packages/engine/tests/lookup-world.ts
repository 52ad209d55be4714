// A world for the tests of order lookups: one order with its intents, and an exchange whose readings a test can replace.
import type { DesiredOrder } from '@rondo/strategy';
import type { ActorContext } from '../src/actor/context.ts';
import { leaseTtlMs, proofGapMs } from '../src/limits.ts';
import type { ActiveOrder } from '../src/memory/order-record.ts';
import type { Exchange, IntentRow, OrderReport } from '../src/ports/index.ts';
import { startLookups } from '../src/readings/order-lookup.ts';
import { finishReadings, openActorWorld, type ActorWorld } from './actor-world.ts';
import { desiredEntry, liveOrder } from './builders.ts';

/** The time at which the world is opened. */
export const now = 1_000_000;
/** A reading that fails. */
export const failed = async () => ({ ok: false, cause: '', reason: 'unavailable', startedAt: 0 }) as const;

/** Returns a reading that succeeds with this value. */
export const readingOf =
  <T>(value: T, startedAt = now) =>
  async () =>
    ({ ok: true, value, startedAt }) as const;

/** The world. `lookedUp` contains the client ids of the lookups in their sequence. */
export type LookupWorld = ActorWorld & { readonly order: ActiveOrder; readonly lookedUp: readonly string[] };

/**
 * Opens a world with one order and its intents. The lookup of the exchange returns `shown`. A null `shown` means that
 * the order does not exist at the exchange.
 */
export async function openLookupWorld(
  order: ActiveOrder,
  { shown = null, changes = {} }: { readonly shown?: OrderReport | null; readonly changes?: Partial<Exchange> } = {},
): Promise<LookupWorld> {
  const lookedUp: string[] = [];
  const world = openActorWorld(now, {
    lookup: async (_instrument, clientId, isTrigger) => {
      lookedUp.push(isTrigger ? `trigger ${clientId}` : clientId);
      return { ok: true, value: shown, startedAt: now };
    },
    ...changes,
  });
  world.memory.orders.set(order.clientId, order);
  const { journal } = world.context;
  const lease = await journal.acquire('a', leaseTtlMs);
  if (lease === null) throw new Error('The lease of the account is not free.');
  world.memory.epoch = lease.epoch;
  await journal.commitIntents('a', lease.epoch, intentsOf(order, lease.epoch));
  return { ...world, order, lookedUp };
}

function intentsOf({ slot, clientId, payload, placement, command }: ActiveOrder, epoch: bigint): readonly IntentRow[] {
  const ids = [...placement.intentIds, ...(command === null ? [] : [command.intentId])];
  const sent = {
    verb: 'place',
    payloadHash: '',
    deadlineAt: 0,
    epoch,
    state: 'sent',
    evidence: '',
    sentAt: 0,
  } as const;
  return ids.map((id) => ({ id, slot, clientId, payload, ...sent }));
}

/** Returns an order whose placement has an unknown outcome. */
export const unknownOrder = (desired: DesiredOrder = desiredEntry): ActiveOrder =>
  liveOrder(desired, { state: 'unknown', journalState: 'unknown' });

/** Starts the lookups that are due and waits for their results. */
export async function lookUpOrders(context: ActorContext): Promise<void> {
  startLookups(context);
  await finishReadings(context);
}

/** Looks up the order twice. The pause between the lookups is `proofGapMs`. */
export async function lookUpTwice({ context, clock }: LookupWorld): Promise<void> {
  await lookUpOrders(context);
  await clock.pass(proofGapMs);
  await lookUpOrders(context);
}
