// Builds a world for tests of commands: an actor with a lease, a journal in memory, and an exchange whose calls are noted.
import { ticks } from '@rondo/decimal';
import type { DesiredOrder } from '@rondo/strategy';
import { beginFacts, commit, type ActorContext } from '../src/actor/context.ts';
import type { ActiveOrder } from '../src/memory/order-record.ts';
import { clientOrderId } from '../src/orders/client-order-id.ts';
import type { ExchangeCommand } from '../src/orders/reconcile.ts';
import { sendCommands, type SendResult } from '../src/orders/send.ts';
import type { Exchange, Outcome, RejectReason } from '../src/ports/index.ts';
import { openActorWorld, type ActorWorld } from './actor-world.ts';
import { desiredExit, keyedHash, slotOf } from './builders.ts';

/** The time of the world, in epoch ms. */
export const sendNow = 1_000_000;

/** A world whose actor holds the lease. `calls` contains the calls of the journal and of the exchange in their sequence. */
export type SendWorld = ActorWorld & { readonly calls: readonly string[]; readonly requests: readonly unknown[] };

/** Opens a world at the time `sendNow`. The functions in `changes` replace methods of the fake exchange. */
export async function openSendWorld(changes: Partial<Exchange> = {}): Promise<SendWorld> {
  const calls: string[] = [];
  const requests: unknown[] = [];
  const noted = <Input, Result>(name: string, run: (input: Input) => Result) => {
    return (input: Input): Result => {
      calls.push(name);
      requests.push(input);
      return run(input);
    };
  };
  const world = openActorWorld(sendNow, changes);
  const { context, memory } = world;
  const { exchange, journal } = context;
  const lease = await journal.acquire('a', 60_000);
  memory.epoch = lease?.epoch ?? 0n;
  memory.renewedAt = sendNow;
  const noting: ActorWorld['context'] = {
    ...context,
    exchange: {
      ...exchange,
      place: noted('place', (order: Parameters<Exchange['place']>[0]) => exchange.place(order)),
      amend: noted('amend', (order: Parameters<Exchange['amend']>[0]) => exchange.amend(order)),
      cancel: noted('cancel', (order: Parameters<Exchange['cancel']>[0]) => exchange.cancel(order)),
    },
    journal: {
      ...journal,
      commitIntents: (...input) => {
        calls.push('commit');
        return journal.commitIntents(...input);
      },
      applyFacts: (batch) => {
        calls.push('facts');
        return journal.applyFacts(batch);
      },
    },
  };
  return { ...world, context: noting, calls, requests };
}

/** Returns the command that places a desired order of the bot. */
export function placeOf({ bot }: ActorWorld, desired: DesiredOrder): ExchangeCommand {
  const slot = slotOf(desired);
  return { kind: 'place', bot, slot, clientId: clientOrderId(slot, keyedHash), desired };
}

/** Sends the commands of one group, waits for their responses, and stores the outcomes in one transaction. */
export async function sendAndRecord(context: ActorContext, commands: readonly ExchangeCommand[]): Promise<SendResult> {
  const result = await sendCommands(context, commands);
  await context.running.ended();
  const facts = beginFacts(context);
  for (const apply of context.running.takeOutcomes()) apply(facts);
  await commit(context, facts);
  return result;
}

/** Places an order. Returns its record, whose placement has an intent in the journal. */
export async function liveIn(world: ActorWorld, desired: DesiredOrder): Promise<ActiveOrder> {
  await sendAndRecord(world.context, [placeOf(world, desired)]);
  const order = world.memory.orders.get(clientOrderId(slotOf(desired), keyedHash));
  if (order?.kind !== 'active') throw new Error('The order is not active.');
  return order;
}

/** A base exit above the market. */
export const exitAbove: DesiredOrder = { ...desiredExit, price: ticks(211_000n) };
const outcomeOf =
  <T>(outcome: Outcome<T>) =>
  (): Promise<Outcome<T>> =>
    Promise.resolve(outcome);
/** A command whose outcome is unknown. */
export const timeOut = outcomeOf<never>({ kind: 'unknown', cause: 'time-out' });
/** Returns a command that the exchange refuses with the code 51. */
export const refuse = (reason: RejectReason) => outcomeOf<never>({ kind: 'rejected', code: '51', message: '', reason });

/** Returns the stored intents in the sequence of their commits. */
export const intentsOf = ({ journal }: ActorWorld) => [...journal.contents.intents.values()];
/** Returns verb, state and evidence of each stored intent. */
export const statesOf = (world: ActorWorld) =>
  intentsOf(world).map(({ verb, state, evidence }) => [verb, state, evidence]);
