// The waits of the slots of a bot after refusals, and its reported position difference. These data steer orders, and the
// events of the bot do not contain them, so they are stored as a text whenever they change.
import { decode, encode } from '@rondo/strategy';
import { assert } from '../assert.ts';
import { backoffPatientMs } from '../limits.ts';
import type { BotMemory, MarginBlock } from './bot-memory.ts';

type StoredWaits = {
  readonly backoffs: readonly (readonly [string, { readonly until: number; readonly count: number }])[];
  readonly blocks: readonly (readonly [string, MarginBlock])[];
  readonly reportedLots: bigint | null; // The lots of the position difference that the log of the bot contains.
};

/**
 * Returns the stored text of the waits, or '' when the bot has none. The lowest available margin of a block is not
 * stored, because it changes often. A reading of the balance sets it again.
 */
export function formatWaits({ backoffs, blocks, difference }: BotMemory): string {
  const reportedLots = difference?.isReported === true ? difference.lots : null;
  if (backoffs.size === 0 && blocks.size === 0 && reportedLots === null) return '';
  const stored: StoredWaits = {
    backoffs: [...backoffs],
    blocks: [...blocks].map(([name, block]) => [name, { ...block, least: null }]),
    reportedLots,
  };
  return JSON.stringify(encode(stored));
}

/**
 * Restores the waits from their stored text. `now` is local time in epoch ms. A stored time can be far in the future when
 * the clock of the machine was ahead before the restart, so each wait is cut to its longest duration.
 */
export function restoreWaits(bot: BotMemory, text: string, now: number): void {
  bot.storedWaits = text;
  if (text === '') return;
  const waits = decode(JSON.parse(text));
  assert(isStoredWaits(waits), `The waits of bot ${bot.row.botId} are not readable.`);
  const latest = now + backoffPatientMs;
  for (const [name, { until, count }] of waits.backoffs)
    bot.backoffs.set(name, { until: Math.min(until, latest), count });
  for (const [name, block] of waits.blocks) bot.blocks.set(name, { ...block, since: Math.min(block.since, now) });
  // A snapshot from before the restart proves nothing, so the duration and the snapshots are counted from zero.
  if (waits.reportedLots !== null)
    bot.difference = { lots: waits.reportedLots, since: now, snapshots: 0, isReported: true };
}

/**
 * Counts a cancel by the user. A cancelled entry is skipped for the rest of the round. A cancelled exit is placed a
 * second time. After the second cancel, the exit is also skipped (reliability 4.7).
 */
export function countOutsideCancel(bot: BotMemory, name: string, reduces: boolean): void {
  const count = (bot.outsideCancels.get(name) ?? 0) + 1;
  bot.outsideCancels.set(name, count);
  if (!reduces || count > 1) bot.skippedSlots.add(name);
}

/** Deletes the waits of the slots of earlier rounds, because these slots get no order. */
export function forgetPastWaits({ backoffs, blocks, outsideCancels, skippedSlots, state }: BotMemory): void {
  for (const names of [backoffs, blocks, outsideCancels, skippedSlots])
    for (const name of names.keys()) if (roundOf(name) < state.roundsOpened) names.delete(name);
}

function roundOf(name: string): number {
  return Number(name.split('/')[1]);
}

// `formatWaits` wrote the text, so only the outermost shape is checked.
function isStoredWaits(value: unknown): value is StoredWaits {
  if (typeof value !== 'object' || value === null) return false;
  return 'backoffs' in value && Array.isArray(value.backoffs) && 'blocks' in value && Array.isArray(value.blocks);
}
