// Positions that are not the bot's: closed, reduced, enlarged by hand, liquidated, or gone without a word.
import { createHmac } from 'node:crypto';
import { decimal, formatDecimal, lots, ticks } from '@rondo/decimal';
import { encode, netRealised, openSize, phaseOf } from '@rondo/strategy';
import { botConfig, botRunning } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { newBatch, type Batch } from './batch.ts';
import { noteOutside } from './facts.ts';
import { externalCloseAfterMs, flatAfterMs, outsideFillsMax } from '../limits.ts';
import { emptyMemory, newBotMemory, type AccountMemory, type Bot } from '../memory/account-memory.ts';
import { settleOutside } from './outside.ts';
import type { FillReport, PositionReport } from '../ports/index.ts';
import { restore } from '../memory/restore.ts';

const keyedHash = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
const begin = 1_000_000;
const row = {
  botId: 'bot',
  botNumber: 7,
  accountId: 'a',
  instrumentId: 'ETH-USDT-SWAP',
  config: JSON.stringify(encode(botConfig())),
  createdAt: 500,
};

class Desk {
  readonly memory: AccountMemory = emptyMemory('a', begin);
  readonly bot: Bot = newBotMemory(row);
  readonly batches: Batch[] = [];
  now = begin;

  constructor() {
    this.bot.state = botRunning();
    this.bot.lastFactAt = begin;
    this.memory.bots.set('bot', this.bot);
  }

  /** Readings of a position, one each second. */
  show(position: bigint, forMs = externalCloseAfterMs, positionSide: PositionReport['positionSide'] = 'net'): void {
    for (const end = this.now + forMs + 2_000; this.now < end;) {
      this.now += 1_000;
      this.memory.snapshot = { startedAt: this.now, positions: [positionOf(position, positionSide)], openOrders: [] };
      if (this.bot.difference !== null)
        this.bot.difference = { ...this.bot.difference, snapshots: this.bot.difference.snapshots + 1 };
      const batch = newBatch(this.memory, this.now);
      settleOutside({ memory: this.memory, batch }, this.bot);
      this.batches.push(batch);
    }
  }

  hand(side: 'buy' | 'sell', count: bigint, changes: Partial<FillReport> = {}): void {
    noteOutside(this.bot, fillOf(side, count, { at: this.now, ...changes }));
  }

  get events(): readonly string[] {
    return this.batches.flatMap((batch) => batch.events.map((event) => event.key.split(':')[0] ?? ''));
  }

  get lines(): readonly string[] {
    return this.batches.flatMap((batch) => batch.logs.map((line) => line.messageKey));
  }
}

function positionOf(count: bigint, positionSide: PositionReport['positionSide']): PositionReport {
  return {
    instrumentId: row.instrumentId,
    positionSide,
    lots: count,
    averagePrice: null,
    markPrice: null,
    liquidationPrice: null,
    unrealisedPnl: null,
    leverage: null,
    updatedAt: 0,
  };
}

function fillOf(side: 'buy' | 'sell', count: bigint, changes: Partial<FillReport> = {}): FillReport {
  return {
    instrumentId: row.instrumentId,
    fillId: String(count),
    venueOrderId: '9',
    clientId: '',
    side,
    positionSide: 'net',
    price: ticks(201_000n),
    lots: lots(count),
    fee: decimal('1'),
    liquidity: 'taker',
    kind: 'trade',
    billId: '1',
    at: 600,
    ...changes,
  };
}

const held: bigint = openSize(botRunning());

test('a hand that adds and then closes everything ends the bot, with the bot’s own lots and their share of the fee', () => {
  const desk = new Desk();
  const before = desk.bot.state;
  desk.hand('buy', held);
  desk.show(2n * held);
  expect(desk.events).toEqual([]);
  expect(desk.lines).toEqual(['bots.log.positionDiffers']);
  desk.hand('sell', 2n * held);
  desk.show(0n);
  expect(desk.events).toEqual(['outside']);
  expect([phaseOf(desk.bot.state), openSize(desk.bot.state)]).toEqual(['running', 0n]);
  expect(desk.bot.state.round?.closing?.reason).toBe('external');
  const fee = (state: Bot['state']): string => formatDecimal(state.round?.ledger.fees ?? decimal('0'));
  expect([fee(before), fee(desk.bot.state)]).toEqual(['3.125', '3.625']);
});

