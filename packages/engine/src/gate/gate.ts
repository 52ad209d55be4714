// The gate for orders that can enlarge a position (I07). Each result except `open` names the first condition that is not met.
import { compareDecimals } from '@rondo/decimal';
import { openSize } from '@rondo/strategy';
import { priceMaxAgeMs, snapshotMaxAgeMs } from '../limits.ts';
import type { AccountRefusal, Venue } from '../ports/index.ts';
import { activeOrdersOf, shownSize, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';

/** `open`, or the reason why no order that can enlarge the position may be sent now. */
export type GateResult =
  | 'open'
  | 'disconnected'
  | 'noSnapshot'
  | 'staleSnapshot'
  | 'stalePrice'
  | 'positionDiffers'
  | 'orderUnknown'
  | 'accountUnread'
  | AccountRefusal
  | 'leverageUnread'
  | 'leverageDiffers'
  | 'botNotActive';

/** The input of the gate. `now` is local time in epoch ms. */
export type GateInput = {
  readonly memory: AccountMemory;
  readonly bot: BotMemory;
  readonly venue: Pick<Venue, 'accountRefusal'>;
  readonly now: number;
};

/** Returns the result of the gate for one bot at the time `now`. */
export function gateOf({ memory, bot, venue, now }: GateInput): GateResult {
  if (bot.state.status !== 'active' || bot.state.stop !== null || bot.state.isPaused) return 'botNotActive';
  if (!memory.isConnected) return 'disconnected';
  return accountGate(memory, venue) ?? freshnessGate(memory, bot, now) ?? leverageGate(bot) ?? 'open';
}

function accountGate(memory: AccountMemory, venue: GateInput['venue']): GateResult | null {
  return memory.account === null ? 'accountUnread' : venue.accountRefusal(memory.account.value);
}

function freshnessGate(memory: AccountMemory, bot: BotMemory, now: number): GateResult | null {
  if (memory.snapshot === null) return 'noSnapshot';
  if (now - memory.snapshot.startedAt > snapshotMaxAgeMs) return 'staleSnapshot';
  const ticker = memory.tickers.get(bot.config.instrument.id);
  if (ticker === undefined || now - ticker.receivedAt > priceMaxAgeMs) return 'stalePrice';
  if (shownSize(memory, bot) !== openSize(bot.state)) return 'positionDiffers';
  const isUnknown = activeOrdersOf(memory, bot.row.botId).some(({ state }) => state === 'unknown' || state === 'sent');
  return isUnknown ? 'orderUnknown' : null;
}

function leverageGate(bot: BotMemory): GateResult | null {
  if (bot.leverage === null) return 'leverageUnread';
  return compareDecimals(bot.leverage.value, bot.config.leverage) === 0 ? null : 'leverageDiffers';
}
