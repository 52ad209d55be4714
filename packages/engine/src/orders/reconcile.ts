// The difference between the orders that should exist and those that do, as commands in the order of work. Pure.
import type { DesiredOrder } from '@rondo/strategy';
import { clientOrderId, type KeyedHash } from './client-order-id.ts';
import { amendRefusalsMax } from '../limits.ts';
import { isBlocked } from '../gate/margin-block.ts';
import { slotName, type Bot, type Track } from '../memory/account-memory.ts';
import { isOpen } from './order-state.ts';
import { payloadOf } from './payload.ts';
import type { SlotKey } from '../ports/index.ts';

/** `forsake`: an order proven never placed is no longer wanted as it was, so its id is given up. */
export type Command =
  | {
      readonly kind: 'place';
      readonly bot: Bot;
      readonly slot: SlotKey;
      readonly clientId: string;
      readonly desired: DesiredOrder;
    }
  | { readonly kind: 'amend'; readonly bot: Bot; readonly track: Track; readonly desired: DesiredOrder }
  | { readonly kind: 'cancel'; readonly bot: Bot; readonly track: Track }
  | { readonly kind: 'forsake'; readonly bot: Bot; readonly track: Track };

export type ReconcileInput = {
  readonly bot: Bot;
  readonly tracks: readonly Track[]; // of this bot
  readonly now: number;
  readonly keyedHash: KeyedHash;
};

/** The commands of one bot, at most one per slot: closes, then cancels, then exits, then entries. */
export function reconcile(input: ReconcileInput): readonly Command[] {
  const { bot, tracks } = input;
  const wanted = new Map(bot.desired.map((desired) => [idOf(input, desired).clientId, desired]));
  const byId = new Map(tracks.map((track) => [track.clientId, track]));
  const changes = tracks.flatMap((track) => changeOf(input, track, wanted.get(track.clientId)));
  const busySlots = new Set(tracks.filter((track) => isBusy(track)).map((track) => slotName(track.slot)));
  const places = bot.desired.flatMap((desired) => {
    const { slot, clientId } = idOf(input, desired);
    return placeOf(input, {
      slot,
      clientId,
      desired,
      track: byId.get(clientId),
      isBusy: busySlots.has(slotName(slot)),
    });
  });
  return [...changes, ...places].sort((a, b) => rankOf(a) - rankOf(b));
}

/** Closes and stops first, then cancels, then what reduces, then what adds exposure. */
export function rankOf(command: Command): number {
  if (command.kind === 'forsake') return 0;
  if (command.kind === 'cancel') return command.track.reduces ? 2 : 1;
  if (command.kind === 'place' && command.slot.kind === 'close') return 3;
  return addsExposure(command) ? 5 : 4;
}

/** True for commands that can make the position larger. */
export function addsExposure(command: Command): boolean {
  if (command.kind === 'place') return !command.desired.reduces;
  return command.kind === 'amend' && !command.track.reduces && command.desired.lots > command.track.lots;
}

function isBusy(track: Track): boolean {
  return isOpen(track.state) || (!track.isEndTold && track.state !== 'never');
}

function changeOf(input: ReconcileInput, track: Track, desired: DesiredOrder | undefined): readonly Command[] {
  const { bot } = input;
  if (track.state === 'never') {
    const isSame =
      desired !== undefined &&
      payloadOf(track.instrument, input.bot.config.direction, { ...desired, clientId: track.clientId }) ===
        track.payload;
    return isSame ? [] : [{ kind: 'forsake', bot, track }];
  }
  if (track.command !== null || (track.state !== 'live' && track.state !== 'partiallyFilled')) return [];
  if (desired === undefined) return [{ kind: 'cancel', bot, track }];
  if (desired.type === 'ioc' || desired.type === 'market') return [];
  const isEqual = desired.price === track.price && desired.lots === track.lots;
  if (isEqual || isWaiting(input, track.slot)) return [];
  if (track.amendRefusals >= amendRefusalsMax) return [{ kind: 'cancel', bot, track }];
  // An amend below what has filled would be refused: the missing fills come first and change the plan.
  return desired.lots <= track.venueFilled ? [] : [{ kind: 'amend', bot, track, desired }];
}

type PlaceParts = {
  readonly slot: SlotKey;
  readonly clientId: string;
  readonly desired: DesiredOrder;
  readonly track: Track | undefined;
  readonly isBusy: boolean;
};

function placeOf(input: ReconcileInput, parts: PlaceParts): readonly Command[] {
  const { slot, clientId, desired, track } = parts;
  const { bot } = input;
  if (parts.isBusy || bot.skippedSlots.has(slotName(slot)) || isBlocked(bot, slot) || isWaiting(input, slot)) return [];
  if (track === undefined) return [{ kind: 'place', bot, slot, clientId, desired }];
  if (track.state !== 'never') return [];
  const isSame = payloadOf(track.instrument, bot.config.direction, { ...desired, clientId }) === track.payload;
  return isSame ? [{ kind: 'place', bot, slot, clientId, desired }] : [];
}

function isWaiting(input: ReconcileInput, slot: SlotKey): boolean {
  const backoff = input.bot.backoffs.get(slotName(slot));
  return backoff !== undefined && input.now < backoff.until;
}

function idOf(input: ReconcileInput, desired: DesiredOrder): { readonly slot: SlotKey; readonly clientId: string } {
  const { row } = input.bot;
  const slot: SlotKey = { ...desired.slot, generation: desired.generation, botId: row.botId, botNumber: row.botNumber };
  return { slot, clientId: clientOrderId(slot, input.keyedHash) };
}
