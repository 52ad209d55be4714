// Tests of the snapshot after a snapshot that failed in part: which of its requests are sent again.
import { expect, test } from 'vitest';
import { finishReadings, openActorWorld } from '../../tests/actor-world.ts';
import { keptReportMaxAgeMs, readingRetryMs } from '../limits.ts';
import type { Exchange, Report } from '../ports/index.ts';
import { hasSnapshotFailed } from './cadence.ts';
import { startSnapshot } from './snapshot.ts';

const now = 1_000_000;
const parts = ['fillsAfter', 'openOrders', 'positions'] as const;

type Part = (typeof parts)[number];

// The first snapshot of the account began at `now` and does not have the part `failed`. `requested` has the parts that were requested since then.
async function openWorld(failed: Part = 'positions') {
  const failing = new Set<Part>([failed]);
  const requested: Part[] = [];
  const respond = (part: Part, startedAt: number): Promise<Report<never>> | null => {
    requested.push(part);
    return failing.has(part) ? Promise.resolve({ ok: false, cause: '', reason: 'busy', startedAt }) : null;
  };
  const world = openActorWorld(now, {
    fillsAfter: (...input) => respond('fillsAfter', clock.now()) ?? fake.fillsAfter(...input),
    openOrders: (...input) => respond('openOrders', clock.now()) ?? fake.openOrders(...input),
    positions: (...input) => respond('positions', clock.now()) ?? fake.positions(...input),
  } satisfies Partial<Exchange>);
  const { clock, fake, context, memory } = world;
  const read = async (afterMs: number): Promise<readonly Part[]> => {
    requested.length = 0;
    await clock.runUntil(clock.now() + afterMs);
    startSnapshot(context);
    await finishReadings(context);
    return [...requested].toSorted();
  };
  await read(0);
  memory.isConnected = true;
  memory.isSnapshotWanted = false;
  return { ...world, failing, read };
}

test.each(parts)(
  'when the part %s has failed, only this part is requested again, and the snapshot began with its oldest part',
  async (part) => {
    const { memory, failing, read } = await openWorld(part);
    expect([memory.snapshot, hasSnapshotFailed(memory)]).toEqual([null, true]);
    failing.clear();
    expect(await read(readingRetryMs)).toEqual([part]);
    expect([memory.snapshot?.startedAt, hasSnapshotFailed(memory), memory.partialReports]).toEqual([now, false, null]);
  },
);

test('a part that fails again is requested again without the other parts', async () => {
  const { memory, failing, read } = await openWorld();
  expect(await read(readingRetryMs)).toEqual(['positions']);
  failing.clear();
  expect(await read(2 * readingRetryMs)).toEqual(['positions']);
  expect(memory.snapshot?.startedAt).toBe(now);
});

test('only a response that is older than `keptReportMaxAgeMs` is requested again', async () => {
  const { memory, failing, read } = await openWorld();
  expect(await read(keptReportMaxAgeMs)).toEqual(['positions']);
  failing.clear();
  expect(await read(keptReportMaxAgeMs + 1)).toEqual([...parts].toSorted());
  expect(memory.snapshot?.startedAt).toBe(now + 2 * keptReportMaxAgeMs + 1);
});

test('a response from before a fact of a bot is requested again', async () => {
  const { memory, bot, failing, read } = await openWorld();
  failing.clear();
  bot.lastFactAt = now;
  expect(await read(readingRetryMs)).toEqual([...parts].toSorted());
  expect(memory.snapshot?.startedAt).toBe(now + readingRetryMs);
});

test('a requested snapshot, for example after a new connection, reads all parts', async () => {
  const { memory, failing, read } = await openWorld();
  failing.clear();
  memory.isSnapshotWanted = true;
  expect(await read(readingRetryMs)).toEqual([...parts].toSorted());
});

test('the next page of fills is requested when the snapshot with the page before has failed in part', async () => {
  const { memory, read } = await openWorld();
  const { partialReports } = memory;
  if (partialReports?.fills.ok !== true) throw new Error('The fills were not read.');
  const { fills } = partialReports;
  const next = { tops: ['9'], readTo: null };
  memory.partialReports = { ...partialReports, fills: { ...fills, value: { ...fills.value, next } } };
  expect(await read(readingRetryMs)).toEqual(['fillsAfter', 'positions']);
});

test('orders that were listed without trigger orders are listed again only when trigger orders are due', async () => {
  for (const [isConnected, requested] of [
    [true, ['positions']],
    [false, ['openOrders', 'positions']],
  ] as const) {
    const { memory, read } = await openWorld();
    memory.partialReports = memory.partialReports && { ...memory.partialReports, hasTriggers: false };
    memory.isConnected = isConnected;
    expect(await read(readingRetryMs)).toEqual(requested);
  }
});
