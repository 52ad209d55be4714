// A step that the exchange refused for lack of margin waits until the margin has risen. The other orders of the bot are
// not affected (failure 36).
import { compareDecimals, minDecimal, multiply } from '@rondo/decimal';
import { moneyOf } from '@rondo/strategy';
import { marginRetryMs } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import { slotName, type BotMemory, type MarginBlock } from '../memory/bot-memory.ts';
import type { ActiveOrder } from '../memory/order-record.ts';

/** Makes the slot of a refused entry wait for margin. */
export function blockForMargin(bot: BotMemory, order: ActiveOrder, now: number): void {
  const notional = moneyOf((order.price ?? 0n) * order.lots, bot.config.instrument);
  bot.blocks.set(slotName(order.slot), { round: order.slot.round, since: now, least: null, notional });
}

/** Returns true while the slot waits for margin. */
export function isBlocked(bot: BotMemory, slot: Parameters<typeof slotName>[0]): boolean {
  return bot.blocks.has(slotName(slot));
}

/** Returns the times at which slots of the bot may be released without a rise of the margin, in local epoch ms. */
export function releasesAt({ blocks }: Pick<BotMemory, 'blocks'>): readonly number[] {
  return [...blocks.values()].map(({ since }) => since + marginRetryMs);
}

/**
 * Releases each slot for which the available margin suffices and has risen since the refusal. When the margin suffices
 * without a rise, the slot is released `marginRetryMs` after the refusal. Also releases the slots of a round that has
 * ended.
 */
export function releaseBlocks(memory: AccountMemory, now: number): void {
  for (const bot of memory.bots.values()) {
    for (const [name, block] of bot.blocks) {
      const next = nextBlock(memory, bot, { block, now });
      if (next === null) bot.blocks.delete(name);
      else bot.blocks.set(name, next);
    }
  }
}

// Returns null when the step may be tried again. A balance that was read before the refusal is ignored.
function nextBlock(
  memory: AccountMemory,
  bot: BotMemory,
  { block, now }: { readonly block: MarginBlock; readonly now: number },
): MarginBlock | null {
  if (bot.state.round?.round !== block.round) return null;
  if (memory.balance === null || memory.balance.readAt <= block.since) return block;
  const { available } = memory.balance.value;
  const suffices = compareDecimals(multiply(available, bot.config.leverage), block.notional) >= 0;
  const hasRisen = block.least !== null && compareDecimals(available, block.least) > 0;
  if (suffices && (hasRisen || now >= block.since + marginRetryMs)) return null;
  // Stryker disable next-line ConditionalExpression: with the latest margin instead of the lowest, the same margins release the step. A margin that suffices exceeds every earlier margin that did not suffice.
  return { ...block, least: block.least === null ? available : minDecimal(block.least, available) };
}
