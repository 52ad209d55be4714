// Compares pushed positions with the open sizes of the bots.
import { compareDecimals } from '@rondo/decimal';
import { openSize } from '@rondo/strategy';
import { newerSnapshot, sizeIn, type AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { PositionReport } from '../ports/index.ts';

/**
 * Stores pushed positions for the views. Requests a snapshot when the position of a bot differs from its open size and
 * from the last snapshot. Makes a reading of the leverage due when the leverage has changed. Returns true when a reading
 * became due.
 */
export function notePushedPositions(memory: AccountMemory, pushed: readonly PositionReport[], now: number): boolean {
  const keys = new Set(pushed.map(keyOf));
  const others = memory.positions?.value.filter((each) => !keys.has(keyOf(each))) ?? [];
  memory.positions = { value: [...others, ...pushed.filter((each) => each.lots !== 0n)], readAt: now };
  for (const position of pushed)
    if (position.lots === 0n) memory.pushedAt.delete(keyOf(position));
    else memory.pushedAt.set(keyOf(position), now);
  let isReadingDue = false;
  for (const bot of memory.bots.values()) {
    const rows = pushed.filter((each) => each.instrumentId === bot.config.instrument.id);
    if (rows.length > 0 && isPositionNews(memory, bot, pushed)) {
      memory.isSnapshotWanted = true;
      isReadingDue = true;
    }
    const known = bot.leverage;
    if (known === null || rows.length === 0 || rows.some(({ leverage }) => leverage === null)) continue;
    if (rows.some(({ leverage }) => leverage !== null && compareDecimals(leverage, known) !== 0)) {
      bot.leverageTriedAt = null;
      isReadingDue = true;
    } else if (compareDecimals(known, bot.config.leverage) === 0) bot.leverageTriedAt = now;
  }
  return isReadingDue;
}

/**
 * Returns true when the position of a bot in `positions` asks for a snapshot. A position that contains lots of the user always differs from the open size
 * of the bot, so it must also differ from the last snapshot.
 */
export function isPositionNews(memory: AccountMemory, bot: BotMemory, positions: readonly PositionReport[]): boolean {
  const lots = sizeIn(positions, bot);
  if (lots === openSize(bot.state)) return false;
  const snapshot = newerSnapshot(memory, bot);
  return snapshot === null || sizeIn(snapshot.positions, bot) !== lots;
}

function keyOf({ instrumentId, positionSide }: Pick<PositionReport, 'instrumentId' | 'positionSide'>): string {
  return `${instrumentId}/${positionSide}`;
}

/** Returns the time of the latest push of the open position of a bot, or 0 when none was pushed. */
export function pushedAtOf({ pushedAt }: AccountMemory, { config }: Pick<BotMemory, 'config'>): number {
  const timeOf = (positionSide: 'net' | 'long' | 'short'): number =>
    pushedAt.get(keyOf({ instrumentId: config.instrument.id, positionSide })) ?? 0;
  return Math.max(timeOf('net'), timeOf(config.direction));
}
