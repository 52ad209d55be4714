// Tests of position changes from outside. The user closes, reduces or enlarges the position, the exchange liquidates
// the position, or the position disappears without a fill.
import { decimal, formatDecimal, lots, ticks } from '@rondo/decimal';
import { desiredOrders, encode, netRealised, openSize, phaseOf } from '@rondo/strategy';
import { botConfig, botRunning, StrategyDriver } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { newBatch, type Batch } from './batch.ts';
import { noteOutsideFill } from './ledger-facts.ts';
import { externalCloseAfterMs, externalCloseSnapshots, flatAfterMs, outsideFillsMax } from '../limits.ts';
import { emptyMemory, type AccountMemory } from '../memory/account-memory.ts';
import { newBotMemory, type BotMemory } from '../memory/bot-memory.ts';
import { applyOutsideChanges, surplusOf } from './outside-changes.ts';
import type { FillReport, PositionReport } from '../ports/index.ts';
import { restore } from '../memory/restore.ts';
import {
  botRow,
  desiredEntry,
  fillOf,
  foldDeps,
  liveOrder,
  positionOf,
  storedJournal,
  storedOutside,
} from '../../tests/builders.ts';

const begin = 1_000_000;
const row = botRow(botConfig());

class OutsideHarness {
  readonly memory: AccountMemory = emptyMemory('a', begin);
  readonly bot: BotMemory = newBotMemory(row);
  readonly batches: Batch[] = [];
  now = begin;

  constructor(state = botRunning()) {
    this.bot.state = state;
    this.bot.config = state.config;
    this.bot.lastFactAt = begin;
    this.memory.bots.set('bot', this.bot);
  }

  /** Applies a snapshot with this position once a second, for `forMs` plus two seconds. */
  show(position: bigint, forMs = externalCloseAfterMs, positionSide: PositionReport['positionSide'] = 'net'): void {
    for (const end = this.now + forMs + 2_000; this.now < end;) {
      this.now += 1_000;
      const shown = positionOf({ instrumentId: row.instrumentId, positionSide, lots: position });
      this.memory.snapshot = { startedAt: this.now, positions: [shown], openOrders: [] };
      if (this.bot.difference !== null)
        this.bot.difference = { ...this.bot.difference, snapshots: this.bot.difference.snapshots + 1 };
      const batch = newBatch(this.memory, this.now);
      const isDispatched = applyOutsideChanges({ memory: this.memory, batch }, this.bot);
      expect(isDispatched).toBe(batch.events.length > 0);
      this.batches.push(batch);
    }
  }

  trade(side: 'buy' | 'sell', count: bigint, changes: Partial<FillReport> = {}): void {
    noteOutsideFill(this.bot, outsideFill(side, count, { at: this.now, ...changes }));
  }

  get events(): readonly string[] {
    return this.batches.flatMap((batch) => batch.events.map((event) => event.key.split(':')[0] ?? ''));
  }

  /** The lots of the fills of each event. */
  get closedLots(): readonly (readonly unknown[])[] {
    const bodies = this.batches.flatMap((batch) => batch.events.map((event): unknown => JSON.parse(event.body)));
    return bodies.map((body) => fillsOf(body).map((fill) => fill.lots));
  }

  get lines(): readonly string[] {
    return this.batches.flatMap((batch) => batch.logs.map((line) => line.messageKey));
  }
}

function fillsOf(body: unknown): readonly { readonly lots: unknown }[] {
  return (body as { readonly fills?: readonly { readonly lots: unknown }[] }).fills ?? [];
}

function outsideFill(side: 'buy' | 'sell', count: bigint, changes: Partial<FillReport> = {}): FillReport {
  return fillOf('', String(count), {
    side,
    price: ticks(201_000n),
    lots: lots(count),
    fee: decimal('1'),
    liquidity: 'taker',
    billId: '1',
    at: 600,
    ...changes,
  });
}

const held: bigint = openSize(botRunning());
const storedLots = (size: bigint): unknown => encode(size);

