// Reads lists of fills and bills that are longer than one call may read, with our client against the exchange in memory.
import type { LedgerPage, LedgerWalk, Report } from '@rondo/engine/ports';
import { expect, test } from 'vitest';
import { sampleOf } from '../../sample.ts';
import { openHarness, type Harness } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const ordersPerBatch = 20;

/** Trades as another program of the user would: small orders with client ids that are not ours, alternately buy and sell. */
async function trade(harness: Harness, count: number): Promise<void> {
  for (let placed = 0; placed < count; placed += ordersPerBatch) {
    const orders = Array.from({ length: Math.min(ordersPerBatch, count - placed) }, (_, index) => ({
      instId: ETH,
      tdMode: 'cross',
      side: index % 2 === 0 ? 'buy' : 'sell',
      ordType: 'market',
      sz: '0.01',
      clOrdId: `hft${placed + index}`,
    }));
    const { code } = await harness.post('trade/batch-orders', orders);
    if (code !== '0') throw new Error(`The batch was refused with ${code}.`);
    // The exchange accepts at most 300 orders of an instrument in 2 s.
    await harness.clock.pass(150);
  }
}

type Read<Row> = (billId: string | null, walk: LedgerWalk | null) => Promise<Report<LedgerPage<Row>>>;

/** Reads all pages as the engine does. After each page whose number is in `kills`, continues with the cursor and without the walk, as after a restart. */
async function readAll<Row>(harness: Harness, read: Read<Row>, kills: ReadonlySet<number> = new Set()) {
  const rows: Row[] = [];
  let [cursor, walk, pages]: [string | null, LedgerWalk | null, number] = [null, null, 0];
  do {
    const running = read(cursor, walk);
    let isDone = false;
    void running.finally(() => (isDone = true));
    // The client waits for its request budget, so the clock must move while the client reads.
    for (let waited = 0; waited < 600 && !isDone; waited += 1) await harness.clock.pass(100);
    const report = await running;
    if (!report.ok) throw new Error(`The reading failed: ${report.cause}.`);
    rows.push(...report.value.rows);
    cursor = report.value.cursor ?? cursor;
    pages += 1;
    walk = kills.has(pages) ? null : report.value.next;
    if (report.value.next === null) return { rows, pages, cursor };
  } while (pages < 1_000);
  throw new Error('The list has no end.');
}

const readFills =
  (harness: Harness, sinceAt: number): Read<{ readonly clientId: string; readonly fillId: string }> =>
  (billId, walk) =>
    harness.exchange.fillsAfter([harness.instrument], {
      billId,
      sinceAt,
      walk,
      completeUntil: harness.clock.now(),
    });

const readForeign =
  (harness: Harness, sinceAt: number): Read<unknown> =>
  (billId, walk) =>
    harness.exchange.fillsAfter([], { billId, sinceAt, walk, completeUntil: harness.clock.now() });

const readBills =
  (harness: Harness, sinceAt: number): Read<{ readonly kind: string; readonly billId: string }> =>
  (billId, walk) =>
    harness.exchange.billsAfter([], { billId, sinceAt, walk, completeUntil: harness.clock.now() });

test('our client reads 5,100 bills page by page, and for 5,100 fills of instruments without a bot it returns no rows and the newest cursor', async () => {
  const harness = await openHarness();
  const sinceAt = harness.clock.now() - 1_000;
  await trade(harness, 5_100);
  const bills = (await readAll(harness, readBills(harness, sinceAt))).rows.filter(({ kind }) => kind === 'trade');
  expect([bills.length, new Set(bills.map(({ billId }) => billId)).size]).toEqual([5_100, 5_100]);
  const foreign = await readAll(harness, readForeign(harness, sinceAt));
  const newest = (await harness.get('trade/fills', { instType: 'SWAP', limit: '1' })).row['billId'];
  expect([foreign.rows, foreign.cursor]).toEqual([[], newest]);
});

test.each(sampleOf([5_100, 20_000], 1))(
  'our client reads %i fills page by page, returns each fill once, and returns the oldest fill first',
  async (count) => {
    const harness = await openHarness();
    const sinceAt = harness.clock.now() - 1_000;
    await trade(harness, count);
    const { rows, pages } = await readAll(harness, readFills(harness, sinceAt), new Set([2, 3]));
    expect(pages).toBeGreaterThan(count / 500);
    expect(rows.map(({ clientId }) => clientId)).toEqual(Array.from({ length: count }, (_, index) => `hft${index}`));
  },
);

test('our client reads the fills of 30 orders without a client id in two pages', async () => {
  const harness = await openHarness();
  const sinceAt = harness.clock.now() - 1_000;
  for (let count = 0; count < 30; count += 1) await harness.open('0.01');
  const { rows, pages } = await readAll(harness, readFills(harness, sinceAt));
  expect([rows.length, pages]).toEqual([30, 2]);
});
