// Cases 100-199: placing orders, every type and every field of the order call.
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import { brokerTag, valueOf, type Desk, type Fields } from '../_harness.ts';
import { ETH } from '../_venue.ts';

const hedge = { account: { posMode: 'long_short_mode' } } as const;

async function orderNow(desk: Desk, clOrdId: string): Promise<Fields> {
  return (await desk.get('trade/order', { instId: ETH, clOrdId })).row;
}

/** Cases of placing. */
export const orderCases = cases([
  [
    100,
    '3.2 ordType limit',
    'a limit order below the market rests and is listed as live',
    async (desk) => {
      expect((await desk.place({ clientId: 'a100' })).kind).toBe('accepted');
      expect(valueOf(await desk.exchange.lookup(desk.instrument, 'a100', false))).toMatchObject({
        state: 'live',
        lots: 100n,
        filledLots: 0n,
        price: 199_000n,
      });
    },
  ],
  [
    101,
    '3.2 ordType limit',
    'a limit order through the market fills at once at the better price',
    async (desk) => {
      await desk.order({ clOrdId: 'a101', px: '2010' });
      expect(await orderNow(desk, 'a101')).toMatchObject({ state: 'filled', accFillSz: '1', avgPx: '2000.01' });
    },
  ],
  [
    102,
    '3.2 ordType market',
    'a market order fills whole, as taker',
    async (desk) => {
      expect((await desk.place({ clientId: 'a102', type: 'market', price: null })).kind).toBe('accepted');
      const [fill] = valueOf(
        await desk.exchange.fillsAfter([desk.instrument], { billId: null, sinceAt: desk.clock.now() - 1_000 }),
      );
      expect(fill).toMatchObject({ clientId: 'a102', lots: 100n, liquidity: 'taker', side: 'buy' });
    },
  ],
  [
    103,
    '3.2 ordType post_only',
    'a post-only order that would not take rests',
    async (desk) => {
      await desk.order({ clOrdId: 'a103', ordType: 'post_only' });
      expect(await orderNow(desk, 'a103')).toMatchObject({ state: 'live', ordType: 'post_only' });
    },
  ],
  [
    104,
    '3.2 cancelSource 31',
    'a post-only order that would take is acknowledged and then cancelled with source 31',
    async (desk) => {
      const placed = await desk.order({ clOrdId: 'a104', ordType: 'post_only', px: '2010' });
      expect(placed.outcome.kind).toBe('accepted');
      expect(await orderNow(desk, 'a104')).toMatchObject({ state: 'canceled', cancelSource: '31', accFillSz: '0' });
    },
  ],
  [
    105,
    '3.2 ordType ioc',
    'an ioc order away from the market ends empty with source 14',
    async (desk) => {
      expect((await desk.place({ clientId: 'a105', type: 'ioc' })).kind).toBe('accepted');
      expect(valueOf(await desk.exchange.lookup(desk.instrument, 'a105', false))).toMatchObject({
        state: 'cancelled',
        cancelSource: '14',
        filledLots: 0n,
      });
    },
  ],
  [
    106,
    '3.2 ordType ioc',
    'an ioc order at the market fills',
    async (desk) => {
      await desk.order({ clOrdId: 'a106', ordType: 'ioc', px: '2001' });
      expect(await orderNow(desk, 'a106')).toMatchObject({ state: 'filled' });
    },
  ],
  [
    107,
    '3.2 ordType fok',
    'a fill-or-kill order that cannot fill whole ends with source 13',
    async (desk) => {
      await desk.order({ clOrdId: 'a107', ordType: 'fok', px: '1990' });
      expect(await orderNow(desk, 'a107')).toMatchObject({ state: 'canceled', cancelSource: '13', accFillSz: '0' });
    },
  ],
  [
    108,
    '3.2 ordType fok',
    'a fill-or-kill order that can fill does',
    async (desk) => {
      await desk.order({ clOrdId: 'a108', ordType: 'fok', px: '2001' });
      expect(await orderNow(desk, 'a108')).toMatchObject({ state: 'filled', accFillSz: '1' });
    },
  ],
  [
    109,
    '3.2 ordType optimal_limit_ioc',
    'an optimal-limit order takes without a price',
    async (desk) => {
      await desk.order({ clOrdId: 'a109', ordType: 'optimal_limit_ioc', px: '' });
      expect(await orderNow(desk, 'a109')).toMatchObject({ state: 'filled' });
    },
  ],
  [
    110,
    '3.2 reply data[0]',
    'the acknowledgement carries id, client id, tag, time and code',
    async (desk) => {
      const { row } = await desk.order({ clOrdId: 'a110' });
      expect(row).toMatchObject({ clOrdId: 'a110', tag: brokerTag, sCode: '0', subCode: '' });
      expect(row['ordId']).toMatch(/^\d+$/);
      expect(row['ts']).toMatch(/^\d{13}$/);
    },
  ],
  [
    111,
    '3.2 clOrdId',
    'a client id may be used again once its order has ended, and finds the latest',
    async (desk) => {
      await desk.order({ clOrdId: 'a111', ordType: 'ioc' });
      const again = await desk.order({ clOrdId: 'a111' });
      expect(again.outcome.kind).toBe('accepted');
      expect(await orderNow(desk, 'a111')).toMatchObject({ ordId: again.row['ordId'], state: 'live' });
    },
  ],
  [
    112,
    '3.2 clOrdId',
    'client ids are told apart by case',
    async (desk) => {
      await desk.order({ clOrdId: 'caseA' });
      expect((await desk.order({ clOrdId: 'casea' })).outcome.kind).toBe('accepted');
    },
  ],
  [
    113,
    '3.2 tag',
    'the tag comes back in order, fill and bill',
    async (desk) => {
      await desk.open();
      const [fill] = (await desk.get('trade/fills', { instType: 'SWAP' })).rows;
      const [bill] = (await desk.get('account/bills', { type: '2' })).rows;
      expect([fill?.['tag'], bill?.['tag']]).toEqual([brokerTag, brokerTag]);
    },
  ],
  [
    114,
    '3.2 pxAmendType',
    'a price outside the band is moved to its edge when the order allows it',
    async (desk) => {
      const band = (await desk.get('public/price-limit', { instId: ETH })).row;
      await desk.order({ clOrdId: 'a114', side: 'sell', px: '1000', pxAmendType: '1', sz: '1' });
      expect(await orderNow(desk, 'a114')).toMatchObject({ px: band['sellLmt'], state: 'filled' });
    },
  ],
  [
    115,
    '3.2 stpMode cancel_maker',
    'an order that meets our own ends the resting one with source 32',
    async (desk) => {
      await desk.order({ clOrdId: 'a115m', px: '2000' });
      await desk.order({ clOrdId: 'a115t', side: 'sell', ordType: 'ioc', px: '2000' });
      expect(await orderNow(desk, 'a115m')).toMatchObject({ state: 'canceled', cancelSource: '32' });
    },
  ],
  [
    116,
    '3.2 stpMode cancel_taker',
    'or the new one, when it asks for that',
    async (desk) => {
      await desk.order({ clOrdId: 'a116m', px: '2000' });
      await desk.order({ clOrdId: 'a116t', side: 'sell', ordType: 'ioc', px: '2000', stpMode: 'cancel_taker' });
      expect(await orderNow(desk, 'a116m')).toMatchObject({ state: 'live' });
      expect(await orderNow(desk, 'a116t')).toMatchObject({ state: 'canceled', cancelSource: '32' });
    },
  ],
  [
    117,
    '3.2 attachAlgoOrds',
    'an order brings its stop and take-profit, which wait for its fill',
    async (desk) => {
      const attachAlgoOrds = [
        { attachAlgoClOrdId: 'a117s', tpTriggerPx: '2050', tpOrdPx: '-1', slTriggerPx: '1950', slOrdPx: '-1' },
      ];
      await desk.order({ clOrdId: 'a117', attachAlgoOrds });
      expect((await orderNow(desk, 'a117'))['attachAlgoOrds']).toMatchObject([
        { tpTriggerPx: '2050', slTriggerPx: '1950' },
      ]);
      const pending = async (): Promise<readonly Fields[]> =>
        (await desk.get('trade/orders-algo-pending', { ordType: 'oco' })).rows;
      expect(await pending()).toEqual([]);
      desk.walk('1989.99', '1995');
      expect(await pending()).toMatchObject([{ algoClOrdId: 'a117s', ordType: 'oco', sz: '1' }]);
      desk.walk('1949');
      expect((await desk.get('account/positions')).rows).toEqual([]);
    },
  ],
  [
    118,
    '3.2 attachAlgoOrds',
    'a stop on the wrong side of its order is refused with the order',
    async (desk) => {
      const refused = await desk.order({ attachAlgoOrds: [{ slTriggerPx: '1995', slOrdPx: '-1' }] });
      expect(refused.row['sCode']).toBe('51047');
      expect((await desk.get('trade/orders-pending')).rows).toEqual([]);
    },
  ],
  [
    119,
    '3.2 attachAlgoOrds',
    'stops of an order that ends without a fill are gone with it',
    async (desk) => {
      await desk.order({ clOrdId: 'a119', attachAlgoOrds: [{ slTriggerPx: '1950', slOrdPx: '-1' }] });
      await desk.command('cancel-order', { instId: ETH, clOrdId: 'a119' }, 'cancel');
      desk.walk('1949', '2000');
      const ended = await desk.get('trade/orders-algo-history', { ordType: 'conditional', state: 'canceled' });
      expect(ended.rows).toHaveLength(1);
    },
  ],
  [
    120,
    '1.1 booleans in requests',
    'yes and no are understood as JSON and as text',
    async (desk) => {
      await desk.open('2');
      for (const reduceOnly of [true, 'true'])
        expect((await desk.order({ side: 'sell', px: '2050', reduceOnly })).outcome.kind).toBe('accepted');
    },
  ],
  [
    121,
    '8.2 numbers in JSON',
    'sizes and prices are understood as numbers as well',
    async (desk) => {
      expect((await desk.order({ sz: 1, px: 1990.5 })).outcome.kind).toBe('accepted');
    },
  ],
  [
    122,
    '3.2 partially_filled',
    'a resting order fills in parts, each with its own trade id',
    async (desk) => {
      desk.fault('partial', { parts: 3, count: 1 });
      await desk.place({ clientId: 'a122' });
      desk.walk('1989.99', '1995', '1989.99', '1995', '1989.99', '1995');
      const fills = valueOf(
        await desk.exchange.fillsAfter([desk.instrument], { billId: null, sinceAt: desk.clock.now() - 1_000 }),
      );
      expect(fills).toHaveLength(3);
      expect(new Set(fills.map((fill) => fill.fillId)).size).toBe(3);
      expect(fills.reduce((sum, fill) => sum + fill.lots, 0n)).toBe(100n);
    },
  ],
  [
    123,
    '3.2 order object',
    'an order row has every field of the sheet, absent ones as empty texts',
    async (desk) => {
      await desk.order({ clOrdId: 'a123' });
      const row = await orderNow(desk, 'a123');
      for (const name of [
        'instType',
        'tgtCcy',
        'pxUsd',
        'fillTime',
        'avgPx',
        'stpId',
        'rebate',
        'cancelSourceReason',
        'algoId',
        'quickMgnType',
      ])
        expect(row, name).toHaveProperty(name);
      expect(row).toMatchObject({ avgPx: '', accFillSz: '0', reduceOnly: 'false', isTpLimit: 'false' });
    },
  ],
  [
    124,
    '7.2 fees',
    'a taker pays 0.05 %, a maker 0.02 %, negative in the rows',
    async (desk) => {
      await desk.open();
      await desk.order({ px: '1990' });
      desk.walk('1989.99');
      const fees = (await desk.get('trade/fills', { instType: 'SWAP' })).rows.map((row) => [
        row['execType'],
        row['fee'],
      ]);
      expect(fees).toEqual([
        ['M', '-0.0398'],
        ['T', '-0.1000005'],
      ]);
    },
  ],
  [
    125,
    '3.2 posSide matrix',
    'in hedge mode all four combinations open and close the side they name',
    async (desk) => {
      await desk.open('2', 'buy', { posSide: 'long' });
      await desk.open('3', 'sell', { posSide: 'short' });
      await desk.open('1', 'sell', { posSide: 'long' });
      await desk.open('1', 'buy', { posSide: 'short' });
      const rows = (await desk.get('account/positions')).rows.map(
        (row) => `${String(row['posSide'])} ${String(row['pos'])}`,
      );
      expect(new Set(rows)).toEqual(new Set(['long 1', 'short 2']));
    },
    hedge,
  ],
  [
    126,
    '3.2 posSide matrix',
    'our client names the side in hedge mode and nothing in net mode',
    async (desk) => {
      await desk.place({ clientId: 'a126' });
      expect(desk.sent.at(-1)?.body).toMatchObject({ posSide: 'long' });
    },
    hedge,
  ],
  [
    127,
    '3.1 avgPx',
    'in net mode a sale beyond the position turns it around',
    async (desk) => {
      await desk.open('1');
      await desk.open('3', 'sell');
      expect((await desk.get('account/positions')).row).toMatchObject({ pos: '-2', posSide: 'net' });
    },
  ],
]);
