// Cases 300-346: amendments of orders, cancellations of orders, and closed positions.
import { lots, ticks } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { valueOf, type Harness, type Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const one = async (harness: Harness, clOrdId: string): Promise<Fields> =>
  (await harness.get('trade/order', { instId: ETH, clOrdId })).row;
const amend = (harness: Harness, fields: Fields): ReturnType<Harness['command']> =>
  harness.command('amend-order', { instId: ETH, ...fields }, 'amend');
const cancel = (harness: Harness, fields: Fields): ReturnType<Harness['command']> =>
  harness.command('cancel-order', { instId: ETH, ...fields }, 'cancel');
const close = (harness: Harness, fields: Fields = {}): ReturnType<Harness['post']> =>
  harness.post('trade/close-position', { instId: ETH, mgnMode: 'cross', ...fields });

/** The cases of changes to orders and positions. */
export const changeCases = cases([
  [
    300,
    '3.2 amend newSz',
    'our client amends the price and the size of an order with one command',
    async (harness) => {
      await harness.place({ clientId: 'c300' });
      const change = {
        instrument: harness.instrument,
        clientId: 'c300',
        trigger: false,
        price: ticks(198_000n),
        lots: lots(250n),
      };
      expect((await harness.exchange.amend({ ...change, deadlineAt: harness.clock.now() + 4_000 })).kind).toBe(
        'accepted',
      );
      expect(valueOf(await harness.exchange.lookup(harness.instrument, 'c300', false))).toMatchObject({
        price: 198_000n,
        lots: 250n,
      });
    },
  ],
  [
    301,
    '3.2 amend newSz',
    'the new size in an amendment is the whole size of the order, including the part that has filled',
    async (harness) => {
      await harness.order({ clOrdId: 'faultpartial4x301', sz: '4' });
      harness.walk('1989.99');
      await amend(harness, { clOrdId: 'faultpartial4x301', newSz: '3' });
      expect(await one(harness, 'faultpartial4x301')).toMatchObject({
        sz: '3',
        accFillSz: '1',
        state: 'partially_filled',
      });
    },
  ],
  [
    302,
    '3.2 amend newSz',
    'an order ends when its size is amended to the filled size',
    async (harness) => {
      await harness.order({ clOrdId: 'faultpartial4x302', sz: '4' });
      harness.walk('1989.99');
      await amend(harness, { clOrdId: 'faultpartial4x302', newSz: '1' });
      expect(await one(harness, 'faultpartial4x302')).toMatchObject({ accFillSz: '1', state: 'canceled' });
    },
  ],
  [
    303,
    '3.2 amend 51500',
    'an amendment without a change is refused with 51500',
    async (harness) => {
      await harness.order({ clOrdId: 'c303' });
      expect((await amend(harness, { clOrdId: 'c303' })).row['sCode']).toBe('51500');
    },
  ],
  [
    304,
    '3.2 amend 51503',
    'an amendment of an ended order is rejected with the reason `gone`',
    async (harness) => {
      await harness.order({ clOrdId: 'c304', ordType: 'ioc' });
      expect((await amend(harness, { clOrdId: 'c304', newSz: '2' })).outcome).toMatchObject({
        code: '51503',
        reason: 'gone',
      });
    },
  ],
  [
    305,
    '3.2 amend 51511',
    'a post-only order cannot be amended to a price that would match immediately',
    async (harness) => {
      await harness.order({ clOrdId: 'c305', ordType: 'post_only' });
      expect((await amend(harness, { clOrdId: 'c305', newPx: '2010' })).outcome).toMatchObject({
        code: '51511',
        reason: 'price',
      });
      expect(await one(harness, 'c305')).toMatchObject({ state: 'live', px: '1990' });
    },
  ],
  [
    306,
    '3.2 cxlOnFail',
    'the order is cancelled when an amendment with `cxlOnFail` fails',
    async (harness) => {
      await harness.order({ clOrdId: 'c306' });
      await amend(harness, { clOrdId: 'c306', newPx: '9999', cxlOnFail: true });
      expect(await one(harness, 'c306')).toMatchObject({ state: 'canceled' });
    },
  ],
  [
    307,
    '3.2 reqId',
    'the response to an amendment contains its request id',
    async (harness) => {
      await harness.order({ clOrdId: 'c307' });
      expect((await amend(harness, { clOrdId: 'c307', newSz: '2', reqId: 'r307' })).row).toMatchObject({
        reqId: 'r307',
        sCode: '0',
      });
    },
  ],
  [
    308,
    '3.2 amend 51121',
    'an amendment is refused when the new size is not a multiple of the lot size or the new price is beyond the price limit',
    async (harness) => {
      await harness.order({ clOrdId: 'c308' });
      expect((await amend(harness, { clOrdId: 'c308', newSz: '1.005' })).row['sCode']).toBe('51121');
      expect((await amend(harness, { clOrdId: 'c308', newPx: '9999' })).row['sCode']).toBe('51006');
    },
  ],
  [
    309,
    '6 51502',
    'an amendment that needs more than the free margin is refused and changes nothing',
    async (harness) => {
      await harness.order({ clOrdId: 'c309' });
      const refused = await amend(harness, { clOrdId: 'c309', newSz: '400' });
      expect(refused.outcome).toMatchObject({ reason: 'margin', code: '51502' });
      expect(await one(harness, 'c309')).toMatchObject({ sz: '1', state: 'live' });
    },
  ],
  [
    310,
    '3.2 amend',
    'an order is filled when it is amended to a price that matches immediately',
    async (harness) => {
      await harness.order({ clOrdId: 'c310' });
      await amend(harness, { clOrdId: 'c310', newPx: '2005' });
      expect(await one(harness, 'c310')).toMatchObject({ state: 'filled', accFillSz: '1' });
    },
  ],
  [
    311,
    '3.2 amend 51206',
    'a reduce-only order cannot be amended to more than its position',
    async (harness) => {
      await harness.open('1');
      await harness.order({ clOrdId: 'c311', side: 'sell', px: '2050', reduceOnly: true });
      expect((await amend(harness, { clOrdId: 'c311', newSz: '2' })).outcome).toMatchObject({ reason: 'reduceOnly' });
    },
  ],
  [
    320,
    '3.2 cancel-order',
    'our client cancels an order by its client id',
    async (harness) => {
      await harness.place({ clientId: 'c320' });
      expect(
        (await harness.exchange.cancel({ instrument: harness.instrument, clientId: 'c320', trigger: false })).kind,
      ).toBe('accepted');
      expect(await one(harness, 'c320')).toMatchObject({ state: 'canceled', cancelSource: '1' });
    },
  ],
  [
    321,
    '3.2 cancel-order',
    'a cancellation with both ids uses the exchange id',
    async (harness) => {
      const first = await harness.order({ clOrdId: 'c321a' });
      await harness.order({ clOrdId: 'c321b' });
      await cancel(harness, { ordId: first.row['ordId'], clOrdId: 'c321b' });
      expect(await one(harness, 'c321a')).toMatchObject({ state: 'canceled' });
      expect(await one(harness, 'c321b')).toMatchObject({ state: 'live' });
    },
  ],
  [
    322,
    '3.2 cancel 51400',
    'a cancellation of a filled order is rejected with the reason `gone`',
    async (harness) => {
      await harness.order({ clOrdId: 'c322', ordType: 'market', px: '' });
      expect((await cancel(harness, { clOrdId: 'c322' })).outcome).toMatchObject({ code: '51400', reason: 'gone' });
    },
  ],
  [
    323,
    '3.2 cancel 51400',
    'a cancellation of an unknown order is rejected with the reason `gone`',
    async (harness) => {
      expect((await cancel(harness, { clOrdId: 'c323' })).outcome).toMatchObject({ code: '51400', reason: 'gone' });
    },
  ],
  [
    324,
    '6 51003',
    'a cancellation is refused with 51003 when it contains no order id',
    async (harness) => {
      expect((await cancel(harness, {})).row['sCode']).toBe('51003');
    },
  ],
  [
    325,
    '3.2 state canceled',
    'a partly filled order keeps its filled size when it is cancelled',
    async (harness) => {
      await harness.order({ clOrdId: 'faultpartial2x325', sz: '4' });
      harness.walk('1989.99');
      await cancel(harness, { clOrdId: 'faultpartial2x325' });
      expect(await one(harness, 'faultpartial2x325')).toMatchObject({ state: 'canceled', accFillSz: '2' });
    },
  ],
  [
    326,
    '2.1 state suspend',
    'an order can be cancelled while the contract is suspended',
    async (harness) => {
      await harness.order({ clOrdId: 'c326' });
      harness.core.administer('instruments', { instId: ETH, state: 'suspend' });
      expect((await cancel(harness, { clOrdId: 'c326' })).outcome.kind).toBe('accepted');
    },
  ],
  [
    327,
    '3.2 cancel-all-after',
    'cancel-all-after cancels only the orders that have the tag of the request, and the cancelled orders have source 20',
    async (harness) => {
      await harness.order({ clOrdId: 'c327a' });
      await harness.order({ clOrdId: 'c327b', tag: 'another' });
      await harness.post('trade/cancel-all-after', { timeOut: '10', tag: 'another' });
      await harness.pass(10_500);
      expect(await one(harness, 'c327a')).toMatchObject({ state: 'live' });
      expect(await one(harness, 'c327b')).toMatchObject({ state: 'canceled', cancelSource: '20' });
    },
  ],
  [
    328,
    '3.2 cancel-all-after',
    'a request to cancel-all-after switches the cancellation off when its `timeOut` is 0, and is refused when its `timeOut` is 5',
    async (harness) => {
      await harness.order({ clOrdId: 'c328' });
      await harness.post('trade/cancel-all-after', { timeOut: '10' });
      await harness.pass(1_100);
      await harness.post('trade/cancel-all-after', { timeOut: '0' });
      await harness.pass(20_000);
      expect(await one(harness, 'c328')).toMatchObject({ state: 'live' });
      expect((await harness.post('trade/cancel-all-after', { timeOut: '5' })).code).toBe('51000');
    },
  ],
  [
    340,
    '3.2 close-position',
    'close-position closes the whole position, and its response has no order id',
    async (harness) => {
      await harness.open('3');
      const closed = await close(harness, { clOrdId: 'c340' });
      expect(closed.row).toMatchObject({ instId: ETH, posSide: 'net', clOrdId: 'c340' });
      expect(closed.row).not.toHaveProperty('ordId');
      expect(valueOf(await harness.exchange.positions([harness.instrument]))).toEqual([]);
    },
  ],
  [
    341,
    '3.2 close 51023',
    'close-position without a position is refused with 51023',
    async (harness) => {
      expect((await close(harness)).code).toBe('51023');
    },
  ],
  [
    342,
    '3.2 close 51115',
    'close-position is refused with 51115 while a reduce-only order rests',
    async (harness) => {
      await harness.open('1');
      await harness.order({ side: 'sell', px: '2050', reduceOnly: true });
      expect((await close(harness)).code).toBe('51115');
    },
  ],
  [
    343,
    '3.2 autoCxl',
    'close-position with `autoCxl` cancels the resting reduce-only order',
    async (harness) => {
      await harness.open('1');
      await harness.order({ clOrdId: 'c343', side: 'sell', px: '2050', reduceOnly: true });
      expect((await close(harness, { autoCxl: true })).code).toBe('0');
      expect(await one(harness, 'c343')).toMatchObject({ state: 'canceled' });
    },
  ],
  [
    344,
    '3.2 close posSide',
    'close-position is refused without a position side when the account is in hedge mode',
    async (harness) => {
      await harness.open('1', 'buy', { posSide: 'long' });
      await harness.open('1', 'sell', { posSide: 'short' });
      expect((await close(harness)).code).toBe('51000');
      await close(harness, { posSide: 'short' });
      expect((await harness.get('account/positions')).rows.map((row) => row['posSide'])).toEqual(['long']);
    },
    { account: { posMode: 'long_short_mode' } },
  ],
  [
    345,
    '3.2 cancelSource 17',
    'reduce-only orders are cancelled with source 17 when their position is closed',
    async (harness) => {
      await harness.open('1');
      await harness.order({ clOrdId: 'c345', side: 'sell', px: '2050', reduceOnly: true });
      await harness.open('1', 'sell');
      expect(await one(harness, 'c345')).toMatchObject({ state: 'canceled', cancelSource: '17' });
    },
  ],
  [
    346,
    '3.2 cancelSource 2',
    'reduce-only orders are cancelled with source 2 when the position becomes smaller than their size',
    async (harness) => {
      await harness.open('2');
      await harness.order({ clOrdId: 'c346', side: 'sell', sz: '2', px: '2050', reduceOnly: true });
      await harness.open('1', 'sell');
      expect(await one(harness, 'c346')).toMatchObject({ state: 'canceled', cancelSource: '2' });
    },
  ],
]);
