// Calculates when the account is read. The account is read often while an order or a position is in doubt or the
// private stream is lost. Otherwise the account is read rarely.
import { openSize } from '@rondo/strategy';
import {
  darkReadingMaxMs,
  listingEveryMs,
  readingGapMs,
  readingJitterShare,
  readingRetryMs,
  refusedReadEveryMs,
  slowReadEveryMs,
  slowReadGapMs,
  snapshotDoubtEveryMs,
  snapshotFlatEveryMs,
  snapshotOpenEveryMs,
} from '../limits.ts';
import { shownSize, type AccountMemory } from '../memory/account-memory.ts';

/** Returns true when the next snapshot is due. */
export function isSnapshotDue(memory: AccountMemory, now: number): boolean {
  return now >= snapshotDueAt(memory);
}

/** Returns the time at which the next snapshot is due, in local epoch ms. */
export function snapshotDueAt(memory: AccountMemory): number {
  const { snapshotTriedAt, isSnapshotWanted, readingPhase } = memory;
  if (snapshotTriedAt === null) return 0;
  // A snapshot that begins in the millisecond of a fact does not prove that it contains the fact.
  const afterFacts = Math.max(0, ...[...memory.bots.values()].map((bot) => bot.lastFactAt + 1));
  const hasFailed = hasSnapshotFailed(memory);
  if (isSnapshotWanted || hasFailed)
    return Math.max(afterFacts, snapshotTriedAt + (hasFailed ? snapshotRetryMs(memory) : readingGapMs));
  return snapshotTriedAt + jittered(readingPhase, snapshotIntervalMs(memory));
}

/** Returns true when the latest snapshot is not complete. It is then repeated without a request. */
export function hasSnapshotFailed({ snapshot, snapshotTriedAt }: AccountMemory): boolean {
  return snapshotTriedAt !== null && (snapshot === null || snapshot.startedAt < snapshotTriedAt);
}

/**
 * Returns the time at which the open orders are listed without the other parts of a snapshot, in local epoch ms. Only an
 * account with a position and a healthy private stream is listed between two snapshots.
 */
export function listingDueAt(memory: AccountMemory): number {
  const { snapshot, listedAt, readingPhase } = memory;
  if (snapshot === null || snapshotIntervalMs(memory) !== snapshotOpenEveryMs) return Infinity;
  return Math.max(listedAt, snapshot.startedAt) + jittered(readingPhase, listingEveryMs);
}

function jittered(readingPhase: number, durationMs: number): number {
  return Math.round(durationMs * (1 + readingJitterShare * (2 * readingPhase - 1)));
}

/**
 * Returns the wait before a failed reading is repeated, in ms. The wait is `usualMs` while the exchange responds. While
 * every request fails, the wait doubles with each snapshot, because all accounts would otherwise repeat all their
 * readings every second during a maintenance of the exchange.
 */
export function retryAfterMs({ darkSnapshots }: Pick<AccountMemory, 'darkSnapshots'>, usualMs: number): number {
  if (darkSnapshots === 0) return usualMs;
  return Math.max(usualMs, doubledMs(darkSnapshots));
}

// The exchange can refuse one kind of requests for many minutes, and a request during a ban can make the ban longer. The
// snapshots of an account without a part of its responses therefore wait like those of an account without any response.
function snapshotRetryMs({ darkSnapshots, partialSnapshots }: AccountMemory): number {
  return doubledMs(Math.max(1, darkSnapshots, partialSnapshots));
}

function doubledMs(count: number): number {
  return Math.min(readingRetryMs * 2 ** (count - 1), darkReadingMaxMs);
}

/**
 * Returns the time between two snapshots without jitter, in ms. While the private stream is connected, pushes report
 * every change, and a snapshot only verifies the pushes. Source: decision 59.
 */
export function snapshotIntervalMs(memory: AccountMemory): number {
  if (!memory.isConnected || hasDoubt(memory)) return snapshotDoubtEveryMs;
  const hasPosition = [...memory.bots.values()].some((bot) => openSize(bot.state) > 0n);
  return hasPosition ? snapshotOpenEveryMs : snapshotFlatEveryMs;
}

/**
 * Returns a duration that the jitter has shortened. Readings of all accounts begin with the start of the node, so without jitter they
 * would all be repeated at the same time.
 */
export function shortened({ readingPhase }: Pick<AccountMemory, 'readingPhase'>, durationMs: number): number {
  return Math.round(durationMs * (1 - readingJitterShare * readingPhase));
}

/** Returns the time at which the next reading of the account settings and the bills is due, in local epoch ms. */
export function slowReadDueAt(memory: AccountMemory): number {
  const { slowTriedAt, isSlowReadWanted, slowReadAt, isTradeRefused } = memory;
  if (slowTriedAt === null) return 0;
  const isComplete = slowReadAt !== null && slowReadAt >= slowTriedAt;
  if (isSlowReadWanted || !isComplete) return slowTriedAt + retryAfterMs(memory, slowReadGapMs);
  return slowTriedAt + (isTradeRefused ? refusedReadEveryMs : shortened(memory, slowReadEveryMs));
}

/**
 * Returns true while an order or a command has no known outcome, an orphan order is open, a bot has not started, a round
 * is being closed, or a position differs from the open size of its bot.
 */
export function hasDoubt(memory: AccountMemory): boolean {
  if (memory.orphans.size > 0) return true;
  for (const order of memory.orders.active()) {
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
