// Says why the entries of a bot wait. The owner sees the reason on the card of the bot.
import { holdLevelOf, needsPrice, openSize } from '@rondo/strategy';
import { isChangeNear, isTraded, mayOpenOn } from '../instruments/trading-state.ts';
import { entryWaitChangesMax, entryWaitShownAfterMs } from '../limits.ts';
import { activeOrdersOf, isCatchingUp, newerSnapshot, sizeIn } from '../memory/account-memory.ts';
import type { BotMemory, EntryWait } from '../memory/bot-memory.ts';
import { entryPriceOf } from './entry-price.ts';
import { gateOf, type GateInput, type GateResult } from './gate.ts';

// Null: the owner sees the reason in another place, for example as a hold or as the trading state.
const waits: Readonly<Record<GateResult, EntryWait | null>> = {
  open: null,
  clockUnknown: 'reading',
  noSnapshot: 'reading',
  staleSnapshot: 'reading',
  accountUnread: 'reading',
  staleAccount: 'reading',
  leverageUnread: 'reading',
  stalePrice: 'price',
  staleMark: 'price',
  priceOffMark: 'mark_price',
  orphanOrder: 'order',
  orderUnknown: 'order',
  instrumentChanges: 'rules',
  leverageDiffers: 'leverage',
  positionDiffers: 'position',
  positionModeDiffers: 'position_mode',
  accountLevel: 'account_level',
  keyPermission: null,
  keyMayWithdraw: null,
  instanceFrozen: null,
  instrumentNotTraded: null,
  botHeld: null,
  signalExpired: null,
  botNotActive: null,
};

/** The input of the gate. `wantsEntry` is true when an entry of the bot is not placed yet. */
export type EntryWaitInput = GateInput & { readonly wantsEntry: boolean };

/** Returns the reason why an entry of the bot or its next round waits, or null when nothing waits. */
export function entryWaitOf(input: EntryWaitInput): EntryWait | null {
  const { memory, bot, wantsEntry } = input;
  const { state } = bot;
  if (state.status !== 'active' || state.stop !== null || holdLevelOf(state) === 'entries') return null;
  const wait = wantsEntry ? (isCatchingUp(memory) ? 'reading' : gateWaitOf(input)) : null;
  if (wait !== null) return wait;
  if (bot.blocks.size > 0) return isTraded(memory, bot) ? 'margin' : null;
  return needsPrice(state) ? openingWaitOf(input) : null;
}

// After a refused change the leverage is unknown until the next reading. The reason is then the leverage and not the reading.
function gateWaitOf(input: GateInput): EntryWait | null {
  const result = gateOf(input);
  return result === 'leverageUnread' && input.bot.isLeverageRefused ? 'leverage' : waits[result];
}

// The conditions under which the price of step 1 is given to the bot.
function openingWaitOf({ memory, bot, now, venueNow }: GateInput): EntryWait | null {
  if (!mayOpenOn(memory, bot)) return null;
  if (venueNow === null) return 'reading';
  if (isChangeNear(memory, bot, venueNow)) return 'rules';
  if (activeOrdersOf(memory, bot.row.botId).length > 0) return 'order';
  const snapshot = newerSnapshot(memory, bot);
  if (snapshot === null) return 'reading';
  if (sizeIn(snapshot.positions, bot) !== openSize(bot.state)) return 'position';
  const price = entryPriceOf(memory, bot, { now, venueNow });
  return price.ok ? null : waits[price.refusal];
}

/** Notes the present reason. Null ends the wait. */
export function noteEntryWait(bot: BotMemory, reason: EntryWait | null, now: number): void {
  if (reason === null) {
    bot.wait = null;
    return;
  }
  const { since, changes } = bot.wait ?? { since: now, changes: [] };
  if (changes.at(-1)?.reason === reason) return;
  const isRecent = (index: number): boolean => (changes[index + 1]?.at ?? now) > now - entryWaitShownAfterMs;
  const recent = changes.filter((_, index) => isRecent(index)).slice(1 - entryWaitChangesMax);
  bot.wait = { since, changes: [...recent, { reason, at: now }] };
}

/**
 * Returns null before the bot has waited for `entryWaitShownAfterMs`, because a shorter wait is usual. Then returns the reason that has held for the largest part of
 * this time. A reading that is due while the bot waits for another reason takes a moment only, and does not hide this reason.
 */
export function shownWaitOf({ wait }: Pick<BotMemory, 'wait'>, now: number): EntryWait | null {
  if (wait === null || now - wait.since < entryWaitShownAfterMs) return null;
  const held = new Map<EntryWait, number>();
  for (const [index, { reason, at }] of wait.changes.entries()) {
    const heldMs = (wait.changes[index + 1]?.at ?? now) - Math.max(at, now - entryWaitShownAfterMs);
    held.set(reason, (held.get(reason) ?? 0) + Math.max(0, heldMs));
  }
  const longest = Math.max(...held.values());
  return [...held.keys()].find((reason) => held.get(reason) === longest) ?? null;
}
