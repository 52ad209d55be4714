// Tests of an unreadable position in a snapshot. It proves nothing about the bot of its instrument, and the snapshot is valid for all other bots.
import { createVirtualClock, botConfig, botRunning } from '@rondo/testkit';
import { openSize } from '@rondo/strategy';
import { expect, test } from 'vitest';
import { newBatch } from '../../src/facts/batch.ts';
import { applyOutsideChanges } from '../../src/facts/outside-changes.ts';
import { flatAfterMs } from '../../src/limits.ts';
import { hasAnyPosition, shownSize } from '../../src/memory/account-memory.ts';
import { frozenRow } from '../../src/memory/frozen-bot.ts';
import { nextFrozenStop } from '../../src/orders/frozen-stop.ts';
import { startSnapshot } from '../../src/readings/snapshot.ts';
import { finishReadings, openActorWorld } from '../actor-world.ts';
import { botRow, keyedHash, positionOf } from '../builders.ts';
import { createFakeExchange } from '../fake-exchange.ts';

const now = 1_000_000;
const row = botRow(botConfig());
const unreadable = positionOf({ instrumentId: row.instrumentId, unreadable: 'pos is no number' });
const other = positionOf({ instrumentId: 'OTHER-USDT-SWAP', lots: 7n });

function openWorld() {
  const real = createFakeExchange(createVirtualClock(now), 1n);
  const positions = async () => ({ ok: true, value: [unreadable, other], startedAt: now + 1 }) as const;
  return openActorWorld(now, { ...real, positions });
}

test('a snapshot with an unreadable position is stored, its readable positions are shown, and the log has one line', async () => {
  const { memory, context } = openWorld();
  for (let count = 0; count < 2; count += 1) {
    memory.snapshotTriedAt = null;
    startSnapshot(context);
    await finishReadings(context);
  }
  expect(memory.snapshot?.positions).toEqual([unreadable, other]);
  expect(memory.positions?.value).toEqual([other]);
  expect([...memory.unreadableKeys]).toEqual([`position:${row.instrumentId}:pos is no number`]);
});

test('an unreadable position has no size, counts as a position when the leverage is set, and is no change from outside', () => {
  const { memory, bot } = openWorld();
  bot.state = botRunning();
  bot.config = bot.state.config;
  for (let at = now; at < now + 2 * flatAfterMs; at += 1_000) {
    memory.snapshot = { startedAt: at + 1, positions: [unreadable], openOrders: [] };
    const batch = newBatch(memory, at + 1);
    expect(applyOutsideChanges({ memory, batch }, bot)).toBe(false);
    expect([bot.difference, batch.logs]).toEqual([null, []]);
  }
  expect([shownSize(memory, bot), hasAnyPosition(memory, row.instrumentId)]).toEqual([null, true]);
  memory.snapshot = { startedAt: now, positions: [other], openOrders: [] };
  expect([shownSize(memory, bot), hasAnyPosition(memory, row.instrumentId)]).toEqual([0n, false]);
  expect(openSize(bot.state)).toBeGreaterThan(0n);
});

test('the stop of a frozen bot waits while its position is unreadable, and ends when its owner wants to keep the position', () => {
  const { memory } = openWorld();
  memory.bots.clear();
  memory.snapshot = { startedAt: now, positions: [unreadable], openOrders: [] };
  const stepOf = (closePosition: boolean): string =>
    nextFrozenStop(memory, { ...frozenRow(row, 'broken'), stop: { closePosition } }, keyedHash).kind;
  expect([stepOf(true), stepOf(false)]).toEqual(['wait', 'end']);
  memory.snapshot = {
    startedAt: now,
    positions: [{ ...positionOf({ instrumentId: row.instrumentId }), lots: 5n }],
    openOrders: [],
  };
  expect(stepOf(true)).toBe('close');
});
