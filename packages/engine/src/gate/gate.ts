// The gate for orders that can enlarge a position (I07). Every result other than `open` is the first condition that is
// not met.
import { compareDecimals } from '@rondo/decimal';
import { holdLevelOf, openingEnd, openSize } from '@rondo/strategy';
import { accountMaxAgeMs, snapshotMaxAgeMs } from '../limits.ts';
import type { AccountRefusal, AccountReport, OrderReport, Venue } from '../ports/index.ts';
import { activeOrdersOf, shownSize, type AccountMemory, type Snapshot } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { isChangeNear, isTraded } from '../instruments/trading-state.ts';
import { entryPriceOf, type PriceRefusal } from './entry-price.ts';
import type { DecisionTime } from './fresh-price.ts';

/** `open`, or the reason why no order that can enlarge the position may be sent now. */
export type GateResult =
  | 'open'
  | 'clockUnknown'
  | 'noSnapshot'
  | 'staleSnapshot'
  | PriceRefusal
  | 'instanceFrozen'
  | 'orphanOrder'
  | 'positionDiffers'
  | 'orderUnknown'
  | 'accountUnread'
  | 'staleAccount'
  | 'positionModeDiffers'
  | AccountRefusal
  | 'leverageUnread'
  | 'leverageDiffers'
  | 'instrumentNotTraded'
  | 'instrumentChanges'
  | 'botHeld'
  | 'signalExpired'
  | 'botNotActive';

/** The input of the gate. */
export type GateInput = DecisionTime & {
  readonly memory: AccountMemory;
  readonly bot: BotMemory;
  readonly venue: Pick<Venue, 'accountRefusal'>;
  readonly isInstanceFrozen: boolean;
};

/** Returns the result of the gate for one bot. */
export function gateOf(input: GateInput): GateResult {
  const { memory, bot, venueNow, now } = input;
  if (bot.state.status !== 'active' || bot.state.stop !== null) return 'botNotActive';
  if (holdLevelOf(bot.state) === 'entries') return 'botHeld';
  if (Math.max(now, venueNow ?? now) > (openingEnd(bot.state) ?? Number.POSITIVE_INFINITY)) return 'signalExpired';
  if (!isTraded(memory, bot)) return 'instrumentNotTraded';
  if (input.isInstanceFrozen) return 'instanceFrozen';
  if (memory.orphans.size + memory.suspects.size > 0) return 'orphanOrder';
  if (venueNow === null) return 'clockUnknown';
  if (isChangeNear(memory, bot, venueNow)) return 'instrumentChanges';
  const { account } = memory;
  if (account === null) return 'accountUnread';
  if (now - account.readAt > accountMaxAgeMs) return 'staleAccount';
  return (
    input.venue.accountRefusal(account.value) ??
    snapshotGate(input, account.value) ??
    priceGate(input) ??
    positionGate(input) ??
    leverageGate(bot)
  );
}

// While the private stream is lost, only a reading shows the changes since the loss, so the snapshot must have begun
// after the loss.
function snapshotGate({ memory, now }: GateInput, account: AccountReport): GateResult | null {
  if (memory.snapshot === null) return 'noSnapshot';
  const { startedAt } = memory.snapshot;
  if (now - startedAt > snapshotMaxAgeMs) return 'staleSnapshot';
  if (startedAt <= (memory.streamLostAt ?? 0)) return 'staleSnapshot';
  return showsOtherMode(memory.snapshot, account) ? 'positionModeDiffers' : null;
}

// The snapshot and the account settings are two readings. When a position or an order of the snapshot belongs to the
// other position mode, the owner of the account changed the mode between the readings. An order with the old mode could
// then open a position on the other side.
function showsOtherMode({ positions, openOrders }: Snapshot, { positionMode }: AccountReport): boolean {
  const rows = [
    ...positions.filter(({ lots }) => lots !== 0n),
    ...openOrders.filter(({ unreadable }) => unreadable === undefined),
  ];
  return rows.some(({ positionSide }) => (positionSide === 'net') !== (positionMode === 'net'));
}

function priceGate({ memory, bot, ...times }: GateInput): GateResult | null {
  const price = entryPriceOf(memory, bot, times);
  return price.ok ? null : price.refusal;
}

function positionGate({ memory, bot }: GateInput): GateResult | null {
  if (shownSize(memory, bot) !== openSize(bot.state)) return 'positionDiffers';
  const orders = activeOrdersOf(memory, bot.row.botId);
  const isUnknown =
    orders.some(({ state }) => state === 'unknown' || state === 'sent') || hasUnreadableOrder(memory, bot);
  return isUnknown ? 'orderUnknown' : null;
}

function hasUnreadableOrder({ snapshot, orders }: AccountMemory, bot: BotMemory): boolean {
  const isUnreadable = ({ clientId, unreadable }: OrderReport): boolean =>
    unreadable !== undefined && orders.get(clientId)?.slot.botId === bot.row.botId;
  // Stryker disable next-line OptionalChaining: the size in the snapshot was compared before, so the snapshot is not null.
  return snapshot?.openOrders.some(isUnreadable) === true;
}

function leverageGate(bot: BotMemory): GateResult {
  if (bot.leverage === null) return 'leverageUnread';
  return compareDecimals(bot.leverage, bot.config.leverage) === 0 ? 'open' : 'leverageDiffers';
}
