// Tests of faults: the requests to which a fault applies, typed faults, and the refusal of invalid commands.
import { expect, test } from 'vitest';
import { openHarness } from '../../tests/_harness.ts';
import { createFaultQueue, plainFault } from './request-faults.ts';
import { readTypedFault, typedFaultOfBody } from './typed-faults.ts';

const path = '/api/v5/trade/order';

test('a fault with a count applies to this number of requests on its path and to no other path', () => {
  const queue = createFaultQueue(() => 0);
  queue.add(plainFault('lost'), { path, count: 2, share: 0 });
  expect(queue.take('/api/v5/public/time')).toBeUndefined();
  expect([queue.take(path)?.kind, queue.take(path)?.kind, queue.take(path)]).toEqual(['lost', 'lost', undefined]);
});

test('a fault with a share applies to this share of the requests until the queue is cleared', () => {
  const draws = [0.1, 0.6, 0.1, 0.6];
  const queue = createFaultQueue(() => draws.shift() ?? 1);
  queue.add(plainFault('busy'), { path: '*', count: 1, share: 0.5 });
  expect([1, 2, 3, 4].map(() => queue.take(path)?.kind)).toEqual(['busy', undefined, 'busy', undefined]);
  queue.clear();
  expect(queue.count()).toBe(0);
});

test('the queue refuses a fault beyond its limit', () => {
  const queue = createFaultQueue(() => 0);
  expect(queue.add(plainFault('drop'), { path, count: 1_000, share: 0 })).toBe(true);
  expect(queue.add(plainFault('drop'), { path, count: 1, share: 0 })).toBe(false);
});

test.each([
  ['faultlostx1', { kind: 'lost', amount: 0 }],
  ['faultcode50026xabc', { kind: 'code', amount: 50_026 }],
  ['rondo1', undefined],
  ['faultlost', undefined],
])('the client id %s causes the fault %o', (id, fault) => {
  expect(readTypedFault(id)).toEqual(fault);
  expect(typedFaultOfBody(JSON.stringify([{ clOrdId: id }]))).toEqual(fault);
});

test('the next orders are refused with the code of a reject fault, and a later order is accepted', () => {
  const harness = openHarness();
  expect(harness.core.administer('faults', { kind: 'reject', code: '51008', count: 1 })).toBe(true);
  const limit = { side: 'buy', ordType: 'limit', sz: '1', px: '1990' };
  expect([harness.order(limit)['sCode'], harness.order(limit)['sCode']]).toEqual(['51008', '0']);
});

test.each([
  { kind: 'unknown' },
  { kind: 'quote', instId: 'ETH-USDT-SWAP', quote: 'odd' },
  { kind: 'dedup', scope: 'all' },
])('the fault command %o is refused', (command) => {
  expect(openHarness().core.administer('faults', command)).toBe(false);
});
