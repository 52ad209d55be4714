// Tests of the client id of an order that a trigger order created. When the order row contains only the exchange id of
// the trigger order, the trigger order is looked up.
import { createTestLog, createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createOrderOwners } from './order-owners.ts';
import type { OkxCall, OkxRest } from '../rest/rest.ts';
import { createServerClock } from '../rest/server-clock.ts';

const order = {
  instType: 'SWAP',
  instId: 'ETH-USDT-SWAP',
  ordId: '5',
  clOrdId: '',
  algoId: '4',
  algoClOrdId: '',
  tag: '',
  px: '',
  sz: '1',
  ordType: 'market',
  side: 'sell',
  posSide: 'net',
  accFillSz: '1',
  avgPx: '2000',
  state: 'filled',
  uTime: '1700000000000',
  cTime: '1700000000000',
};
const maker = {
  instType: 'SWAP',
  instId: 'ETH-USDT-SWAP',
  algoId: '4',
  algoClOrdId: 'q1stop',
  ordType: 'conditional',
  side: 'sell',
  posSide: 'net',
  sz: '1',
  state: 'effective',
  uTime: '1700000000000',
  cTime: '1700000000000',
};

function restReturning(response: (call: OkxCall) => { readonly code: string; readonly data: unknown[] }): OkxRest {
  const clock = createVirtualClock();
  return {
    isKeyRefused: () => false,
    serverClock: createServerClock({
      clock,
      log: createTestLog().log,
      ask: async () => ({ venueAt: clock.now(), sentAt: clock.now() }),
    }),
    send: async (call) => ({ kind: 'received', status: 200, envelope: { msg: '', ...response(call) } }),
  };
}

test('an order without a client id gets the client id of the trigger order that created it', async () => {
  const requests: string[] = [];
  const owners = createOrderOwners(
    restReturning((call) => {
      requests.push(`${call.path}?${call.query?.['algoId'] ?? ''}`);
      return { code: '0', data: [call.path.endsWith('order-algo') ? maker : order] };
    }),
  );
  expect(await owners.find('ETH-USDT-SWAP', '5')).toBe('q1stop');
  expect([owners.known('5'), requests.at(-1)]).toEqual(['q1stop', '/api/v5/trade/order-algo?4']);
});

test('when the trigger order cannot be read, find returns null and stores no client id, so that a later reading of the fills looks for the client id again', async () => {
  const owners = createOrderOwners(
    restReturning((call) =>
      call.path.endsWith('order-algo') ? { code: '50001', data: [] } : { code: '0', data: [order] },
    ),
  );
  expect(await owners.find('ETH-USDT-SWAP', '5')).toBeNull();
  expect(owners.known('5')).toBeUndefined();
});
