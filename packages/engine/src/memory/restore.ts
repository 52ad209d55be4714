// Building the memory again from the journal: bots by replaying their events, orders from intents without a known end.
import { decodeEvent, desiredOrders, step, type BotState } from '@rondo/strategy';
import { botOnInstrument } from '../facts/attribution.ts';
import { clientOrderId, type KeyedHash } from '../orders/client-order-id.ts';
import { countOutsideCancel, noteOutside } from '../facts/facts.ts';
import { newBotMemory, slotName, type AccountMemory, type Bot, type Track } from './account-memory.ts';
import { readPayload } from '../orders/payload.ts';
import type { AccountJournal, BotEventRow, BotRow, FillReport, IntentRow, SlotKey } from '../ports/index.ts';
import { newTrack } from '../orders/send.ts';

/** Fills the memory from the journal. Answers the ids of amend and cancel intents whose order has already ended. */
export function restore(memory: AccountMemory, journal: AccountJournal, keyedHash: KeyedHash): readonly string[] {
  memory.fillCursor = journal.fillCursor;
  memory.billCursor = journal.billCursor;
  const toldLots = new Map<string, bigint>();
  for (const { row, events } of journal.bots) {
    const bot = restoreBot(row, events, (slot, lots) => {
      const id = clientOrderId(slot, keyedHash);
      toldLots.set(id, (toldLots.get(id) ?? 0n) + lots);
    });
    memory.bots.set(row.botId, bot);
    for (const key of bot.keys) {
      if (key.startsWith('fill:')) memory.fillKeys.add(key);
      if (key.startsWith('bill:')) memory.billIds.add(key.slice('bill:'.length));
    }
  }
  for (const fill of journal.outsideFills) restoreOutside(memory, fill);
  for (const bot of memory.bots.values()) forgetTold(bot);
  for (const intent of journal.openIntents) if (intent.verb === 'place') restorePlace(memory, intent, toldLots);
  return journal.openIntents
    .filter((intent) => intent.verb !== 'place' && !restoreChange(memory, intent))
    .map((intent) => intent.id);
}

/** A bot as its events made it: the fold of the journal and nothing else. */
export function restoreBot(
  row: BotRow,
  events: readonly BotEventRow[],
  onFill: (slot: SlotKey, lots: bigint) => void = () => undefined,
): Bot {
  const bot = newBotMemory(row);
  let state: BotState = bot.state;
  for (const each of events) {
    const event = decodeEvent(JSON.parse(each.body));
    state = step(state, event).state;
    bot.keys.add(each.key);
    bot.position = each.position;
    if (event.kind === 'fill')
      onFill({ ...event.slot, generation: event.generation, botId: row.botId, botNumber: row.botNumber }, event.lots);
    if (event.kind === 'orderClosed' && each.key.endsWith(':user'))
      countOutsideCancel(bot, slotName(event.slot), event.slot.kind !== 'entry');
  }
  bot.state = state;
  bot.desired = desiredOrders(state);
  return bot;
}

// A closing from outside may have been seen and not yet told: its fills lie behind the cursor and would never be read again.
function restoreOutside(memory: AccountMemory, fill: FillReport): void {
  const bot = botOnInstrument(memory, fill.instrumentId);
  if (bot === null || fill.at < bot.row.createdAt) return;
  memory.fillKeys.add(`fill:${fill.instrumentId}:${fill.fillId}`);
  noteOutside(bot, fill);
}

// The key of a telling names the time of the last fill it knew: everything up to there was told.
function forgetTold(bot: Bot): void {
  const toldAt = [...bot.keys]
    .filter((key) => key.startsWith('outside:'))
    .reduce((latest, key) => Math.max(latest, Number(key.split(':')[2] ?? 0)), 0);
  bot.outsideFills = bot.outsideFills.filter((fill) => fill.at > toldAt);
}

function restorePlace(memory: AccountMemory, intent: IntentRow, toldLots: ReadonlyMap<string, bigint>): void {
  const bot = memory.bots.get(intent.slot.botId);
  if (bot === undefined) return;
  const known = memory.tracks.get(intent.clientId);
  if (known !== undefined) {
    known.placeIntentIds.push(intent.id);
    if (intent.sentAt > known.sentAt) Object.assign(known, { sentAt: intent.sentAt, deadlineAt: intent.deadlineAt });
    return;
  }
  const track = newTrack({
    bot,
    slot: intent.slot,
    clientId: intent.clientId,
    desired: readPayload(intent.payload),
    payload: intent.payload,
  });
  const told = toldLots.get(intent.clientId) ?? 0n;
  const state: Track['state'] =
    intent.state === 'live' || intent.state === 'partiallyFilled' ? intent.state : 'unknown';
  Object.assign(track, {
    placeIntentIds: [intent.id],
    state,
    written: intent.state,
    sentAt: intent.sentAt,
    deadlineAt: intent.deadlineAt,
    told,
    venueFilled: told,
    wasSeen: state !== 'unknown',
    mustAsk: true,
  });
  memory.tracks.set(intent.clientId, track);
}

// True when the order of the change is still tracked.
function restoreChange(memory: AccountMemory, intent: IntentRow): boolean {
  const track = memory.tracks.get(intent.clientId);
  if (track === undefined || intent.verb === 'place') return false;
  if (intent.verb === 'cancel') track.wasCancelAsked = true;
  if (track.command !== null && track.command.sentAt > intent.sentAt) return false;
  track.command = {
    verb: intent.verb,
    intentId: intent.id,
    state: 'unknown',
    sentAt: intent.sentAt,
    deadlineAt: intent.deadlineAt,
    price: track.price,
    lots: track.lots,
  };
  return true;
}
