// Cases 550-571: stops, take-profits, trigger orders and trailing orders.
import { lots, ticks } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { brokerTag, valueOf, type Harness, type Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const base = {
  instId: ETH,
  tdMode: 'cross',
  side: 'sell',
  ordType: 'conditional',
  sz: '1',
  reduceOnly: true,
  tag: brokerTag,
};
const place = (harness: Harness, fields: Fields): ReturnType<Harness['post']> =>
  harness.post('trade/order-algo', { ...base, ...fields });
const refusedWith = async (harness: Harness, fields: Fields): Promise<unknown> =>
  (await place(harness, fields)).row['sCode'];
const algo = async (harness: Harness, algoClOrdId: string): Promise<Fields> =>
  (await harness.get('trade/order-algo', { algoClOrdId })).row;
const stop = { slTriggerPx: '1950', slOrdPx: '-1' };

/** The cases of algo orders. */
export const algoCases = cases([
  [
    550,
    '3.3 conditional',
    'a stop of our client triggers when the mark price reaches its level, and closes the position with a market order',
    async (harness) => {
      await harness.open();
      const wanted = {
        clientId: 's550',
        type: 'trigger',
        price: ticks(195_000n),
        side: 'sell',
        reduces: true,
      } as const;
      expect((await harness.place(wanted)).kind).toBe('accepted');
      harness.walk('1950');
      expect(valueOf(await harness.exchange.positions([harness.instrument]))).toEqual([]);
      expect(valueOf(await harness.exchange.lookup(harness.instrument, 's550', true))).toMatchObject({
        state: 'filled',
        filledLots: 100n,
      });
    },
  ],
  [
    551,
    '3.3 triggered fields',
    'the row of a triggered stop contains the id, the size and the price of the order that the stop placed',
    async (harness) => {
      await harness.open();
      await place(harness, { algoClOrdId: 's551', ...stop });
      harness.walk('1950');
      const row = await algo(harness, 's551');
      expect(row).toMatchObject({ state: 'effective', actualSide: 'sl', actualSz: '1', actualPx: '1949.99' });
      expect(row['ordIdList']).toEqual([row['ordId']]);
    },
  ],
  [
    552,
    '3.2 source 7',
    'the order that a triggered stop placed has source 7, the id of the stop and the tag',
    async (harness) => {
      await harness.open();
      const { row } = await place(harness, stop);
      harness.walk('1950');
      const [made] = (await harness.get('trade/orders-history', { instType: 'SWAP' })).rows;
      expect(made).toMatchObject({ source: '7', algoId: row['algoId'], tag: brokerTag });
    },
  ],
  [
    553,
    '3.3 oco',
    'an oco order places only one order, because after one of its levels has triggered, the other level does not trigger',
    async (harness) => {
      await harness.open();
      await place(harness, { ordType: 'oco', algoClOrdId: 's553', tpTriggerPx: '2050', tpOrdPx: '-1', ...stop });
      harness.walk('2050', '1940');
      expect(await algo(harness, 's553')).toMatchObject({ state: 'effective', actualSide: 'tp' });
      expect((await harness.get('trade/fills', { instType: 'SWAP' })).rows).toHaveLength(2);
    },
  ],
  [
    554,
    '3.3 notes',
    'a conditional order with a take-profit and a stop keeps only the stop when the account is in net mode',
    async (harness) => {
      await harness.open();
      await place(harness, { algoClOrdId: 's554', tpTriggerPx: '2050', tpOrdPx: '-1', ...stop });
      expect(await algo(harness, 's554')).toMatchObject({ tpTriggerPx: '', slTriggerPx: '1950' });
    },
  ],
  [
    555,
    '3.3 tpOrdPx',
    'a take-profit with an order price places a limit order when it triggers',
    async (harness) => {
      await harness.open();
      await place(harness, { tpTriggerPx: '2050', tpOrdPx: '2055' });
      harness.walk('2050');
      expect((await harness.get('trade/orders-pending')).row).toMatchObject({
        ordType: 'limit',
        px: '2055',
        side: 'sell',
      });
    },
  ],
  [
    556,
    '3.3 closeFraction',
    'a stop with `closeFraction` 1 closes the whole position after the position has grown',
    async (harness) => {
      await harness.open('1');
      await place(harness, { sz: '', closeFraction: '1', ...stop });
      await harness.open('2');
      harness.walk('1950');
      expect((await harness.get('account/positions')).rows).toEqual([]);
    },
  ],
  [
    557,
    '3.3 51088',
    'a second stop with `closeFraction` 1 for a position is refused with 51088',
    async (harness) => {
      await harness.open();
      await place(harness, { sz: '', closeFraction: '1', ...stop });
      expect(await refusedWith(harness, { sz: '', closeFraction: '1', slTriggerPx: '1940', slOrdPx: '-1' })).toBe(
        '51088',
      );
    },
  ],
  [
    558,
    '3.3 closeFraction',
    'a stop with `closeFraction` and without `reduceOnly` is refused when the account is in net mode',
    async (harness) => {
      expect(await refusedWith(harness, { sz: '', closeFraction: '1', reduceOnly: false, ...stop })).toBe('51000');
    },
  ],
  [
    559,
    '3.3 51065',
    'an algo order with the client id of a live algo order is refused with 51065',
    async (harness) => {
      await harness.open();
      await place(harness, { algoClOrdId: 's559', ...stop });
      const again = await harness.place({
        clientId: 's559',
        type: 'trigger',
        price: ticks(194_000n),
        side: 'sell',
        reduces: true,
      });
      expect(again).toMatchObject({ kind: 'rejected', code: '51065', reason: 'duplicate' });
    },
  ],
  [
    560,
    '6 51277-51280',
    'a stop is refused when its level is on the wrong side of the mark price',
    async (harness) => {
      expect(await refusedWith(harness, { slTriggerPx: '2010', slOrdPx: '-1' })).toBe('51280');
      expect(await refusedWith(harness, { tpTriggerPx: '1990', tpOrdPx: '-1' })).toBe('51279');
      expect(await refusedWith(harness, { side: 'buy', slTriggerPx: '1990', slOrdPx: '-1' })).toBe('51278');
      expect(await refusedWith(harness, { side: 'buy', tpTriggerPx: '2010', tpOrdPx: '-1' })).toBe('51277');
    },
  ],
  [
    561,
    '3.3 order_failed',
    'a stop fails with 51023 when it triggers after the position has closed',
    async (harness) => {
      await harness.open();
      await place(harness, { algoClOrdId: 's561', ...stop });
      await harness.open('1', 'sell');
      harness.walk('1950');
      expect(await algo(harness, 's561')).toMatchObject({ state: 'order_failed', failCode: '51023' });
    },
  ],
  [
    562,
    '3.3 trigger',
    'a trigger order opens a position when the price reaches its trigger',
    async (harness) => {
      await place(harness, {
        algoClOrdId: 's562',
        side: 'buy',
        ordType: 'trigger',
        reduceOnly: false,
        triggerPx: '2040',
        orderPx: '-1',
      });
      harness.walk('2039.99');
      expect((await harness.get('account/positions')).rows).toEqual([]);
      harness.walk('2040');
      expect((await harness.get('account/positions')).row).toMatchObject({ pos: '1' });
      expect((await harness.get('trade/orders-history', { instType: 'SWAP' })).row).toMatchObject({ source: '6' });
    },
  ],
  [
    563,
    '3.3 order_failed',
    'a trigger order fails with 51008 when it triggers and needs more than the free margin',
    async (harness) => {
      await place(harness, {
        algoClOrdId: 's563',
        sz: '400',
        side: 'buy',
        ordType: 'trigger',
        reduceOnly: false,
        triggerPx: '2040',
        orderPx: '-1',
      });
      harness.walk('2040');
      expect(await algo(harness, 's563')).toMatchObject({ state: 'order_failed', failCode: '51008' });
    },
  ],
  [
    564,
    '3.3 move_order_stop',
    'a trailing stop of a long position triggers when the price is below its highest value by the callback ratio',
    async (harness) => {
      await harness.open();
      await place(harness, { algoClOrdId: 's564', ordType: 'move_order_stop', callbackRatio: '0.01' });
      harness.walk('2100', '2080');
      expect(await algo(harness, 's564')).toMatchObject({ state: 'live', moveTriggerPx: '2100' });
      harness.walk('2079');
      expect(await algo(harness, 's564')).toMatchObject({ state: 'effective' });
      expect((await harness.get('account/positions')).rows).toEqual([]);
    },
  ],
  [
    565,
    '3.3 callbackSpread, activePx',
    'a trailing stop does not trigger before the price reaches its activation price, and its callback can be a price difference',
    async (harness) => {
      await harness.open();
      await place(harness, { algoClOrdId: 's565', ordType: 'move_order_stop', callbackSpread: '10', activePx: '2050' });
      harness.walk('2020', '2000');
      expect(await algo(harness, 's565')).toMatchObject({ state: 'live' });
      harness.walk('2050', '2040');
      expect(await algo(harness, 's565')).toMatchObject({ state: 'effective' });
    },
  ],
  [
    566,
    '3.3 amend-algos',
    'our client amends the price of a stop',
    async (harness) => {
      await harness.open();
      await harness.place({ clientId: 's566', type: 'trigger', price: ticks(195_000n), side: 'sell', reduces: true });
      const change = {
        instrument: harness.instrument,
        clientId: 's566',
        trigger: true,
        price: ticks(194_000n),
        lots: lots(100n),
      };
      expect((await harness.exchange.amend({ ...change, deadlineAt: harness.clock.now() + 4_000 })).kind).toBe(
        'accepted',
      );
      harness.walk('1945');
      expect(await algo(harness, 's566')).toMatchObject({ state: 'live', slTriggerPx: '1940' });
    },
  ],
  [
    567,
    '3.3 cancel-algos',
    'our client cancels a stop, and a second cancellation is rejected with the reason `gone`',
    async (harness) => {
      await harness.open();
      await harness.place({ clientId: 's567', type: 'trigger', price: ticks(195_000n), side: 'sell', reduces: true });
      const asked = { instrument: harness.instrument, clientId: 's567', trigger: true };
      expect((await harness.exchange.cancel(asked)).kind).toBe('accepted');
      expect(await harness.exchange.cancel(asked)).toMatchObject({ kind: 'rejected', reason: 'gone' });
    },
  ],
  [
    568,
    '3.3 cancel-algos max 10',
    'a call with more than ten cancellations of stops is refused with 51111',
    async (harness) => {
      const many = Array.from({ length: 11 }, (_, index) => ({ instId: ETH, algoClOrdId: `x${index}` }));
      expect((await harness.post('trade/cancel-algos', many)).code).toBe('51111');
    },
  ],
  [
    569,
    '3.3 orders-algo-pending',
    'the list of open algo orders requires the order type, and their history requires a state or an id',
    async (harness) => {
      expect((await harness.get('trade/orders-algo-pending')).code).toBe('50014');
      expect((await harness.get('trade/orders-algo-history', { ordType: 'conditional' })).code).toBe('50015');
    },
  ],
  [
    570,
    '3.3 posSide',
    'a stop closes only the position of its position side when the account is in hedge mode',
    async (harness) => {
      await harness.open('1', 'sell', { posSide: 'short' });
      await harness.place({
        clientId: 's570',
        type: 'trigger',
        positionSide: 'short',
        price: ticks(205_000n),
        side: 'buy',
        reduces: true,
      });
      harness.walk('2050');
      expect((await harness.get('account/positions')).rows).toEqual([]);
    },
    { account: { posMode: 'long_short_mode' } },
  ],
  [
    571,
    '3.3 no margin frozen',
    'a stop does not reserve margin',
    async (harness) => {
      const free = async (): Promise<unknown> =>
        (await harness.get('account/max-avail-size', { instId: ETH, tdMode: 'cross' })).row['availBuy'];
      await harness.open();
      const before = await free();
      await place(harness, stop);
      expect(await free()).toBe(before);
    },
  ],
]);
