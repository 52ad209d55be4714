// Sends the commands of the stop of a frozen bot. Each command has an intent.
import { commandsLeft, isLeaseOld, takeCommand, type ActorContext } from '../actor/context.ts';
import { setIntentState } from '../facts/batch.ts';
import { deadlineMs } from '../limits.ts';
import { frozenReason, type FrozenBot } from '../memory/frozen-bot.ts';
import { clientOrderId } from './client-order-id.ts';
import { groupListed, nextFrozenStop, type FrozenStopStep, type ListedOrder } from './frozen-stop.ts';
import { changePayloadOf, payloadOf } from './payload.ts';
import { commitIntents, intentOf, record, type SendResult } from './send.ts';

/**
 * Sends the next commands of the stop of a frozen bot. Ends the bot when the exchange shows no open order of the bot
 * and no position to close.
 */
export async function continueFrozenStop(context: ActorContext, frozen: FrozenBot): Promise<SendResult> {
  const { memory, clock } = context;
  const next = nextFrozenStop(memory, frozen, context.keyedHash);
  switch (next.kind) {
    case 'wait':
      if (frozen.stop !== null && clock.now() > frozen.after) memory.isSnapshotWanted = true;
      return 'sent';
    case 'cancel':
      return cancelAll(context, frozen, next.orders);
    case 'close':
      return sendClose(context, frozen, next);
    case 'end':
      await endBot(context, frozen);
      return 'sent';
    default:
      return next satisfies never;
  }
}

async function cancelAll(
  context: ActorContext,
  frozen: FrozenBot,
  orders: readonly ListedOrder[],
): Promise<SendResult> {
  if (frozen.market === null) return 'sent';
  const { instrument } = frozen.market;
  for (const listed of groupListed(orders)) {
    const group = listed.slice(0, commandsLeft(context));
    if (group.length === 0) return 'sent';
    const cancels = group.map(({ slot, order: { clientId, trigger } }) => {
      const payload = changePayloadOf(instrument, { clientId, price: null, lots: null });
      return {
        clientId,
        trigger,
        intent: intentOf(context, { slot, clientId, verb: 'cancel', payload, deadlineAt: 0 }),
      };
    });
    const intents = cancels.map(({ intent }) => intent);
    if ((await commitIntents(context, intents)) === 'fenced') return 'fenced';
    if (isLeaseOld(context)) return 'late';
    const outcomes = await Promise.all(
      cancels.map(async ({ clientId, trigger, intent }) => {
        if (!takeCommand(context)) return { id: intent.id, kind: 'unknown' };
        const { kind } = await context.exchange.cancel({ instrument, clientId, trigger });
        return { id: intent.id, kind };
      }),
    );
    // The intents stay open. When the bot can be read after a restart, an intent shows that the engine and not the user
    // cancelled the order.
    await record(context, ({ batch }) => {
      for (const { id, kind } of outcomes)
        setIntentState(batch, id, { state: kind === 'accepted' ? 'live' : 'unknown', evidence: kind });
    });
  }
  awaitSnapshot(context, frozen, 0);
  return 'sent';
}

async function sendClose(
  context: ActorContext,
  frozen: FrozenBot,
  { market, slot, desired }: Extract<FrozenStopStep, { readonly kind: 'close' }>,
): Promise<SendResult> {
  const { memory, exchange } = context;
  const { instrument, direction: positionSide } = market;
  const clientId = clientOrderId(slot, context.keyedHash, context.instance().mark);
  const { side, type, price, lots, reduces } = desired;
  const payload = payloadOf(instrument, positionSide, { side, type, price, lots, reduces, clientId });
  const deadlineAt = exchange.venueNow() + deadlineMs;
  const intent = intentOf(context, { slot, clientId, verb: 'place', payload, deadlineAt });
  if ((await commitIntents(context, [intent])) === 'fenced') return 'fenced';
  memory.frozenCloses.set(frozen.row.botId, slot.generation + 1);
  if (isLeaseOld(context)) return 'late';
  const order = { instrument, clientId, positionSide, side, type, price, lots, reduces, deadlineAt };
  const outcome = takeCommand(context)
    ? await exchange.place(order)
    : ({ kind: 'unknown', cause: 'no permission' } as const);
  const state = outcome.kind === 'accepted' ? 'live' : outcome.kind;
  await record(context, ({ batch }) => setIntentState(batch, intent.id, { state, evidence: outcome.kind }));
  // An order with an unknown outcome can arrive at the exchange until its deadline, so a snapshot before the deadline
  // proves nothing.
  awaitSnapshot(context, frozen, outcome.kind === 'unknown' ? deadlineMs + exchange.venue.notFoundGraceMs : 0);
  return 'sent';
}

function awaitSnapshot({ memory, clock }: ActorContext, frozen: FrozenBot, delayMs: number): void {
  frozen.after = Math.max(frozen.after, clock.now() + delayMs);
  memory.isSnapshotWanted = true;
}

async function endBot(context: ActorContext, { row: { botId } }: FrozenBot): Promise<void> {
  const { memory, log } = context;
  await record(context, ({ batch }) => {
    batch.freezes.push({ botId, reason: frozenReason, at: batch.now, hasEnded: true });
  });
  memory.frozen.delete(botId);
  log.write('warn', 'bot.frozenEnded', { accountId: memory.accountId, botId });
}
