// Tests that a rule has one reading for each bar, whichever node computed it.
import { afterAll, beforeAll, expect, test } from 'vitest';
import { startTestDatabase, type TestDatabase } from '@rondo/testkit/database';

let database: TestDatabase;
beforeAll(async () => {
  database = await startTestDatabase();
});
afterAll(() => database.stop());

const hourMs = 3_600_000;
const rule = { ruleKey: 'rsi 14', instrumentId: 'ETH-USDT-SWAP', bar: '1H' };

test('readings of two nodes for one bar are one reading, and both nodes use the one that was stored first', async () => {
  const url = await database.createUrl();
  const nodes = [await database.openStore({ url }), await database.openStore({ url })];
  const readingOf = (node: number, hour: number) => ({
    ...rule,
    closedAt: hour * hourMs,
    reading: `{"rsi":"${30 + node}"}`,
    fires: node === 0,
    barsHash: `bars of node ${node}`,
    computedAt: hour * hourMs + node,
  });
  const hours = Array.from({ length: 20 }, (_, hour) => hour + 1);
  const used = await Promise.all(
    hours.map((hour) => Promise.all(nodes.map((store, node) => store.signalReadings.record(readingOf(node, hour))))),
  );
  for (const [place, [first, second]] of used.entries()) {
    expect(second).toEqual(first);
    expect([0, 1].map((node) => readingOf(node, hours[place] ?? 0))).toContainEqual(first);
  }
  const [store] = nodes;
  const stored = (await store?.signalReadings.list({ ...rule, since: 0 }, 100)) ?? [];
  expect(stored.toReversed()).toEqual(used.map(([first]) => first));
});