test('when the user enlarges and then closes the position, the bot books the closing of its own lots and a proportional part of the fee', () => {
  const harness = new OutsideHarness();
  const before = harness.bot.state;
  harness.trade('buy', held);
  harness.show(2n * held);
  expect(harness.events).toEqual([]);
  expect(harness.lines).toEqual(['bots.log.positionDiffers']);
  harness.trade('sell', 2n * held);
  harness.show(0n);
  expect(harness.events).toEqual(['outside']);
  expect([phaseOf(harness.bot.state), openSize(harness.bot.state)]).toEqual(['running', 0n]);
  expect(harness.bot.state.round?.closing?.reason).toBe('external');
  const fee = (state: BotMemory['state']): string => formatDecimal(state.round?.ledger.fees ?? decimal('0'));
  expect([fee(before), fee(harness.bot.state)]).toEqual(['3.125', '3.625']);
});

test('after the user closes a part of the position, the bot keeps an exit for the remaining lots and has no entries', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 1_000n);
  harness.show(held - 1_000n);
  expect([harness.bot.state.errorKey, openSize(harness.bot.state)]).toEqual(['reduced_externally', held - 1_000n]);
  expect(harness.bot.desired.map((order) => [order.slot.kind, order.lots])).toEqual([['baseExit', held - 1_000n]]);
});

test('after the user closes the position down to less than the smallest order, the exit that rests stays and its lots are no dust', () => {
  const state = botRunning();
  const instrument = { ...state.config.instrument, minSz: decimal('5') };
  const harness = new OutsideHarness({ ...state, config: { ...state.config, instrument } });
  const [exit] = desiredOrders(harness.bot.state);
  if (exit === undefined) throw new Error('The bot has no exit.');
  const order = liveOrder(exit);
  harness.memory.orders.set(order.clientId, order);
  harness.trade('sell', held - 400n);
  harness.show(400n);
  expect(harness.events).toEqual(['outside']);
  expect(harness.bot.desired).toEqual([{ ...exit, isKept: true }]);
  expect(harness.lines).not.toContain('bots.log.dustDeclared');
});

test('when the position changes to the other side, the bot books the closing of exactly its own lots', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', held + 500n);
  harness.show(-500n);
  expect(openSize(harness.bot.state)).toBe(0n);
});

test('after a full liquidation the bot has the status liquidated, and after a partial liquidation the bot has the status error and keeps the remaining lots', () => {
  const whole = new OutsideHarness();
  whole.trade('sell', held, { kind: 'liquidation' });
  whole.show(0n);
  expect(phaseOf(whole.bot.state)).toBe('liquidated');
  const part = new OutsideHarness();
  part.trade('sell', 100n, { kind: 'liquidation' });
  part.show(held - 100n);
  expect([phaseOf(part.bot.state), openSize(part.bot.state)]).toEqual(['error', held - 100n]);
});

test('when a position disappears without a fill, the bot treats the position as closed only after `flatAfterMs`', () => {
  const harness = new OutsideHarness();
  harness.show(0n, flatAfterMs - 10_000);
  expect([harness.events, openSize(harness.bot.state)]).toEqual([[], held]);
  harness.show(0n, 10_000);
  expect([harness.events, harness.bot.state.errorKey]).toEqual([['flat'], 'position_missing']);
  const half = new OutsideHarness();
  half.trade('sell', 1_000n);
  half.show(0n, 2 * flatAfterMs);
  expect(half.events).toEqual(['outside', 'flat']);
  expect(formatDecimal(netRealised(half.bot.state))).toBe('5.875');
});

test('a difference that disappears within a few seconds causes neither an event nor a log line', () => {
  const harness = new OutsideHarness();
  harness.show(0n, 3_000);
  harness.show(held);
  expect([harness.events, harness.lines, harness.bot.difference]).toEqual([[], [], null]);
});

test('the bot ignores fills and positions on the other side of a hedge', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 700n, { positionSide: 'short' });
  expect(harness.bot.outsideFills).toEqual([]);
  harness.show(held, externalCloseAfterMs, 'long');
  expect(harness.bot.difference).toBeNull();
});

