// Counts the accounts without a private stream, and finds the age of the oldest reading, for the metrics and the health report.
import { healthReason, type HealthReason } from '@rondo/contract';
import type { AccountSnapshot } from '@rondo/engine';
import type { HandshakeFigures } from '@rondo/exchange';
import { serverLimits } from '../limits.ts';

/** The figures of the accounts that this process trades. An account whose key is refused or being replaced and an account that another node trades are not counted. */
export interface StreamFigures {
  readonly accounts: number;
  readonly withoutStream: number;
  readonly withPositionWithoutStream: number;
  /** For each account without a stream: the time without a stream, in ms. */
  readonly blindMs: readonly number[];
  readonly oldestReadingMs: number;
  /** Bots that are not managed, because an error in their data or of the program froze them. */
  readonly frozenBots: number;
  /** Open orders with a client id of ours and without an intent. */
  readonly orphanOrders: number;
}

/** Returns the figures of the accounts. */
export function streamFigures(snapshots: readonly AccountSnapshot[]): StreamFigures {
  const blind = snapshots.filter((snapshot) => snapshot.blindMs !== null);
  return {
    accounts: snapshots.length,
    withoutStream: blind.length,
    withPositionWithoutStream: blind.filter((snapshot) => snapshot.hasPosition).length,
    blindMs: blind.flatMap((snapshot) => snapshot.blindMs ?? []),
    oldestReadingMs: Math.max(0, ...snapshots.map((snapshot) => snapshot.readingAgeMs)),
    frozenBots: snapshots.reduce((sum, snapshot) => sum + snapshot.frozenBots, 0),
    orphanOrders: snapshots.reduce((sum, snapshot) => sum + snapshot.orphanOrders, 0),
  };
}

/**
 * Returns a reason when more than `blindShare` of the accounts have had no stream for `blindAfterMs`, otherwise null. While handshakes wait, and for
 * `blindAfterMs` after that, an account has more time: the time in which the address can make the handshakes of all accounts at its present rate, and, while handshakes
 * succeed, the time until as many sockets have opened as there are accounts, because the rate may have been lower before.
 */
export function streamProblem(figures: StreamFigures, handshakes: HandshakeFigures): HealthReason | null {
  const { accounts } = figures;
  const { waitedAgoMs, openedWithin, perSecond } = handshakes;
  const isQueueing = waitedAgoMs !== null && waitedAgoMs < serverLimits.blindAfterMs;
  const graceMs = isQueueing ? (accounts / perSecond) * 1_000 : 0;
  const isProgress = isQueueing && openedWithin(serverLimits.blindAfterMs) > 0;
  const hadItsTurn = (blindMs: number): boolean => !isProgress || openedWithin(blindMs) >= accounts;
  const isBlind = (blindMs: number): boolean => blindMs >= serverLimits.blindAfterMs + graceMs && hadItsTurn(blindMs);
  const blind = figures.blindMs.filter(isBlind).length;
  if (blind <= accounts * serverLimits.blindShare) return null;
  const waiting = Object.values(handshakes.waiting).reduce((sum, count) => sum + count, 0);
  return healthReason('blind', { count: blind, accounts, waiting, opening: handshakes.opening });
}

/** Returns a reason for each fact that limits the work of a ready engine. */
export function degradedReasons({
  accounts,
  withoutStream,
  frozenBots,
  orphanOrders,
}: StreamFigures): readonly HealthReason[] {
  return [
    ...(withoutStream === 0 ? [] : [healthReason('no_stream', { count: withoutStream, accounts })]),
    ...(frozenBots === 0 ? [] : [healthReason('frozen_bots', { count: frozenBots })]),
    ...(orphanOrders === 0 ? [] : [healthReason('orphan_orders', { count: orphanOrders })]),
  ];
}
