// A bot whose database is lost and is restored from an older backup, while its orders at the exchange fill on: our engine and our client with the exchange in memory.
import { createHmac } from 'node:crypto';
import { formatDecimal, normalise, ratio, sumDecimals } from '@rondo/decimal';
import { createEngine, type Engine } from '@rondo/engine';
import type { Exchange } from '@rondo/engine/ports';
import { createOkxExchange, localSigner } from '@rondo/exchange';
import { encode } from '@rondo/strategy';
import { botConfig, createMemoryJournal, seededChance, type MemoryJournal, type SeededChance } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { sampleOf } from '../../sample.ts';
import { brokerTag, memoryTransport, openHarness, type Harness } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const keyedHash = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');

/** The marks of the instance before its loss and after the confirmation of the restored one. */
const [lostMark, restoredMark] = ['aaa1', 'aaa5'];
/** The share of the price by which it moves at most to each side at once. The steps of the bot are at a distance of 0.5 %. */
const moveShare = 0.004;
/** The longest time of a stop with its closing order and the last reading of the bills. */
const stopMs = 100_000;

/** Returns a client of a new process. */
function clientOf({ core, clock, keys, market }: Harness): Exchange {
  return createOkxExchange({
    restOrigin: 'http://exchange.test',
    wsBase: 'ws://exchange.test/ws/v5',
    clock,
    chance: { next: () => 0 },
    log: { write: () => undefined },
    transport: memoryTransport(core, clock, []),
    signer: localSigner(keys),
    environment: 'sandbox',
    brokerTag,
    market,
  });
}

/** Starts an engine on a journal. The mark is that of its instance. */
function begin(
  harness: Harness,
  journal: MemoryJournal,
  { mark, exchange = clientOf(harness) }: { readonly mark: string; readonly exchange?: Exchange },
): Engine {
  const { clock } = harness;
  const confirmedAt = clock.now();
  // The lease of the lost engine has expired before the restore.
  journal.disconnect(lostMark);
  const engine = createEngine({
    clock,
    chance: seededChance(mark),
    log: { write: () => undefined },
    journal: journal.connect(mark),
    exchangeFor: () => exchange,
    clientIdKey: keyedHash,
    instance: () => ({
      mark,
      isFrozen: false,
      confirmedAt,
      commandsLeft: () => Infinity,
      takeCommand: () => true,
      reportCopy: () => undefined,
    }),
  });
  engine.start(['a']);
  return engine;
}

/** Returns a journal with one bot of four steps. */
function journalOf({ clock, instrument }: Harness, cyclicSteps: number): MemoryJournal {
  const [stepDistance, takeProfit] = [ratio(1n, 200n), ratio(1n, 200n)];
  const config = JSON.stringify(encode(botConfig({ instrument, stepDistance, takeProfit, cyclicSteps })));
  const journal = createMemoryJournal(clock);
  journal.addBot({ botId: 'bot', botNumber: 7, accountId: 'a', instrumentId: ETH, config, createdAt: clock.now() });
  return journal;
}

/** Opens an exchange and a journal with one bot. The orders of many stories fill in three parts, and both position modes occur. */
async function openStory(chance: SeededChance) {
  const posMode = chance.happens(0.3) ? 'long_short_mode' : 'net_mode';
  const harness = await openHarness({ account: { usdt: '100000', posMode } });
  if (chance.happens(0.6)) harness.fault('partial', { parts: 3, count: 100_000 });
  const journal = journalOf(harness, chance.between(1, 3));
  let price = 2_000;
  const move = async (count: number, everyMs: number): Promise<void> => {
    for (let moved = 0; moved < count; moved += 1) {
      price *= 1 + (chance.next() * 2 - 1) * moveShare;
      harness.walk(price.toFixed(2));
      await harness.pass(everyMs);
    }
  };
  return { harness, journal, move };
}

/** Runs a story: the bot trades before and after the backup, its orders fill on while no engine runs, and the engine on the restored journal trades until its owner stops the bot. */
async function runStory(seed: string) {
  const chance = seededChance(seed);
  const { harness, journal, move } = await openStory(chance);
  const original = begin(harness, journal, { mark: lostMark });
  await harness.pass(5_000);
  await move(chance.between(0, 30), 1_000);
  const restored = journal.copy();
  await move(chance.between(5, 65), 1_000);
  await original.stop();
  await move(chance.between(0, 15), 500);
  const engine = begin(harness, restored, { mark: restoredMark });
  await move(20, chance.happens(0.5) ? 250 : 1_000);
  const stop = { kind: 'stop', closePosition: true } as const;
  await engine.dispatch({ kind: 'userCommand', accountId: 'a', botId: 'bot', command: stop, commandId: 'stop' });
  await harness.pass(stopMs);
  await engine.stop();
  return { harness, ...restored.contents };
}