test('a restart does not restore outside fills that were reported to the bot before the restart', async () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 1_000n, { at: 700 });
  harness.show(held - 1_000n);
  const events = harness.batches.flatMap((batch) => batch.events);
  const memory = emptyMemory('a', harness.now);
  const fills = [outsideFill('sell', 1_000n, { at: 700 }), outsideFill('sell', 5n, { at: 701 })];
  await restore(memory, storedJournal({ row, events, outsideFills: fills.map(storedOutside) }), foldDeps);
  expect(memory.bots.get('bot')?.outsideFills.map((fill) => fill.lots)).toEqual([5n]);
});

test('the number of stored outside fills is limited, and the newest fills still explain a closing after many trades of the user', () => {
  const harness = new OutsideHarness();
  const held = openSize(harness.bot.state);
  for (let count = 0; count < outsideFillsMax; count += 1) harness.trade(count % 2 === 0 ? 'buy' : 'sell', 1n);
  harness.trade('sell', held);
  expect(harness.bot.outsideFills).toHaveLength(outsideFillsMax);
  harness.show(0n);
  expect(harness.events).toEqual(['outside']);
});

test('the bot gets the newest closing fills up to its own lots, without the fills of the other side', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 7n);
  harness.trade('sell', held);
  harness.trade('buy', 5n);
  harness.trade('sell', 5n);
  harness.show(0n);
  expect(harness.closedLots).toEqual([[held - 5n, 5n].map(storedLots)]);
  expect(harness.bot.outsideFills).toEqual([]);
});

test('when the position changes to the other side, the reported fills have exactly the lots of the bot', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', held + 500n);
  harness.show(-500n);
  expect(harness.closedLots).toEqual([[storedLots(held)]]);
  expect(phaseOf(harness.bot.state)).not.toBe('error');
});

test('when the user trades on both sides and the position becomes larger, the bot gets no event', () => {
  const harness = new OutsideHarness();
  harness.trade('buy', 2n * held);
  harness.trade('sell', held);
  harness.show(2n * held);
  expect([harness.events, harness.lines]).toEqual([[], ['bots.log.positionDiffers']]);
});

test('the contracts of the user are those above the open size of the bot, and only after the difference has lasted', () => {
  const harness = new OutsideHarness();
  harness.trade('buy', 5n);
  harness.show(held + 5n);
  const { difference } = harness.bot;
  const since = difference?.since ?? 0;
  expect(difference).toMatchObject({ lots: -5n });
  expect(surplusOf(harness.bot, since + externalCloseAfterMs)).toBe(5n);
  expect(surplusOf(harness.bot, since + externalCloseAfterMs - 1)).toBe(0n);
  expect(surplusOf({ difference: { ...difference!, snapshots: 1 } }, since + externalCloseAfterMs)).toBe(0n);
  expect(surplusOf({ difference: { ...difference!, lots: 5n } }, since + externalCloseAfterMs)).toBe(0n);
  expect(surplusOf({ difference: null }, since + externalCloseAfterMs)).toBe(0n);
});

test('when a part of the position disappears without a fill, the log of the bot shows the difference, and the bot gets no event', () => {
  const harness = new OutsideHarness();
  harness.show(held - 1_000n, 2 * flatAfterMs);
  expect([harness.events, harness.lines]).toEqual([[], ['bots.log.positionDiffers']]);
  expect(harness.batches.flatMap((batch) => batch.logs)[0]?.type).toBe('ERROR');
});

test('a bot in the status error gets no log line about a difference', () => {
  const harness = new OutsideHarness({ ...botRunning(), status: 'error' });
  harness.show(held - 1_000n);
  expect(harness.lines).toEqual([]);
});

test('a position that the user opens after the end of the bot is no difference of the bot', () => {
  const harness = new OutsideHarness({ ...botRunning(), status: 'completed', round: null });
  harness.show(500n);
  expect([openSize(harness.bot.state), harness.bot.difference, harness.lines]).toEqual([0n, null, []]);
});

test('a closing with fills of a liquidation and fills of the user counts as a liquidation', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 100n);
  harness.trade('sell', held - 100n, { kind: 'liquidation' });
  harness.show(0n);
  expect(phaseOf(harness.bot.state)).toBe('liquidated');
});

