// Tests of the reading of the account settings and the bills: when it starts, what it reads, and what its results change.
import { fakeVenue, fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { finishReadings, openActorWorld, type ActorWorld } from '../../tests/actor-world.ts';
import { billOf } from '../../tests/builders.ts';
import { accountMaxAgeMs, billsEveryMs, firstReadBackMs, ledgerLagMs, slowReadEveryMs } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { AccountReport, BillReport, Exchange, LedgerPage, Report } from '../ports/index.ts';
import { slowReadDueAt } from './cadence.ts';
import { startSlowReading } from './slow-reading.ts';
import { createReadingTasks } from './tasks.ts';

const now = 1_000_000;
const walk = { tops: ['9'], readTo: null };
const failedFor = (reason: 'key' | 'unavailable') => async () =>
  ({ ok: false, cause: '', reason, startedAt: 0 }) as const;
const failed = failedFor('unavailable');

const pageOf = (changes: Partial<LedgerPage<BillReport>> = {}): LedgerPage<BillReport> => ({
  rows: [],
  unreadable: [],
  cursor: null,
  next: null,
  ...changes,
});
const billsOf =
  (changes: Partial<LedgerPage<BillReport>>): Exchange['billsAfter'] =>
  async () => ({ ok: true, value: pageOf(changes), startedAt: now - 3 });
const settingsOf = (permissions: readonly string[]): AccountReport => ({
  uid: 'u',
  level: fakeVenueCodes.tradingLevel,
  positionMode: 'net',
  permissions,
  addresses: [],
});
const accountOf = (permissions: readonly string[]) => async (): Promise<Report<AccountReport>> => ({
  ok: true,
  value: settingsOf(permissions),
  startedAt: now - 4,
});
// With this memory, a reading of the settings is due and no bill is expected.
const quiet = { isConnected: true, isSlowReadWanted: false, slowTriedAt: null, billsReadAt: now - 10 } as const;

/** Opens a world in which a slow reading is due. */
function openWorld(changes: Partial<Exchange> = {}, known: Partial<AccountMemory> = {}): ActorWorld {
  const world = openActorWorld(now, changes);
  const memory = { ...world.memory, ...known };
  return { ...world, memory, context: { ...world.context, memory } };
}

async function readSlowly({ context }: ActorWorld): Promise<void> {
  startSlowReading(context);
  await finishReadings(context);
}

test('a slow reading starts when it is due and no other slow reading runs', async () => {
  let count = 0;
  const world = openWorld({
    account: () => {
      count += 1;
      return accountOf(['orders'])();
    },
  });
  const { context, memory, clock } = world;
  startSlowReading(context);
  expect(memory).toMatchObject({ isSlowReadWanted: false, slowTriedAt: now });
  memory.slowTriedAt = null;
  memory.isSlowReadWanted = true;
  startSlowReading(context);
  expect(memory).toMatchObject({ isSlowReadWanted: true, slowTriedAt: null });
  await finishReadings(context);
  expect(count).toBe(1);
  memory.isSlowReadWanted = false;
  memory.slowTriedAt = now;
  memory.readingPhase = 0;
  await clock.pass(slowReadEveryMs - 1);
  await readSlowly(world);
  expect(count).toBe(1);
  await clock.pass(1);
  await readSlowly(world);
  expect(count).toBe(2);
});

test('the account settings and the bills of two accounts that were read at one time are read again at different times', () => {
  const dueAts = [0, 0.25, 1].map((readingPhase) => {
    const { memory } = openWorld();
    const read = { isSlowReadWanted: false, slowTriedAt: now, slowReadAt: now };
    return slowReadDueAt({ ...memory, ...read, readingPhase }) - now;
  });
  expect(dueAts).toEqual([60_000, 57_000, 48_000]);
});

test('the bills are read after the cursor, and the cursor stays `ledgerLagMs` before the exchange time', async () => {
  const asked: unknown[] = [];
  const billsAfter: Exchange['billsAfter'] = async (_instruments, cursor) => {
    asked.push(cursor);
    return { ok: true, value: pageOf(), startedAt: now };
  };
  const known = { billCursor: 'seq-7', billsReadAt: now - 10, billWalk: walk };
  await readSlowly(openWorld({ billsAfter, venueNow: () => now + 50 }, known));
  const sinceAt = now - 10 - firstReadBackMs;
  expect(asked).toEqual([{ billId: 'seq-7', sinceAt, walk, completeUntil: now + 50 - ledgerLagMs }]);
});

test.each([
  ['no bill is expected', {}, false],
  ['they were not read for `billsEveryMs`', { billsReadAt: now - billsEveryMs }, true],
  ['the private stream is lost', { isConnected: false }, true],
  ['a page is left', { billWalk: walk }, true],
  ['somebody asks for them', { isSlowReadWanted: true }, true],
] as const)('when %s, a reading of the settings also reads the bills: %s', async (_case, known, isRead) => {
  expect(await readsBills(known)).toBe(isRead);
});

test('after a fact of a bot and after a funding, the bills are read until the reading is `ledgerLagMs` younger', async () => {
  const read: boolean[] = [];
  for (const age of [ledgerLagMs, ledgerLagMs - 1]) {
    const billsReadAt = now - 10;
    read.push(await readsBills({ billsReadAt }, { lastFactAt: billsReadAt - age - 1 }));
    const fundingAt = billsReadAt - age - 1 - fakeVenue.fundingBillWithinMs;
    read.push(await readsBills({ billsReadAt }, { fundingAt }));
  }
  expect(read).toEqual([false, false, true, true]);
});

/** Returns whether a due reading of the settings also reads the bills, which were read a moment ago unless `known` says otherwise. */
async function readsBills(
  known: Partial<AccountMemory>,
  { lastFactAt = 0, fundingAt = null }: { readonly lastFactAt?: number; readonly fundingAt?: number | null } = {},
): Promise<boolean> {
  let isRead = false;
  const billsAfter: Exchange['billsAfter'] = async () => {
    isRead = true;
    return { ok: true, value: pageOf(), startedAt: now };
  };
  const world = openWorld({ billsAfter }, { ...quiet, ...known });
  world.bot.lastFactAt = lastFactAt;
  const venue = { ...world.context.exchange.venue, lastFundingAt: () => fundingAt };
  await readSlowly({ ...world, context: { ...world.context, exchange: { ...world.context.exchange, venue } } });
  return isRead;
}

test('a complete reading stores the account, the bills and their cursor', async () => {
  const world = openWorld(
    { account: accountOf(['orders']), billsAfter: billsOf({ rows: [billOf('b1')], cursor: 'seq-5' }) },
    { billWalk: walk },
  );
  await readSlowly(world);
  expect(world.memory).toMatchObject({
    account: { value: { permissions: ['orders'] }, readAt: now - 4 },
    slowTriedAt: now,
    slowReadAt: now,
    billCursor: 'seq-5',
    billWalk: null,
    billsReadAt: now - 3,
  });
  expect([...world.journal.contents.bills.keys()]).toEqual(['b1']);
});

const verified = { value: settingsOf(['orders']), readAt: now - 10 };

/** Reads only the settings. Returns how the reading ended, and the times of the settings and of the reading. */
async function endOfReading(
  known: Partial<AccountMemory>,
  account: (memory: AccountMemory) => ReturnType<Exchange['account']> = accountOf(['orders']),
) {
  const ends: string[] = [];
  const world = openWorld({ account: () => account(memory) }, { ...quiet, account: verified, ...known });
  const { context, memory } = world;
  await readSlowly({ ...world, context: { ...context, tasks: createReadingTasks((end) => ends.push(end)) } });
  return { ends, times: [memory.account?.readAt, memory.slowReadAt] };
}

test.each([
  ['the settings from before are too old for an entry', 'finished', { readAt: now - accountMaxAgeMs - 1 }],
  ['an entry may still use the settings from before', 'verified', { readAt: now - accountMaxAgeMs }],
  ['the settings are as before', 'verified', {}],
  ['the settings have changed', 'finished', { value: settingsOf(['orders', 'look']) }],
])('when %s, a reading of the settings has the end `%s`', async (_case, end, changes) => {
  const account = { ...verified, ...changes };
  expect(await endOfReading({ account })).toEqual({ ends: [end], times: [now - 4, now] });
});

test.each<readonly [string, Partial<AccountMemory>]>([
  ['the settings were not read before', { account: null }],
  ['the key may trade again', { isTradeRefused: true }],
])('when %s, a pass follows the reading of the settings', async (_case, known) => {
  expect(await endOfReading(known)).toEqual({ ends: ['finished'], times: [now - 4, now] });
});

test('when another reading was requested during a reading of the settings, a pass follows the reading', async () => {
  const reading = await endOfReading({}, (memory) => {
    memory.isSlowReadWanted = true;
    return accountOf(['orders'])();
  });
  expect(reading).toEqual({ ends: ['finished'], times: [now - 4, now] });
});

test('a failed reading of the settings does not verify the settings from before', async () => {
  expect(await endOfReading({}, failed)).toEqual({ ends: ['finished'], times: [now - 10, null] });
});

test('the bills of a reading are stored also when the settings are as before', async () => {
  const billsAfter = billsOf({ rows: [billOf('b1')], cursor: 'seq-5' });
  const world = openWorld({ account: accountOf(['orders']), billsAfter }, { account: verified });
  await readSlowly(world);
  expect([...world.journal.contents.bills.keys()]).toEqual(['b1']);
  expect(world.memory).toMatchObject({ billCursor: 'seq-5', billsReadAt: now - 3 });
});

test('a page without a cursor does not move the cursor, and a page with a next page makes the next reading due now', async () => {
  const world = openWorld({ billsAfter: billsOf({ next: walk }) }, { billCursor: 'seq-7' });
  await readSlowly(world);
  expect(world.memory).toMatchObject({
    billCursor: 'seq-7',
    billWalk: walk,
    billsReadAt: 0,
    slowTriedAt: null,
    slowReadAt: null,
  });
});

test.each([
  ['account', { account: failed, billsAfter: billsOf({ cursor: 'seq-5' }) }, [null, 'seq-5', null]],
  ['bills', { account: accountOf([]), billsAfter: failed }, [now - 4, null, null]],
] as const)(
  'when the reading of the %s fails, the other reading is applied and the reading is not complete',
  async (_name, changes, result) => {
    const world = openWorld(changes);
    await readSlowly(world);
    const { memory } = world;
    expect([memory.account?.readAt ?? null, memory.billCursor, memory.slowReadAt]).toEqual(result);
  },
);

test('a row of the list of bills that cannot be translated is stored as a row of this list', async () => {
  const row = { rowId: '5', instrumentId: null, at: now, cause: 'no amount', raw: '{}' };
  const world = openWorld({ billsAfter: billsOf({ unreadable: [row] }) });
  await readSlowly(world);
  expect([...world.journal.contents.unreadableRows.values()]).toMatchObject([{ list: 'bill', rowKey: '5' }]);
});

test.each([
  ['shows a key that may not trade', accountOf([]), [true, true]],
  ['shows a key that may trade', accountOf(['orders']), [false, false]],
  ['fails because of the key', failedFor('key'), [true, true]],
  ['fails for another reason', failed, [false, true]],
] as const)('when the reading of the account %s, the refusal of the key is known', async (_name, account, after) => {
  const known: boolean[] = [];
  for (const isTradeRefused of [false, true]) {
    const world = openWorld({ account }, { isTradeRefused });
    await readSlowly(world);
    known.push(world.memory.isTradeRefused);
  }
  expect(known).toEqual(after);
});

test('when the key may trade again, the waits of refused orders end and their counts stay', async () => {
  for (const [isTradeRefused, permissions, until] of [
    [true, ['orders'], now],
    [true, [], now + 90_000],
    [false, ['orders'], now + 90_000],
  ] as const) {
    const world = openWorld({ account: accountOf(permissions) }, { isTradeRefused });
    world.bot.backoffs.set('late', { until: now + 90_000, count: 4 });
    world.bot.backoffs.set('past', { until: now - 1, count: 1 });
    await readSlowly(world);
    expect([...world.bot.backoffs]).toEqual([
      ['late', { until, count: 4 }],
      ['past', { until: now - 1, count: 1 }],
    ]);
  }
});
