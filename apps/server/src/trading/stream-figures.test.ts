// Tests of the stream figures: which accounts count, and when the health report shows a problem.
import { healthReason } from '@rondo/contract';
import { expect, test } from 'vitest';
import type { AccountSnapshot } from '@rondo/engine';
import type { HandshakeFigures } from '@rondo/exchange';
import { serverLimits } from '../limits.ts';
import { degradedReasons, streamFigures, streamProblem } from './stream-figures.ts';

const { blindAfterMs } = serverLimits;

function accounts(count: number, changes: Partial<AccountSnapshot> = {}): AccountSnapshot[] {
  const one: AccountSnapshot = {
    account: null,
    balance: null,
    positions: [],
    frozenBots: 0,
    orphanOrders: 0,
    reserved: '0',
    isConnected: true,
    isLeaseHeld: true,
    epoch: 1n,
    balanceAgeMs: 0,
    positionsAgeMs: 0,
    readingAgeMs: 1_000,
    blindMs: null,
    hasPosition: false,
    waits: {},
    coveredLosses: {},
    surpluses: {},
    ...changes,
  };
  return Array.from({ length: count }, () => one);
}

const quiet: HandshakeFigures = {
  waiting: { managed: 0, private: 0, business: 0, public: 0 },
  oldestWaitMs: null,
  waitedAgoMs: null,
  opening: 0,
  openedWithin: () => 0,
  isSlowed: false,
  perSecond: 2,
};

function problemOf(
  blind: number,
  seeing: number,
  { blindMs = blindAfterMs, handshakes = quiet } = {},
): ReturnType<typeof streamProblem> {
  return streamProblem(streamFigures([...accounts(blind, { blindMs }), ...accounts(seeing)]), handshakes);
}

test('the figures count the accounts without a stream and the accounts without a stream that have a position, and they have the age of the oldest reading', () => {
  const figures = streamFigures([
    ...accounts(2, { blindMs: 5 }),
    ...accounts(1, { frozenBots: 1, orphanOrders: 2, blindMs: 7, hasPosition: true, readingAgeMs: 9_000 }),
    ...accounts(4, { hasPosition: true }),
  ]);
  expect(figures).toEqual({
    accounts: 7,
    withoutStream: 3,
    withPositionWithoutStream: 1,
    blindMs: [5, 5, 7],
    oldestReadingMs: 9_000,
    frozenBots: 1,
    orphanOrders: 2,
  });
});

test('streamProblem returns a problem when more than five percent of the accounts have had no stream for thirty seconds', () => {
  expect(problemOf(5, 95)).toBeNull();
  const quietly = { count: 6, accounts: 100, waiting: 0, opening: 0 };
  expect(problemOf(6, 94)).toEqual(healthReason('blind', quietly));
  expect(problemOf(6, 94, { blindMs: blindAfterMs - 1 })).toBeNull();
  expect(streamProblem(streamFigures([]), quiet)).toBeNull();
});

test('while handshakes wait, the thirty seconds are extended by the time in which the address can make the handshakes of all accounts', () => {
  const handshakes = { ...quiet, oldestWaitMs: 1, waitedAgoMs: 0 };
  expect(problemOf(500, 0, { handshakes, blindMs: blindAfterMs + 249_999 })).toBeNull();
  expect(problemOf(500, 0, { handshakes, blindMs: blindAfterMs + 250_000 })).not.toBeNull();
});

test('when the last handshake has begun, the accounts whose handshakes have waited keep their additional time for thirty seconds', () => {
  const waited = (waitedAgoMs: number): typeof quiet => ({ ...quiet, waitedAgoMs, opening: 9 });
  expect(problemOf(19, 210, { handshakes: waited(blindAfterMs - 1), blindMs: blindAfterMs + 100_000 })).toBeNull();
  expect(problemOf(19, 210, { handshakes: waited(blindAfterMs), blindMs: blindAfterMs + 100_000 })).toEqual(
    healthReason('blind', { count: 19, accounts: 229, waiting: 0, opening: 9 }),
  );
});

test('while handshakes wait and succeed, an account is blind only when as many sockets as there are accounts have opened since it lost its stream', () => {
  const blindMs = blindAfterMs + 229 * 500;
  const problemAfter = (opened: number, recent = 1): ReturnType<typeof streamProblem> => {
    const openedWithin = (ms: number): number => (ms === blindMs ? opened : recent);
    return problemOf(19, 210, { handshakes: { ...quiet, oldestWaitMs: 1, waitedAgoMs: 0, openedWithin }, blindMs });
  };
  expect(problemAfter(228)).toBeNull();
  expect(problemAfter(229)).not.toBeNull();
  expect(problemAfter(228, 0)).not.toBeNull();
});

test('each figure above zero that limits the engine is a reason of the health report', () => {
  expect(degradedReasons(streamFigures(accounts(3)))).toEqual([]);
  const limited = accounts(1, { frozenBots: 2, orphanOrders: 3, blindMs: 1 });
  expect(degradedReasons(streamFigures([...limited, ...accounts(3)]))).toEqual([
    healthReason('no_stream', { count: 1, accounts: 4 }),
    healthReason('frozen_bots', { count: 2 }),
    healthReason('orphan_orders', { count: 3 }),
  ]);
});