test('a liquidation that explains only a part of a missing position does not count as a full liquidation', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 1_000n, { kind: 'liquidation' });
  harness.show(0n, flatAfterMs);
  expect(harness.events).toEqual(['outside']);
  expect(phaseOf(harness.bot.state)).not.toBe('liquidated');
});

test('the buys of the user close the position of a short bot', () => {
  const driver = new StrategyDriver(botConfig({ direction: 'short' }), 200_000n).start();
  driver.fill('entry', 1);
  const harness = new OutsideHarness(driver.state);
  const size = openSize(driver.state);
  harness.trade('sell', 7n);
  harness.trade('buy', size + 7n);
  harness.show(0n);
  expect(harness.closedLots).toEqual([[storedLots(size)]]);
});

test('the key of a closing without a fill contains the position of the event', () => {
  const harness = new OutsideHarness();
  harness.bot.position = 4;
  harness.show(0n, flatAfterMs);
  expect(harness.batches.flatMap((batch) => batch.events.map(({ key }) => key))).toEqual(['flat:5']);
});

test('the end of a position on an expired instrument is not booked as a closing from outside', () => {
  const harness = new OutsideHarness();
  const { id, tickSz, lotSz, minSz, ctVal } = harness.bot.config.instrument;
  const steps = { tickSz, lotSz };
  const report = {
    instrumentId: id,
    rules: { ...steps, minSz },
    units: steps,
    contractValue: ctVal,
    expiresAt: null,
    changesAt: null,
  };
  harness.memory.instruments.set(id, { ...report, state: 'expired' });
  harness.show(0n, 2 * flatAfterMs);
  expect([harness.events, harness.bot.difference]).toEqual([[], null]);
});

test('without a snapshot that is newer than the last fact about the bot, no difference is found', () => {
  const harness = new OutsideHarness();
  const compare = (startedAt: number | null): unknown => {
    harness.memory.snapshot = startedAt === null ? null : { startedAt, positions: [], openOrders: [] };
    const batch = newBatch(harness.memory, begin);
    expect(applyOutsideChanges({ memory: harness.memory, batch }, harness.bot)).toBe(false);
    return harness.bot.difference;
  };
  expect([compare(null), compare(begin)]).toEqual([null, null]);
  expect(compare(begin + 1)).toEqual({ lots: held, since: begin, snapshots: 0, isReported: false });
});

test('a difference that changes its size is measured from the change', () => {
  const harness = new OutsideHarness();
  harness.trade('sell', 1_000n);
  harness.show(held - 500n, externalCloseAfterMs - 4_000);
  harness.show(held - 1_000n, externalCloseAfterMs - 4_000);
  expect([harness.events, harness.lines]).toEqual([[], []]);
});

test('a difference counts only after `externalCloseSnapshots` snapshots', () => {
  for (const [snapshots, events] of [
    [externalCloseSnapshots - 1, []],
    [externalCloseSnapshots, ['outside']],
  ] as const) {
    const harness = new OutsideHarness();
    harness.trade('sell', held);
    harness.bot.difference = { lots: held, since: begin, snapshots, isReported: false };
    harness.memory.snapshot = { startedAt: begin + 1, positions: [], openOrders: [] };
    const batch = newBatch(harness.memory, begin + externalCloseAfterMs);
    applyOutsideChanges({ memory: harness.memory, batch }, harness.bot);
    expect(batch.events.map((event) => event.key.split(':')[0])).toEqual(events);
  }
});

test.each([
  ['sent', false],
  ['unknown', false],
  ['cancelled', false],
  ['filled', false],
  ['live', true],
  ['partiallyFilled', true],
  ['never', true],
] as const)('while the bot has an active order in the state %s, a difference is measured: %s', (state, isMeasured) => {
  const harness = new OutsideHarness();
  const order = liveOrder(desiredEntry, { state });
  harness.memory.orders.set(order.clientId, order);
  harness.show(0n, 2_000);
  expect(harness.bot.difference !== null).toBe(isMeasured);
});
