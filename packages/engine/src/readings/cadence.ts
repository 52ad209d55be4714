// When the account is read: often while anything is in doubt, rarely while the private stream is healthy and nothing is.
import { openSize } from '@rondo/strategy';
import {
  readingGapMs,
  readingJitterShare,
  readingRetryMs,
  slowReadEveryMs,
  slowReadGapMs,
  snapshotDoubtEveryMs,
  snapshotFlatEveryMs,
  snapshotOpenEveryMs,
} from '../limits.ts';
import { shownSize, type AccountMemory } from '../memory/account-memory.ts';

/** True when the interval since the last snapshot has passed, or when a snapshot is wanted and the shortest gap has passed. */
export function isSnapshotDue(memory: AccountMemory, now: number): boolean {
  return now >= snapshotDueAt(memory);
}

/** Returns when the next snapshot is due, local epoch ms. */
export function snapshotDueAt(memory: AccountMemory): number {
  const { snapshotTriedAt, isSnapshotWanted, readingPhase } = memory;
  if (snapshotTriedAt === null) return 0;
  // A snapshot that begins in the millisecond of a fact does not prove that it contains the fact.
  const afterFacts = Math.max(0, ...[...memory.bots.values()].map((bot) => bot.lastFactAt + 1));
  const hasFailed = memory.snapshot === null || memory.snapshot.startedAt < snapshotTriedAt;
  if (isSnapshotWanted || hasFailed)
    return Math.max(afterFacts, snapshotTriedAt + (hasFailed ? readingRetryMs : readingGapMs));
  const share = 1 + readingJitterShare * (2 * readingPhase - 1);
  return snapshotTriedAt + Math.round(snapshotIntervalMs(memory) * share);
}

/**
 * Returns the time between two snapshots without jitter, ms. A snapshot is a verification while the private stream is healthy,
 * because pushes report every change. Source: decision 59.
 */
export function snapshotIntervalMs(memory: AccountMemory): number {
  if (!memory.isConnected || hasDoubt(memory)) return snapshotDoubtEveryMs;
  const hasPosition = [...memory.bots.values()].some((bot) => openSize(bot.state) > 0n);
  return hasPosition ? snapshotOpenEveryMs : snapshotFlatEveryMs;
}

/** Returns when the settings of the account and its bills are read again, local epoch ms. */
export function slowReadDueAt(memory: AccountMemory): number {
  const { slowTriedAt, isSlowReadWanted, slowReadAt } = memory;
  if (slowTriedAt === null) return 0;
  const isComplete = slowReadAt !== null && slowReadAt >= slowTriedAt;
  if (isSlowReadWanted || !isComplete) return slowTriedAt + slowReadGapMs;
  return slowTriedAt + slowReadEveryMs;
}

/** True while an order or a command has no known outcome, a round is being closed, or a position differs from the fills. */
export function hasDoubt(memory: AccountMemory): boolean {
  for (const order of memory.orders.values()) {
    if (order.kind !== 'active') continue;
    if (order.command !== null || order.state === 'sent' || order.state === 'unknown') return true;
  }
  for (const bot of memory.bots.values()) {
    if (bot.difference !== null || bot.state.status === 'idle') return true;
    const shown = shownSize(memory, bot);
    if (shown !== null && shown !== openSize(bot.state)) return true;
    if (bot.state.round !== null && bot.state.round.closing !== null) return true;
  }
  return false;
}