test('a part that is closed by hand leaves the rest with its exit and no entries', () => {
  const desk = new Desk();
  desk.hand('sell', 1_000n);
  desk.show(held - 1_000n);
  expect([desk.bot.state.errorKey, openSize(desk.bot.state)]).toEqual(['reduced_externally', held - 1_000n]);
  expect(desk.bot.desired.map((order) => [order.slot.kind, order.lots])).toEqual([['baseExit', held - 1_000n]]);
});

test('a position that flipped closes the bot’s lots and no more', () => {
  const desk = new Desk();
  desk.hand('sell', held + 500n);
  desk.show(-500n);
  expect(openSize(desk.bot.state)).toBe(0n);
});

test('a liquidation of everything ends the bot, one of a part freezes it', () => {
  const whole = new Desk();
  whole.hand('sell', held, { kind: 'liquidation' });
  whole.show(0n);
  expect(phaseOf(whole.bot.state)).toBe('liquidated');
  const part = new Desk();
  part.hand('sell', 100n, { kind: 'liquidation' });
  part.show(held - 100n);
  expect([phaseOf(part.bot.state), openSize(part.bot.state)]).toEqual(['error', held - 100n]);
});

test('a position that is gone without a fill is believed gone only after a long time', () => {
  const desk = new Desk();
  desk.show(0n, flatAfterMs - 10_000);
  expect([desk.events, openSize(desk.bot.state)]).toEqual([[], held]);
  desk.show(0n, 10_000);
  expect([desk.events, desk.bot.state.errorKey]).toEqual([['flat'], 'position_missing']);
  const half = new Desk();
  half.hand('sell', 1_000n);
  half.show(0n, 2 * flatAfterMs);
  expect(half.events).toEqual(['outside', 'flat']);
  expect(formatDecimal(netRealised(half.bot.state))).toBe('5.875');
});

test('a late reading that agrees again changes nothing', () => {
  const desk = new Desk();
  desk.show(0n, 3_000);
  desk.show(held);
  expect([desk.events, desk.lines, desk.bot.difference]).toEqual([[], [], null]);
});

test('the other side of a hedge is not the bot’s', () => {
  const desk = new Desk();
  desk.hand('sell', 700n, { positionSide: 'short' });
  expect(desk.bot.outsideFills).toEqual([]);
  desk.show(held, externalCloseAfterMs, 'long');
  expect(desk.bot.difference).toBeNull();
});

test('what was told is not told again after a restart', () => {
  const desk = new Desk();
  desk.hand('sell', 1_000n, { at: 700 });
  desk.show(held - 1_000n);
  const events = desk.batches.flatMap((batch) => batch.events);
  const memory = emptyMemory('a', desk.now);
  restore(
    memory,
    {
      accountId: 'a',
      epoch: 1n,
      bots: [{ row, events }],
      openIntents: [],
      outsideFills: [fillOf('sell', 1_000n, { at: 700 }), fillOf('sell', 5n, { at: 701 })],
      fillCursor: null,
      billCursor: null,
    },
    keyedHash,
  );
  expect(memory.bots.get('bot')?.outsideFills.map((fill) => fill.lots)).toEqual([5n]);
});

test('a user who trades beside the bot for years does not fill its memory, and a closing is still explained', () => {
  const desk = new Desk();
  const held = openSize(desk.bot.state);
  for (let trade = 0; trade < outsideFillsMax; trade += 1) desk.hand(trade % 2 === 0 ? 'buy' : 'sell', 1n);
  desk.hand('sell', held);
  expect(desk.bot.outsideFills).toHaveLength(outsideFillsMax);
  desk.show(0n);
  expect(desk.events).toEqual(['outside']);
});
