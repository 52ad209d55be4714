// Builders for the unit tests of the engine: a small ladder, its bot, order records and a transaction of facts.
import { createHmac } from 'node:crypto';
import { decimal, lots, ratio, ticks } from '@rondo/decimal';
import { encode, type BotConfig, type DesiredOrder } from '@rondo/strategy';
import { botConfig, fakeVenue } from '@rondo/testkit';
import { newBatch, type FactContext } from '../src/facts/batch.ts';
import { emptyMemory, type AccountMemory } from '../src/memory/account-memory.ts';
import { newBotMemory, type BotMemory } from '../src/memory/bot-memory.ts';
import { finishedOrder, newActiveOrder, type ActiveOrder, type FinishedOrder } from '../src/memory/order-record.ts';
import { clientOrderId } from '../src/orders/client-order-id.ts';
import type { TerminalState } from '../src/orders/order-state.ts';
import { payloadOf } from '../src/orders/payload.ts';
import type {
  AccountJournal,
  BillReport,
  BotEventRow,
  BotRow,
  FillReport,
  OrderReport,
  PositionReport,
  SlotKey,
  StoredFill,
} from '../src/ports/index.ts';

/** The keyed hash that all unit tests use. */
export const keyedHash = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');

/**
 * The configuration of a bot with three steps and a step distance of 1 %. Its figures are small enough to be checked by
 * hand.
 */
export const smallLadder: BotConfig = botConfig({
  allocation: decimal('1000'),
  leverage: decimal('5'),
  martinSteps: 3,
  stepDistance: ratio(1n, 100n),
});

/** Returns the row of bot 7 of account `a`, created at the time 500. */
export function botRow(config: BotConfig = smallLadder): BotRow {
  return {
    botId: 'bot',
    botNumber: 7,
    accountId: 'a',
    instrumentId: config.instrument.id,
    config: JSON.stringify(encode(config)),
    createdAt: 500,
  };
}

/** The functions of a restore whose journal has no further events. */
export const foldDeps = {
  keyedHash,
  journal: { readEvents: () => Promise.resolve([]) },
  exchange: { venue: fakeVenue },
};

/** Returns the stored data of account `a` with one bot and these events. */
export function storedJournal({
  events = [],
  row = botRow(),
  ...changes
}: Partial<AccountJournal> & { readonly events?: readonly BotEventRow[]; readonly row?: BotRow }): AccountJournal {
  const bot = {
    row,
    events,
    checkpoint: null,
    recentKeys: [],
    lastPosition: events.length,
    waits: '',
    frozenCloses: 0,
  };
  return {
    accountId: 'a',
    epoch: 1n,
    bots: [bot],
    openIntents: [],
    reportedFills: [],
    cancelledClientIds: [],
    outsideFills: [],
    unappliedFills: [],
    unreadableRows: [],
    fillCursor: null,
    billCursor: null,
    ...changes,
  };
}

/** Returns a memory of account `a` with one bot. */
export function memoryWithBot(now: number, config: BotConfig = smallLadder): { memory: AccountMemory; bot: BotMemory } {
  const memory = emptyMemory('a', now);
  const bot = newBotMemory(botRow(config));
  memory.bots.set(bot.row.botId, bot);
  return { memory, bot };
}

/** Returns a transaction of facts on the fake venue. */
export function factsAt(memory: AccountMemory, now: number): FactContext {
  return { memory, batch: newBatch(memory, now), keyedHash, venue: fakeVenue, venueNow: now };
}

/** The desired entry of step 2 and the desired base exit. */
export const desiredEntry: DesiredOrder = {
  slot: { kind: 'entry', round: 1, step: 2 },
  generation: 0,
  side: 'buy',
  type: 'limit',
  price: ticks(200_000n),
  lots: lots(100n),
  reduces: false,
};
export const desiredExit: DesiredOrder = {
  slot: { kind: 'baseExit', round: 1, step: 0 },
  generation: 0,
  side: 'sell',
  type: 'limit',
  price: ticks(210_000n),
  lots: lots(50n),
  reduces: true,
};

/** Returns the slot of a desired order of bot 7. */
export function slotOf(desired: DesiredOrder): SlotKey {
  return { ...desired.slot, generation: desired.generation, botId: 'bot', botNumber: 7 };
}

/** Returns the active record of a desired order that rests on the exchange. */
export function liveOrder(
  desired: DesiredOrder,
  changes: Partial<ActiveOrder> = {},
  config: BotConfig = smallLadder,
): ActiveOrder {
  const slot = slotOf(desired);
  const clientId = clientOrderId(slot, keyedHash);
  const { side, type, price, lots: size, reduces } = desired;
  const payload = payloadOf(config.instrument, config.direction, { ...desired, clientId });
  const placement = { intentIds: [`${clientId}/1p`], sentAt: 0, deadlineAt: 0 };
  const wanted = { slot, clientId, side, type, price, lots: size, reduces, payload, placement };
  const order = newActiveOrder(config, wanted);
  return { ...order, state: 'live', journalState: 'live', ...changes };
}

/** Returns the finished record of a desired order whose end was reported to the bot. */
export function endedOrder(desired: DesiredOrder, state: TerminalState): FinishedOrder {
  return finishedOrder(liveOrder(desired), state);
}

/** Returns the report of the exchange for a resting order without a fill. */
export function reportOf(order: Pick<ActiveOrder, 'clientId' | 'side' | 'price' | 'lots'>): OrderReport {
  return {
    instrumentId: smallLadder.instrument.id,
    venueOrderId: '9',
    clientId: order.clientId,
    side: order.side,
    positionSide: 'net',
    state: 'live',
    trigger: false,
    price: order.price,
    lots: order.lots,
    filledLots: lots(0n),
    cancelSource: '',
    createdAt: 0,
    updatedAt: 0,
  };
}

/** Returns a fill of the order with this client id. When the client id is '', the fill is an outside fill. */
export function fillOf(clientId: string, fillId: string, changes: Partial<FillReport> = {}): FillReport {
  return {
    instrumentId: smallLadder.instrument.id,
    fillId,
    venueOrderId: '9',
    clientId,
    side: 'buy',
    positionSide: 'net',
    price: ticks(200_000n),
    lots: lots(10n),
    fee: decimal('0.01'),
    liquidity: 'maker',
    kind: 'trade',
    billId: 'seq-1',
    at: 1_000,
    ...changes,
  };
}

/** Returns a position on the instrument of the small ladder with no lots and no prices, except for the given fields. */
export function positionOf(changes: Partial<PositionReport> = {}): PositionReport {
  return {
    instrumentId: smallLadder.instrument.id,
    positionSide: 'net',
    lots: 0n,
    averagePrice: null,
    markPrice: null,
    liquidationPrice: null,
    unrealisedPnl: null,
    leverage: null,
    updatedAt: 0,
    ...changes,
  };
}

/** Returns a funding bill on the instrument of the small ladder, at the creation of its bot. */
export function billOf(billId: string, changes: Partial<BillReport> = {}): BillReport {
  return {
    billId,
    instrumentId: smallLadder.instrument.id,
    clientId: '',
    fillId: '',
    kind: 'funding',
    balanceChange: decimal('-0.5'),
    pnl: decimal('-0.5'),
    fee: decimal('0'),
    at: 500,
    ...changes,
  };
}

/** Returns the stored row of a fill that no order of ours caused. */
export function storedOutside(fill: FillReport): StoredFill {
  return { ...fill, botId: null, slot: null, tickSz: null, lotSz: null };
}
