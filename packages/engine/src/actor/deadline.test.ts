// Tests of the time of the next pass.
import { openSize } from '@rondo/strategy';
import { botRunning } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { blockForMargin } from '../gate/margin-block.ts';
import { leaseTtlMs, marginRetryMs, snapshotOpenEveryMs } from '../limits.ts';
import { desiredEntry, liveOrder, memoryWithBot } from '../../tests/builders.ts';
import { nextPassAt, nextReadingAt } from './deadline.ts';

const now = 1_000_000;

// An account that was read completely at `now`, with a bot whose entry was refused for lack of margin `ageMs` ago.
function waitingForMargin(ageMs: number) {
  const { memory, bot } = memoryWithBot(now);
  bot.state = botRunning();
  blockForMargin(bot, liveOrder(desiredEntry), now - ageMs);
  memory.isConnected = true;
  memory.isSnapshotWanted = false;
  memory.isSlowReadWanted = false;
  memory.snapshotTriedAt = now;
  const held = { instrumentId: bot.config.instrument.id, lots: openSize(bot.state), leverage: null, updatedAt: now };
  const prices = { averagePrice: null, markPrice: null, liquidationPrice: null, unrealisedPnl: null };
  const positions = [{ ...held, ...prices, positionSide: 'net' as const }];
  memory.snapshot = { startedAt: now, positions, openOrders: [] };
  memory.slowTriedAt = now;
  memory.slowReadAt = now;
  memory.renewedAt = now;
  bot.leverageTriedAt = now;
  bot.leverage = bot.config.leverage;
  bot.lastFactAt = 0;
  return memory;
}

test('an idle account whose bot waits for margin has no pass before its lease would expire', () => {
  expect(nextPassAt(waitingForMargin(0), { now, isIdle: true })).toBe(now + leaseTtlMs);
});

test('an idle account whose bot waits for margin has a pass when the bot may try its entry again without a rise of the margin', () => {
  expect(nextPassAt(waitingForMargin(marginRetryMs - 500), { now, isIdle: true })).toBe(now + 500);
});

test('a reading that is due needs no pass, and a reading that is due already is running', () => {
  const memory = waitingForMargin(0);
  const until = now + 10 * snapshotOpenEveryMs;
  const times: number[] = [];
  for (let at = nextReadingAt(memory, now); at < until; at = nextReadingAt(memory, at)) times.push(at);
  expect(times.length).toBeGreaterThan(1);
  expect(times.toSorted((a, b) => a - b)).toEqual(times);
  expect(nextPassAt(memory, { now, isIdle: true })).toBe(now + leaseTtlMs);
});
