// Tests of the mark board: one request serves all accounts, at most one request runs, and no request is sent without a
// listener.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import type { MarkReport } from '@rondo/engine/ports';
import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { markReadEveryMs } from '../../limits.ts';
import { createServerClock } from '../rest/server-clock.ts';
import { createMarkBoard } from './mark-board.ts';
import { createPriceRelay } from './price-relay.ts';

const accounts = 50;
const instrumentId = 'ETH-USDT-SWAP';

function openBoard(readAll: (now: number) => readonly unknown[] | null, delayMs = 0) {
  const clock = createVirtualClock();
  const requestedAt: number[] = [];
  const { log, events } = createTestLog();
  const board = createMarkBoard({
    clock,
    log,
    relay: createPriceRelay({
      clock,
      venueClock: createServerClock({ clock, log, ask: async () => null }),
      port: null,
    }),
    readAll: () => {
      requestedAt.push(clock.now());
      return new Promise((resolve) => void clock.after(delayMs, () => resolve(readAll(clock.now()))));
    },
  });
  return { clock, board, requestedAt, events };
}

function rowAt(now: number): unknown {
  return { instType: 'SWAP', instId: instrumentId, markPx: '2000.123', ts: String(now - 7) };
}

test('fifty accounts get their mark prices from one request every two seconds', async () => {
  const { clock, board, requestedAt } = openBoard(
    (now) => [rowAt(now), { instId: 'OTHER', markPx: 'x' }, null, 'row'],
    300,
  );
  const latest = new Map<number, MarkReport>();
  for (let account = 0; account < accounts; account += 1)
    board.watch(instrumentId, (mark) => void latest.set(account, mark));
  await clock.pass(markReadEveryMs * 10);
  expect([latest.size, requestedAt.length]).toEqual([accounts, 11]);
  const receivedAt = (requestedAt[9] ?? 0) + 300;
  expect(latest.get(0)).toEqual({ instrumentId, price: decimal('2000.123'), at: receivedAt - 7, receivedAt });
  board.close();
});

test('the next request starts only after the response to a slow request, and then immediately', async () => {
  const { clock, board, requestedAt } = openBoard((now) => [rowAt(now)], 3_000);
  const startAt = clock.now();
  const watching = board.watch(instrumentId, () => undefined);
  await clock.pass(6_500);
  expect(requestedAt).toEqual([startAt, startAt + 3_000, startAt + 6_000]);
  watching.close();
});

test('a failed request is repeated, an unreadable row is logged, and no request is sent after the last listener was removed', async () => {
  let isFailed = true;
  const { clock, board, requestedAt, events } = openBoard(() =>
    isFailed ? null : [{ instId: instrumentId, markPx: '' }],
  );
  const heard: MarkReport[] = [];
  const watching = board.watch(instrumentId, (mark) => void heard.push(mark));
  await clock.pass(markReadEveryMs * 3);
  expect(requestedAt).toHaveLength(4);
  isFailed = false;
  await clock.pass(markReadEveryMs);
  expect(events).toEqual(['okx.mark.unreadable']);
  watching.close();
  await clock.pass(markReadEveryMs * 3);
  expect([requestedAt.length, heard]).toEqual([5, []]);
  board.watch(instrumentId, () => undefined);
  await clock.pass(1);
  expect(requestedAt).toHaveLength(6);
  board.close();
});
