// Tests of the indexes of the order records, against the whole map.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { desiredEntry, endedOrder, liveOrder } from './builders.ts';
import { OrderRecords } from '../src/memory/order-records.ts';

const change = fc.record({
  kind: fc.constantFrom('active', 'finished', 'active', 'finished', 'deleted', 'cleared'),
  id: fc.constantFrom('a', 'b', 'c', 'd'),
});

test('after any changes, the indexes have the same orders as the map, in the same sequence', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 30 }), (changes) => {
      const orders = new OrderRecords();
      for (const { kind, id } of changes) {
        const botId = id < 'c' ? 'first' : 'second';
        const order = kind === 'active' ? liveOrder(desiredEntry) : endedOrder(desiredEntry, 'filled');
        if (kind === 'deleted') orders.delete(id);
        else if (kind === 'cleared') orders.clear();
        else orders.set(id, { ...order, slot: { ...order.slot, botId } });
      }
      const all = [...orders.values()];
      const active = all.filter((order) => order.kind === 'active');
      expect([...orders.active()]).toEqual(active);
      expect(orders.activeCount()).toBe(active.length);
      for (const botId of ['first', 'second', 'third'])
        expect(orders.ofBot(botId)).toEqual(all.filter(({ slot }) => slot.botId === botId));
    }),
  );
});

test('an order that becomes active again has its earlier place among the active orders', () => {
  const orders = new OrderRecords();
  for (const id of ['a', 'b']) orders.set(id, liveOrder(desiredEntry, { clientId: id }));
  orders.set('a', endedOrder(desiredEntry, 'filled'));
  orders.set('a', liveOrder(desiredEntry, { clientId: 'a' }));
  expect([...orders.active()].map(({ clientId }) => clientId)).toEqual(['a', 'b']);
});

test('a deleted order is in no index, and a second deletion returns false', () => {
  const orders = new OrderRecords();
  const order = liveOrder(desiredEntry);
  orders.set('a', order);
  expect([orders.delete('a'), orders.delete('a'), orders.size, orders.activeCount()]).toEqual([true, false, 0, 0]);
  expect(orders.ofBot(order.slot.botId)).toEqual([]);
});