type Row = Readonly<Record<string, string>>;

const stories = Array.from({ length: 60 }, (_, index) => `restored ${index}`);

test.each(sampleOf(stories, 4))(
  'in the story %s the restored bot gets every fill and bill since the backup once, and a stop closes its position and ends it',
  async (seed) => {
    const { harness, fills, bills, views } = await runStory(seed);
    const listOf = (list: 'fills' | 'bills' | 'positions'): readonly Row[] =>
      (harness.core.ledger('tested')?.[list] ?? []) as readonly Row[]; // The ledger has rows of OKX.
    expect([...fills.values()].map(({ fillId }) => fillId).toSorted()).toEqual(
      listOf('fills')
        .map(({ tradeId = '' }) => tradeId)
        .toSorted(),
    );
    const own = [...bills.values()].filter(({ botId }) => botId === 'bot');
    expect(own.map(({ billId }) => billId).toSorted()).toEqual(
      listOf('bills')
        .flatMap(({ ordId = '', billId = '' }) => (ordId === '' ? [] : [billId]))
        .toSorted(),
    );
    expect(listOf('positions')).toEqual([]);
    expect(views.get('bot')).toMatchObject({
      status: 'completed',
      endReason: 'stopped_closed',
      realisedPnl: formatDecimal(normalise(sumDecimals(own.map(({ balanceChange }) => balanceChange)))),
    });
  },
);

/** A bot whose ladder rested at the backup. Since then the fourth step has filled at 1,970.15, and the orders of the last instance rest. */
async function loseLadder() {
  const harness = await openHarness({ account: { usdt: '100000' } });
  const journal = journalOf(harness, 1);
  const original = begin(harness, journal, { mark: lostMark });
  await harness.pass(10_000);
  const restored = journal.copy();
  harness.walk('1969');
  await harness.pass(5_000);
  /** Returns the latest order of a slot in the first round. */
  const newest = (slot: 'e4' | 't4'): Row | undefined =>
    ((harness.core.ledger('tested')?.['orders'] ?? []) as readonly Row[]) // The ledger has rows of OKX.
      .findLast(({ clOrdId = '' }) => clOrdId.slice(19, 21) === slot);
  return { harness, original, restored, newest };
}

test('when a lost order has filled in part, the next order of its step has the missing lots only', async () => {
  const { harness, original, restored, newest } = await loseLadder();
  harness.walk('1981');
  await harness.pass(5_000);
  await original.stop();
  harness.fault('partial', { parts: 3, count: 1 });
  harness.walk('1970');
  expect(newest('e4')).toMatchObject({ px: '1970.15', sz: '126.89', accFillSz: '42.29', state: 'partially_filled' });
  const engine = begin(harness, restored, { mark: restoredMark });
  await harness.pass(10_000);
  expect(newest('e4')).toMatchObject({ px: '1970.15', sz: '84.6' });
  await engine.stop();
});

test('an exit of a lost order that fills before the first reading of the fills closes the lots of its own step', async () => {
  const { harness, original, restored, newest } = await loseLadder();
  await original.stop();
  expect(newest('t4')).toMatchObject({ px: '1980.01', sz: '126.89', state: 'live' });
  const exchange = clientOf(harness);
  let endWait = (): void => undefined;
  const waiting = new Promise<void>((resolve) => (endWait = resolve));
  const fillsAfter: Exchange['fillsAfter'] = (...input) => waiting.then(() => exchange.fillsAfter(...input));
  const engine = begin(harness, restored, { mark: restoredMark, exchange: { ...exchange, fillsAfter } });
  await harness.pass(10_000);
  expect(engine.accountSnapshot('a')?.isConnected).toBe(true);
  harness.walk('1981');
  await harness.pass(1_000);
  endWait();
  await harness.pass(10_000);
  expect(restored.contents.views.get('bot')).toMatchObject({
    phase: 'waiting_for_cyclic_entry',
    cycles: 1,
    endReason: null,
  });
  await engine.stop();
});
