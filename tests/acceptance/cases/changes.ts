// Cases 300-399: amendments, cancellations and closing a position.
import { lots, ticks } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import { valueOf, type Desk, type Fields } from '../_harness.ts';
import { ETH } from '../_venue.ts';

const one = async (desk: Desk, clOrdId: string): Promise<Fields> =>
  (await desk.get('trade/order', { instId: ETH, clOrdId })).row;
const amend = (desk: Desk, fields: Fields): ReturnType<Desk['command']> =>
  desk.command('amend-order', { instId: ETH, ...fields }, 'amend');
const cancel = (desk: Desk, fields: Fields): ReturnType<Desk['command']> =>
  desk.command('cancel-order', { instId: ETH, ...fields }, 'cancel');
const close = (desk: Desk, fields: Fields = {}): ReturnType<Desk['post']> =>
  desk.post('trade/close-position', { instId: ETH, mgnMode: 'cross', ...fields });

/** Cases of changing what exists. */
export const changeCases = cases([
  [
    300,
    '3.2 amend newSz',
    'our client amends price and size in one command',
    async (desk) => {
      await desk.place({ clientId: 'c300' });
      const change = {
        instrument: desk.instrument,
        clientId: 'c300',
        trigger: false,
        price: ticks(198_000n),
        lots: lots(250n),
      };
      expect((await desk.exchange.amend({ ...change, deadlineAt: desk.clock.now() + 4_000 })).kind).toBe('accepted');
      expect(valueOf(await desk.exchange.lookup(desk.instrument, 'c300', false))).toMatchObject({
        price: 198_000n,
        lots: 250n,
      });
    },
  ],
  [
    301,
    '3.2 amend newSz',
    'the new size includes what has filled',
    async (desk) => {
      await desk.order({ clOrdId: 'faultpartial4x301', sz: '4' });
      desk.walk('1989.99');
      await amend(desk, { clOrdId: 'faultpartial4x301', newSz: '3' });
      expect(await one(desk, 'faultpartial4x301')).toMatchObject({
        sz: '3',
        accFillSz: '1',
        state: 'partially_filled',
      });
    },
  ],
  [
    302,
    '3.2 amend newSz',
    'a new size of what has filled ends the order',
    async (desk) => {
      await desk.order({ clOrdId: 'faultpartial4x302', sz: '4' });
      desk.walk('1989.99');
      await amend(desk, { clOrdId: 'faultpartial4x302', newSz: '1' });
      expect(await one(desk, 'faultpartial4x302')).toMatchObject({ accFillSz: '1', state: 'canceled' });
    },
  ],
  [
    303,
    '3.2 amend 51500',
    'an amendment of nothing is refused',
    async (desk) => {
      await desk.order({ clOrdId: 'c303' });
      expect((await amend(desk, { clOrdId: 'c303' })).row['sCode']).toBe('51500');
    },
  ],
  [
    304,
    '3.2 amend 51503',
    'an order that has ended cannot be amended: our client reads gone',
    async (desk) => {
      await desk.order({ clOrdId: 'c304', ordType: 'ioc' });
      expect((await amend(desk, { clOrdId: 'c304', newSz: '2' })).outcome).toMatchObject({
        code: '51503',
        reason: 'gone',
      });
    },
  ],
  [
    305,
    '3.2 amend 51511',
    'a post-only order cannot be amended into the market',
    async (desk) => {
      await desk.order({ clOrdId: 'c305', ordType: 'post_only' });
      expect((await amend(desk, { clOrdId: 'c305', newPx: '2010' })).outcome).toMatchObject({
        code: '51511',
        reason: 'price',
      });
      expect(await one(desk, 'c305')).toMatchObject({ state: 'live', px: '1990' });
    },
  ],
  [
    306,
    '3.2 cxlOnFail',
    'an amendment that fails cancels the order when it says so',
    async (desk) => {
      await desk.order({ clOrdId: 'c306' });
      await amend(desk, { clOrdId: 'c306', newPx: '9999', cxlOnFail: true });
      expect(await one(desk, 'c306')).toMatchObject({ state: 'canceled' });
    },
  ],
  [
    307,
    '3.2 reqId',
    'the request id comes back',
    async (desk) => {
      await desk.order({ clOrdId: 'c307' });
      expect((await amend(desk, { clOrdId: 'c307', newSz: '2', reqId: 'r307' })).row).toMatchObject({
        reqId: 'r307',
        sCode: '0',
      });
    },
  ],
  [
    308,
    '3.2 amend 51121',
    'the grids hold for amendments',
    async (desk) => {
      await desk.order({ clOrdId: 'c308' });
      expect((await amend(desk, { clOrdId: 'c308', newSz: '1.005' })).row['sCode']).toBe('51121');
      expect((await amend(desk, { clOrdId: 'c308', newPx: '9999' })).row['sCode']).toBe('51006');
    },
  ],
  [
    309,
    '6 51502',
    'an amendment the margin does not pay for is refused and changes nothing',
    async (desk) => {
      await desk.order({ clOrdId: 'c309' });
      const refused = await amend(desk, { clOrdId: 'c309', newSz: '400' });
      expect(refused.outcome).toMatchObject({ reason: 'margin', code: '51502' });
      expect(await one(desk, 'c309')).toMatchObject({ sz: '1', state: 'live' });
    },
  ],
  [
    310,
    '3.2 amend',
    'an amendment into the market fills',
    async (desk) => {
      await desk.order({ clOrdId: 'c310' });
      await amend(desk, { clOrdId: 'c310', newPx: '2005' });
      expect(await one(desk, 'c310')).toMatchObject({ state: 'filled', accFillSz: '1' });
    },
  ],
  [
    311,
    '3.2 amend 51206',
    'an exit cannot be amended beyond its position',
    async (desk) => {
      await desk.open('1');
      await desk.order({ clOrdId: 'c311', side: 'sell', px: '2050', reduceOnly: true });
      expect((await amend(desk, { clOrdId: 'c311', newSz: '2' })).outcome).toMatchObject({ reason: 'reduceOnly' });
    },
  ],
  [
    320,
    '3.2 cancel-order',
    'our client cancels by client id',
    async (desk) => {
      await desk.place({ clientId: 'c320' });
      expect((await desk.exchange.cancel({ instrument: desk.instrument, clientId: 'c320', trigger: false })).kind).toBe(
        'accepted',
      );
      expect(await one(desk, 'c320')).toMatchObject({ state: 'canceled', cancelSource: '1' });
    },
  ],
  [
    321,
    '3.2 cancel-order',
    'the exchange id wins over the client id',
    async (desk) => {
      const first = await desk.order({ clOrdId: 'c321a' });
      await desk.order({ clOrdId: 'c321b' });
      await cancel(desk, { ordId: first.row['ordId'], clOrdId: 'c321b' });
      expect(await one(desk, 'c321a')).toMatchObject({ state: 'canceled' });
      expect(await one(desk, 'c321b')).toMatchObject({ state: 'live' });
    },
  ],
  [
    322,
    '3.2 cancel 51400',
    'cancelling what has filled: our client reads gone',
    async (desk) => {
      await desk.order({ clOrdId: 'c322', ordType: 'market', px: '' });
      expect((await cancel(desk, { clOrdId: 'c322' })).outcome).toMatchObject({ code: '51400', reason: 'gone' });
    },
  ],
  [
    323,
    '3.2 cancel 51400',
    'cancelling what never was',
    async (desk) => {
      expect((await cancel(desk, { clOrdId: 'c323' })).outcome).toMatchObject({ code: '51400', reason: 'gone' });
    },
  ],
  [
    324,
    '6 51003',
    'cancelling without an id',
    async (desk) => {
      expect((await cancel(desk, {})).row['sCode']).toBe('51003');
    },
  ],
  [
    325,
    '3.2 state canceled',
    'a cancelled order keeps what it had filled',
    async (desk) => {
      await desk.order({ clOrdId: 'faultpartial2x325', sz: '4' });
      desk.walk('1989.99');
      await cancel(desk, { clOrdId: 'faultpartial2x325' });
      expect(await one(desk, 'faultpartial2x325')).toMatchObject({ state: 'canceled', accFillSz: '2' });
    },
  ],
  [
    326,
    '2.1 state suspend',
    'orders can be cancelled while the contract is suspended',
    async (desk) => {
      await desk.order({ clOrdId: 'c326' });
      desk.core.order('instruments', { instId: ETH, state: 'suspend' });
      expect((await cancel(desk, { clOrdId: 'c326' })).outcome.kind).toBe('accepted');
    },
  ],
  [
    327,
    '3.2 cancel-all-after',
    'the dead-man switch cancels the orders of its tag with source 20',
    async (desk) => {
      await desk.order({ clOrdId: 'c327a' });
      await desk.order({ clOrdId: 'c327b', tag: 'another' });
      await desk.post('trade/cancel-all-after', { timeOut: '10', tag: 'another' });
      await desk.pass(10_500);
      expect(await one(desk, 'c327a')).toMatchObject({ state: 'live' });
      expect(await one(desk, 'c327b')).toMatchObject({ state: 'canceled', cancelSource: '20' });
    },
  ],
  [
    328,
    '3.2 cancel-all-after',
    'it can be called off, and knows its bounds',
    async (desk) => {
      await desk.order({ clOrdId: 'c328' });
      await desk.post('trade/cancel-all-after', { timeOut: '10' });
      await desk.pass(1_100);
      await desk.post('trade/cancel-all-after', { timeOut: '0' });
      await desk.pass(20_000);
      expect(await one(desk, 'c328')).toMatchObject({ state: 'live' });
      expect((await desk.post('trade/cancel-all-after', { timeOut: '5' })).code).toBe('51000');
    },
  ],
  [
    340,
    '3.2 close-position',
    'closing ends the whole position at market and answers without an order id',
    async (desk) => {
      await desk.open('3');
      const closed = await close(desk, { clOrdId: 'c340' });
      expect(closed.row).toMatchObject({ instId: ETH, posSide: 'net', clOrdId: 'c340' });
      expect(closed.row).not.toHaveProperty('ordId');
      expect(valueOf(await desk.exchange.positions([desk.instrument]))).toEqual([]);
    },
  ],
  [
    341,
    '3.2 close 51023',
    'there must be a position',
    async (desk) => {
      expect((await close(desk)).code).toBe('51023');
    },
  ],
  [
    342,
    '3.2 close 51115',
    'exits in the way must go first',
    async (desk) => {
      await desk.open('1');
      await desk.order({ side: 'sell', px: '2050', reduceOnly: true });
      expect((await close(desk)).code).toBe('51115');
    },
  ],
  [
    343,
    '3.2 autoCxl',
    'or are cancelled with it',
    async (desk) => {
      await desk.open('1');
      await desk.order({ clOrdId: 'c343', side: 'sell', px: '2050', reduceOnly: true });
      expect((await close(desk, { autoCxl: true })).code).toBe('0');
      expect(await one(desk, 'c343')).toMatchObject({ state: 'canceled' });
    },
  ],
  [
    344,
    '3.2 close posSide',
    'in hedge mode the side is named',
    async (desk) => {
      await desk.open('1', 'buy', { posSide: 'long' });
      await desk.open('1', 'sell', { posSide: 'short' });
      expect((await close(desk)).code).toBe('51000');
      await close(desk, { posSide: 'short' });
      expect((await desk.get('account/positions')).rows.map((row) => row['posSide'])).toEqual(['long']);
    },
    { account: { posMode: 'long_short_mode' } },
  ],
  [
    345,
    '3.2 cancelSource 17',
    'exits end by themselves when their position is closed',
    async (desk) => {
      await desk.open('1');
      await desk.order({ clOrdId: 'c345', side: 'sell', px: '2050', reduceOnly: true });
      await desk.open('1', 'sell');
      expect(await one(desk, 'c345')).toMatchObject({ state: 'canceled', cancelSource: '17' });
    },
  ],
  [
    346,
    '3.2 cancelSource 2',
    'exits that no longer fit a smaller position give way',
    async (desk) => {
      await desk.open('2');
      await desk.order({ clOrdId: 'c346', side: 'sell', sz: '2', px: '2050', reduceOnly: true });
      await desk.open('1', 'sell');
      expect(await one(desk, 'c346')).toMatchObject({ state: 'canceled', cancelSource: '2' });
    },
  ],
]);
