// Cancels orphan orders that can enlarge a position, and orphan exits of a bot that closes its position or leaves it. Any other orphan exit stays, because it can only reduce.
import { isLeaseOld, takeCommand, type ActorContext } from '../actor/context.ts';
import { commandsPerGroupMax, orphanRetryMs } from '../limits.ts';
import { instrumentsOf, type AccountMemory } from '../memory/account-memory.ts';
import type { OrphanOrder } from '../memory/orphan-order.ts';

/**
 * Cancels the orphan entries of the account, and the orphan exits of bots that close or leave a position. A frozen instance, and an instance that may not send yet, do not do this,
 * because the orders can belong to the original of the database (decision 56).
 */
export async function cancelOrphans(context: ActorContext): Promise<void> {
  const { memory, clock, exchange, log, instance } = context;
  if (instance().isFrozen) return;
  const instruments = new Map(instrumentsOf(memory).map((instrument) => [instrument.id, instrument]));
  if (isLeaseOld(context)) return;
  const now = clock.now();
  const found = [...memory.orphans.values()].flatMap((orphan) => {
    const instrument = instruments.get(orphan.order.instrumentId);
    return instrument === undefined || !isCancelDue(memory, orphan, now) ? [] : [{ orphan, instrument }];
  });
  const due = found.slice(0, commandsPerGroupMax).filter(() => takeCommand(context));
  await Promise.all(
    due.map(async ({ orphan, instrument }) => {
      orphan.cancelledAt = now;
      const { clientId, trigger } = orphan.order;
      const outcome = await exchange.cancel({ instrument, clientId, trigger });
      log.write('warn', 'order.orphanCancelled', { accountId: memory.accountId, clientId, outcome: outcome.kind });
      memory.isSnapshotWanted = true;
    }),
  );
}

function isCancelDue(memory: AccountMemory, { order, slot, cancelledAt }: OrphanOrder, now: number): boolean {
  if (cancelledAt !== null && now < cancelledAt + orphanRetryMs) return false;
  if (slot.kind !== 'entry' && !hasNoUseForExit(memory, slot)) return false;
  return ![...memory.frozen.values()].some(({ market }) => market?.instrument.id === order.instrumentId);
}

// The exchange refuses a closing order that is larger than the part of the position without resting exits. An exit that stays after the end of its bot would close lots that the owner has kept.
function hasNoUseForExit(memory: AccountMemory, { botNumber }: OrphanOrder['slot']): boolean {
  const bot = [...memory.bots.values()].find(({ row }) => row.botNumber === botNumber);
  if (bot === undefined) return false;
  const { stop, round } = bot.state;
  const isLeaving = stop !== null || (round !== null && round.closing !== null);
  return isLeaving || bot.desired.some(({ slot }) => slot.kind === 'close');
}
