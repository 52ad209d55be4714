// Cancels orphan orders that can enlarge a position, and orphan exits of a bot that closes its position or leaves it. Any other orphan exit stays, because it can only reduce.
import { commandsLeft, isLeaseOld, takeCommand, type ActorContext } from '../actor/context.ts';
import { isEnded } from '../facts/batch.ts';
import { isTraded } from '../instruments/trading-state.ts';
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
  if (found.length === 0) return;
  // With one command left, an entry is cancelled before an exit, because it can enlarge the position.
  const ranked = found.toSorted(
    (a, b) => Number(a.orphan.slot.kind !== 'entry') - Number(b.orphan.slot.kind !== 'entry'),
  );
  const due = ranked.slice(0, Math.min(commandsPerGroupMax, commandsLeft(context))).filter(() => takeCommand(context));
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
  // While trading is suspended the exit stays, as an exit with an intent does: the close that follows it waits too.
  if (bot === undefined || !isTraded(memory, bot)) return false;
  const { stop, round } = bot.state;
  const isLeaving = isEnded(bot) || stop !== null || (round !== null && round.closing !== null);
  return isLeaving || bot.desired.some(({ slot }) => slot.kind === 'close');
}
