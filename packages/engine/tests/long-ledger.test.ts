// Tests of a list of fills that is longer than one page. The engine stores each page together with the cursor of the
// page, and then reads the next page.
import { fakeVenue, fakeVenueCodes, type MemoryJournal, type VirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import type { Exchange, FillReport } from '../src/ports/index.ts';
import { fillOf } from './builders.ts';
import type { FakeExchange } from './fake-exchange.ts';
import { openWorld } from './fake-world.ts';

const pageSize = 500;

type Pages = { readonly foreign: FillReport[]; readonly sizes: number[]; isSlow: boolean };

/**
 * Returns an exchange that lists the fills in pages, together with fills of another program. The reading of a page
 * takes 200 ms while `isSlow` is true.
 */
function inPages(real: FakeExchange, clock: VirtualClock, pages: Pages): Exchange {
  return {
    ...real,
    async fillsAfter(_instruments, { billId, walk = null, completeUntil = 0 }) {
      const startedAt = clock.now();
      if (pages.isSlow) await new Promise<void>((resolve) => void clock.after(200, resolve));
      const all = [...pages.foreign, ...real.fills].sort((a, b) => fakeVenue.compareCursor(a.billId, b.billId));
      const floor = walk?.readTo ?? billId;
      const unread = all.filter((fill) => floor === null || fakeVenue.compareCursor(floor, fill.billId) < 0);
      const rows = unread.slice(0, pageSize);
      pages.sizes.push(rows.length);
      const cursor = rows.findLast(({ at }) => at <= completeUntil)?.billId ?? null;
      const isLast = rows.length === unread.length;
      const next = isLast ? null : { tops: [''], readTo: rows.at(-1)?.billId ?? null };
      return { ok: true, value: { rows, unreadable: [], cursor, next }, startedAt };
    },
  };
}

function openPagedWorld(count: number) {
  const foreign = Array.from({ length: count }, (_, index) =>
    fillOf('', `H${index}`, { billId: fakeVenueCodes.cursorOf(index - count), at: 600 }),
  );
  const pages: Pages = { foreign, sizes: [], isSlow: false };
  return { ...openWorld((real, clock) => inPages(real, clock, pages)), pages };
}

const countForeign = ({ contents }: MemoryJournal): number =>
  [...contents.fills.values()].filter(({ fillId }) => fillId.startsWith('H')).length;

test('1,700 fills from before the start of the engine are read in four pages within one second, and then the round opens', async () => {
  const { begin, run, memory, exchange, pages } = openPagedWorld(1_700);
  const engine = begin('first');
  await run(1_000);
  expect(pages.sizes.slice(0, 4)).toEqual([500, 500, 500, 200]);
  expect(countForeign(memory)).toBe(1_700);
  await run(14_000);
  expect(exchange.position()).toBeGreaterThan(0n);
  await engine.stop();
});

test('when a node stops between two pages, no fill is lost, and the next node reads the fills after the stored cursor', async () => {
  const { begin, run, memory, pages } = openPagedWorld(1_700);
  pages.isSlow = true;
  const first = begin('first');
  await run(500);
  expect(countForeign(memory)).toBe(1_000);
  await first.stop();
  await run(300);
  pages.sizes.length = 0;
  const second = begin('second');
  await run(3_000);
  expect(countForeign(memory)).toBe(1_700);
  expect(pages.sizes.slice(0, 2)).toEqual([500, 200]);
  await second.stop();
});

test('after a restart, no order is placed or changed until the last page of fills was read', async () => {
  const { begin, run, memory, exchange, pages } = openPagedWorld(0);
  const first = begin('first');
  await run(15_000);
  await first.stop();
  const before = { ids: exchange.resting(), sells: exchange.restingSells() };
  // The order of step 2 fills while no node runs. Many fills of another program follow.
  exchange.setPrice(198_000n);
  const later = exchange.fills.length;
  pages.foreign.push(
    ...Array.from({ length: 2_000 }, (_, index) =>
      fillOf('', `H${index}`, { instrumentId: 'OTHER', billId: fakeVenueCodes.cursorOf(later + index), at: 600 }),
    ),
  );
  pages.isSlow = true;
  const second = begin('second');
  await run(700);
  expect(memory.contents.fills.size).toBeGreaterThan(exchange.fills.length);
  expect(exchange.resting().filter((id) => !before.ids.includes(id))).toEqual([]);
  expect(exchange.restingSells()).toBe(before.sells);
  await run(10_000);
  expect(exchange.restingSells()).toBe(exchange.position());
  expect(memory.contents.fills.size).toBe(exchange.fills.length + 2_000);
  await second.stop();
});
