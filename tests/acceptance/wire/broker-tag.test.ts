// Tests that every order of our client contains the broker code, for each order type, side and position mode. The product earns money only
// from orders with this code.
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { ticks } from '@rondo/decimal';
import type { PlaceOrder } from '@rondo/engine/ports';
import { expect, test } from 'vitest';
import { brokerTag, openHarness } from '../support/harness.ts';

/** Matches the path of every call that can create an order (okx 5.7). */
const makesOrders = /trade\/(order|batch-orders|order-algo|close-position)$/;
const packagesFolder = join(import.meta.dirname, '../../../packages');

type Kind = Pick<PlaceOrder, 'type' | 'price' | 'positionSide' | 'side' | 'reduces'>;

/** All order commands of the port: four order types, both position sides, opening and closing orders. */
function everyKind(): readonly Kind[] {
  const sides = [
    { positionSide: 'long', side: 'buy', reduces: false },
    { positionSide: 'long', side: 'sell', reduces: true },
    { positionSide: 'short', side: 'sell', reduces: false },
    { positionSide: 'short', side: 'buy', reduces: true },
  ] as const;
  const price = ticks(200_000n);
  return sides.flatMap((side) => [
    { ...side, type: 'limit', price },
    { ...side, type: 'ioc', price },
    { ...side, type: 'market', price: null },
    { ...side, type: 'trigger', price },
  ]);
}

test.each(['net_mode', 'long_short_mode'] as const)(
  'every order that our client sends in %s has the broker tag',
  async (posMode) => {
    const harness = await openHarness({ account: { posMode } });
    const kinds = everyKind();
    for (const [index, kind] of kinds.entries()) await harness.place({ ...kind, clientId: `tag${index}` });
    const orders = harness.sent.filter((one) => makesOrders.test(one.path));
    expect(orders).toHaveLength(kinds.length);
    for (const order of orders) expect(order.body).toMatchObject({ tag: brokerTag });
  },
);

test('the orders, stops, fills and bills of our client have the broker tag at the exchange', async () => {
  const harness = await openHarness();
  await harness.place({ clientId: 'in', type: 'market', price: null });
  await harness.place({ clientId: 'stop', type: 'trigger', side: 'sell', price: ticks(195_000n), reduces: true });
  harness.walk('1950');
  const history = await harness.get('trade/orders-history', { instType: 'SWAP' });
  const bills = await harness.get('account/bills', { type: '2' });
  const fills = await harness.get('trade/fills', { instType: 'SWAP' });
  const tags = [...history.rows, ...bills.rows, ...fills.rows].map((row) => row['tag']);
  expect(tags.length).toBeGreaterThanOrEqual(6);
  expect(new Set(tags)).toEqual(new Set([brokerTag]));
});

test('only the modules of the order commands contain the paths of the calls that create orders', () => {
  const folder = join(packagesFolder, 'exchange/src');
  const texts = readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => name.endsWith('.ts') && !name.endsWith('.test.ts'))
    .map((name) => ({ name: name.replaceAll('\\', '/'), text: readFileSync(join(folder, name), 'utf8') }));
  const naming = (word: RegExp): readonly string[] =>
    texts.filter(({ text }) => word.test(text)).map(({ name }) => name);
  expect(texts.length).toBeGreaterThan(20);
  expect(naming(/trade\/close-position|op: '(batch-)?order/)).toEqual([]);
  expect(naming(/'trade\/(order(-algo)?|batch-orders)'/)).toEqual(['okx/rest/endpoints.ts']);
  expect(naming(/'place(Orders?|Trigger)'/)).toEqual(['okx/commands/commands.ts']);
});
