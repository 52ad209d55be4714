// A step that the exchange refused for lack of margin: it waits until margin has risen, the rest of the bot goes on (failure 36).
import { compareDecimals, minDecimal, multiply, type Decimal } from '@rondo/decimal';
import { moneyOf } from '@rondo/strategy';
import { marginRetryMs } from '../limits.ts';
import { slotName, type AccountMemory, type Bot, type Track } from '../memory/account-memory.ts';

/** What is known since the refusal: the least available margin seen, and the worth of the refused order in USDT. */
export type MarginBlock = {
  readonly round: number;
  readonly since: number;
  readonly least: Decimal | null;
  readonly notional: Decimal;
};

/** Makes the slot of a refused entry wait for margin. */
export function blockForMargin(bot: Bot, track: Track, now: number): void {
  const notional = moneyOf((track.price ?? 0n) * track.lots, bot.config.instrument);
  bot.blocks.set(slotName(track.slot), { round: track.slot.round, since: now, least: null, notional });
}

/** True while the slot waits for margin. */
export function isBlocked(bot: Bot, slot: Parameters<typeof slotName>[0]): boolean {
  return bot.blocks.has(slotName(slot));
}

/** Lets a slot go when margin that suffices for it has risen since the refusal, or after a long time has sufficed all along. */
export function releaseBlocks(memory: AccountMemory, now: number): void {
  for (const bot of memory.bots.values()) {
    for (const [name, block] of bot.blocks) {
      const next = judge(memory, bot, { block, now });
      if (next === null) bot.blocks.delete(name);
      else bot.blocks.set(name, next);
    }
  }
}

// Null: it may be tried again. A balance that was read before the refusal says nothing.
function judge(
  memory: AccountMemory,
  bot: Bot,
  { block, now }: { readonly block: MarginBlock; readonly now: number },
): MarginBlock | null {
  if (bot.state.round?.round !== block.round) return null;
  if (memory.balance === null || memory.balance.readAt <= block.since) return block;
  const { available } = memory.balance.value;
  const suffices = compareDecimals(multiply(available, bot.config.leverage), block.notional) >= 0;
  const hasRisen = block.least !== null && compareDecimals(available, block.least) > 0;
  if (suffices && (hasRisen || now >= block.since + marginRetryMs)) return null;
  return { ...block, least: block.least === null ? available : minDecimal(block.least, available) };
}
