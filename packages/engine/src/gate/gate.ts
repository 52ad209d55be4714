// May an order that can enlarge the position be sent now? Each answer but `open` names what is missing (I07).
import { compareDecimals } from '@rondo/decimal';
import { openSize } from '@rondo/strategy';
import { priceMaxAgeMs, snapshotMaxAgeMs } from '../limits.ts';
import type { AccountRefusal, Venue } from '../ports/index.ts';
import { shownSize, tracksOf, type AccountMemory, type Bot } from '../memory/account-memory.ts';

export type GateAnswer =
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

export type GateInput = {
  readonly memory: AccountMemory;
  readonly bot: Bot;
  readonly venue: Pick<Venue, 'accountRefusal'>;
  readonly now: number;
};

/** The gate of one bot at one instant: `open`, or the first thing that is missing. */
export function gateOf({ memory, bot, venue, now }: GateInput): GateAnswer {
  if (bot.state.status !== 'active' || bot.state.stop !== null || bot.state.isPaused) return 'botNotActive';
  if (!memory.isConnected) return 'disconnected';
  return accountGate(memory, venue) ?? freshnessGate(memory, bot, now) ?? leverageGate(bot) ?? 'open';
}

function accountGate(memory: AccountMemory, venue: GateInput['venue']): GateAnswer | null {
  return memory.account === null ? 'accountUnread' : venue.accountRefusal(memory.account.value);
}

function freshnessGate(memory: AccountMemory, bot: Bot, now: number): GateAnswer | null {
  if (memory.snapshot === null) return 'noSnapshot';
  if (now - memory.snapshot.startedAt > snapshotMaxAgeMs) return 'staleSnapshot';
  const ticker = memory.tickers.get(bot.config.instrument.id);
  if (ticker === undefined || now - ticker.receivedAt > priceMaxAgeMs) return 'stalePrice';
  if (shownSize(memory, bot) !== openSize(bot.state)) return 'positionDiffers';
  const isUnknown = tracksOf(memory, bot.row.botId).some(
    (track) => track.state === 'unknown' || track.state === 'sent',
  );
  return isUnknown ? 'orderUnknown' : null;
}

function leverageGate(bot: Bot): GateAnswer | null {
  if (bot.leverage === null) return 'leverageUnread';
  return compareDecimals(bot.leverage.value, bot.config.leverage) === 0 ? null : 'leverageDiffers';
}
