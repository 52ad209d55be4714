// Cases 100-127: placed orders of every type, and every field of the order call.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { brokerTag, valueOf, type Harness, type Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const hedge = { account: { posMode: 'long_short_mode' } } as const;

async function orderNow(harness: Harness, clOrdId: string): Promise<Fields> {
  return (await harness.get('trade/order', { instId: ETH, clOrdId })).row;
}

/** The cases of placed orders. */
export const orderCases = cases([
  [
    100,
    '3.2 ordType limit',
    'a limit order to buy below the market price rests, and is listed with the state `live`',
    async (harness) => {
      expect((await harness.place({ clientId: 'a100' })).kind).toBe('accepted');
      expect(valueOf(await harness.exchange.lookup(harness.instrument, 'a100', false))).toMatchObject({
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
    'a limit order to buy above the best ask fills immediately at the best ask',
    async (harness) => {
      await harness.order({ clOrdId: 'a101', px: '2010' });
      expect(await orderNow(harness, 'a101')).toMatchObject({ state: 'filled', accFillSz: '1', avgPx: '2000.01' });
    },
  ],
  [
    102,
    '3.2 ordType market',
    'a market order fills completely as taker',
    async (harness) => {
      expect((await harness.place({ clientId: 'a102', type: 'market', price: null })).kind).toBe('accepted');
      const [fill] = valueOf(
        await harness.exchange.fillsAfter([harness.instrument], { billId: null, sinceAt: harness.clock.now() - 1_000 }),
      ).rows;
      expect(fill).toMatchObject({ clientId: 'a102', lots: 100n, liquidity: 'taker', side: 'buy' });
    },
  ],
  [
    103,
    '3.2 ordType post_only',
    'a post-only order rests when it would not match immediately',
    async (harness) => {
      await harness.order({ clOrdId: 'a103', ordType: 'post_only' });
      expect(await orderNow(harness, 'a103')).toMatchObject({ state: 'live', ordType: 'post_only' });
    },
  ],
  [
    104,
    '3.2 cancelSource 31',
    'a post-only order is accepted and then cancelled with source 31 when it would match immediately',
    async (harness) => {
      const placed = await harness.order({ clOrdId: 'a104', ordType: 'post_only', px: '2010' });
      expect(placed.outcome.kind).toBe('accepted');
      expect(await orderNow(harness, 'a104')).toMatchObject({ state: 'canceled', cancelSource: '31', accFillSz: '0' });
    },
  ],
  [
    105,
    '3.2 ordType ioc',
    'an ioc order to buy is cancelled with source 14 and without a fill when its price is below the best ask',
    async (harness) => {
      expect((await harness.place({ clientId: 'a105', type: 'ioc' })).kind).toBe('accepted');
      expect(valueOf(await harness.exchange.lookup(harness.instrument, 'a105', false))).toMatchObject({
        state: 'cancelled',
        cancelSource: '14',
        filledLots: 0n,
      });
    },
  ],
  [
    106,
    '3.2 ordType ioc',
    'an ioc order fills when its price matches the opposite side of the book',
    async (harness) => {
      await harness.order({ clOrdId: 'a106', ordType: 'ioc', px: '2001' });
      expect(await orderNow(harness, 'a106')).toMatchObject({ state: 'filled' });
    },
  ],
  [
    107,
    '3.2 ordType fok',
    'a fill-or-kill order is cancelled with source 13 when it cannot fill completely',
    async (harness) => {
      await harness.order({ clOrdId: 'a107', ordType: 'fok', px: '1990' });
      expect(await orderNow(harness, 'a107')).toMatchObject({ state: 'canceled', cancelSource: '13', accFillSz: '0' });
    },
  ],
  [
    108,
    '3.2 ordType fok',
    'a fill-or-kill order is filled when it can fill completely',
    async (harness) => {
      await harness.order({ clOrdId: 'a108', ordType: 'fok', px: '2001' });
      expect(await orderNow(harness, 'a108')).toMatchObject({ state: 'filled', accFillSz: '1' });
    },
  ],
  [
    109,
    '3.2 ordType optimal_limit_ioc',
    'an optimal-limit order needs no price and fills as taker',
    async (harness) => {
      await harness.order({ clOrdId: 'a109', ordType: 'optimal_limit_ioc', px: '' });
      expect(await orderNow(harness, 'a109')).toMatchObject({ state: 'filled' });
    },
  ],
  [
    110,
    '3.2 reply data[0]',
    'the response to an order contains the order id, the client id, the tag, the time and the code',
    async (harness) => {
      const { row } = await harness.order({ clOrdId: 'a110' });
      expect(row).toMatchObject({ clOrdId: 'a110', tag: brokerTag, sCode: '0', subCode: '' });
      expect(row['ordId']).toMatch(/^\d+$/);
      expect(row['ts']).toMatch(/^\d{13}$/);
    },
  ],
  [
    111,
    '3.2 clOrdId',
    'a second order can have the client id of an ended order, and a request with this client id then returns the second order',
    async (harness) => {
      await harness.order({ clOrdId: 'a111', ordType: 'ioc' });
      const again = await harness.order({ clOrdId: 'a111' });
      expect(again.outcome.kind).toBe('accepted');
      expect(await orderNow(harness, 'a111')).toMatchObject({ ordId: again.row['ordId'], state: 'live' });
    },
  ],
  [
    112,
    '3.2 clOrdId',
    'two live orders can have client ids that differ only in upper and lower case',
    async (harness) => {
      await harness.order({ clOrdId: 'caseA' });
      expect((await harness.order({ clOrdId: 'casea' })).outcome.kind).toBe('accepted');
    },
  ],
  [
    113,
    '3.2 tag',
    'the fills and the bills of an order contain the tag of the order',
    async (harness) => {
      await harness.open();
      const [fill] = (await harness.get('trade/fills', { instType: 'SWAP' })).rows;
      const [bill] = (await harness.get('account/bills', { type: '2' })).rows;
      expect([fill?.['tag'], bill?.['tag']]).toEqual([brokerTag, brokerTag]);
    },
  ],
  [
    114,
    '3.2 pxAmendType',
    'an order with a price outside the price limits is placed at the limit when the order allows an adjusted price',
    async (harness) => {
      const band = (await harness.get('public/price-limit', { instId: ETH })).row;
      await harness.order({ clOrdId: 'a114', side: 'sell', px: '1000', pxAmendType: '1', sz: '1' });
      expect(await orderNow(harness, 'a114')).toMatchObject({ px: band['sellLmt'], state: 'filled' });
    },
  ],
  [
    115,
    '3.2 stpMode cancel_maker',
    'a resting order is cancelled with source 32 when a new order of the account would match it',
    async (harness) => {
      await harness.order({ clOrdId: 'a115m', px: '2000' });
      await harness.order({ clOrdId: 'a115t', side: 'sell', ordType: 'ioc', px: '2000' });
      expect(await orderNow(harness, 'a115m')).toMatchObject({ state: 'canceled', cancelSource: '32' });
    },
  ],
  [
    116,
    '3.2 stpMode cancel_taker',
    'a new order with the mode `cancel_taker` is cancelled with source 32 when it would match a resting order of the account',
    async (harness) => {
      await harness.order({ clOrdId: 'a116m', px: '2000' });
      await harness.order({ clOrdId: 'a116t', side: 'sell', ordType: 'ioc', px: '2000', stpMode: 'cancel_taker' });
      expect(await orderNow(harness, 'a116m')).toMatchObject({ state: 'live' });
      expect(await orderNow(harness, 'a116t')).toMatchObject({ state: 'canceled', cancelSource: '32' });
    },
  ],
  [
    117,
    '3.2 attachAlgoOrds',
    'the attached stop and the attached take-profit of an order are placed when the order fills',
    async (harness) => {
      const attachAlgoOrds = [
        { attachAlgoClOrdId: 'a117s', tpTriggerPx: '2050', tpOrdPx: '-1', slTriggerPx: '1950', slOrdPx: '-1' },
      ];
      await harness.order({ clOrdId: 'a117', attachAlgoOrds });
      expect((await orderNow(harness, 'a117'))['attachAlgoOrds']).toMatchObject([
        { tpTriggerPx: '2050', slTriggerPx: '1950' },
      ]);
      const pending = async (): Promise<readonly Fields[]> =>
        (await harness.get('trade/orders-algo-pending', { ordType: 'oco' })).rows;
      expect(await pending()).toEqual([]);
      harness.walk('1989.99', '1995');
      expect(await pending()).toMatchObject([{ algoClOrdId: 'a117s', ordType: 'oco', sz: '1' }]);
      harness.walk('1949');
      expect((await harness.get('account/positions')).rows).toEqual([]);
    },
  ],
  [
    118,
    '3.2 attachAlgoOrds',
    'an order is refused with 51047 when the level of its attached stop is on the wrong side of the order price',
    async (harness) => {
      const refused = await harness.order({ attachAlgoOrds: [{ slTriggerPx: '1995', slOrdPx: '-1' }] });
      expect(refused.row['sCode']).toBe('51047');
      expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
    },
  ],
  [
    119,
    '3.2 attachAlgoOrds',
    'the attached stop of an order is cancelled when the order is cancelled without a fill',
    async (harness) => {
      await harness.order({ clOrdId: 'a119', attachAlgoOrds: [{ slTriggerPx: '1950', slOrdPx: '-1' }] });
      await harness.command('cancel-order', { instId: ETH, clOrdId: 'a119' }, 'cancel');
      harness.walk('1949', '2000');
      const ended = await harness.get('trade/orders-algo-history', { ordType: 'conditional', state: 'canceled' });
      expect(ended.rows).toHaveLength(1);
    },
  ],
  [
    120,
    '1.1 booleans in requests',
    'the exchange accepts `reduceOnly` as a JSON boolean and as a text',
    async (harness) => {
      await harness.open('2');
      for (const reduceOnly of [true, 'true'])
        expect((await harness.order({ side: 'sell', px: '2050', reduceOnly })).outcome.kind).toBe('accepted');
    },
  ],
  [
    121,
    '8.2 numbers in JSON',
    'the exchange accepts a size and a price as JSON numbers',
    async (harness) => {
      expect((await harness.order({ sz: 1, px: 1990.5 })).outcome.kind).toBe('accepted');
    },
  ],
  [
    122,
    '3.2 partially_filled',
    'a resting order fills in parts, and each part has its own trade id',
    async (harness) => {
      harness.fault('partial', { parts: 3, count: 1 });
      await harness.place({ clientId: 'a122' });
      harness.walk('1989.99', '1995', '1989.99', '1995', '1989.99', '1995');
      const fills = valueOf(
        await harness.exchange.fillsAfter([harness.instrument], { billId: null, sinceAt: harness.clock.now() - 1_000 }),
      ).rows;
      expect(fills).toHaveLength(3);
      expect(new Set(fills.map((fill) => fill.fillId)).size).toBe(3);
      expect(fills.reduce((sum, fill) => sum + fill.lots, 0n)).toBe(100n);
    },
  ],
  [
    123,
    '3.2 order object',
    'an order row has every field of docs/okx.md, and a field without a value is an empty text',
    async (harness) => {
      await harness.order({ clOrdId: 'a123' });
      const row = await orderNow(harness, 'a123');
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
    'a taker pays a fee of 0.05 %, a maker pays a fee of 0.02 %, and the fees in the rows are negative',
    async (harness) => {
      await harness.open();
      await harness.order({ px: '1990' });
      harness.walk('1989.99');
      const fees = (await harness.get('trade/fills', { instType: 'SWAP' })).rows.map((row) => [
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
    'in hedge mode, the side and the position side of an order decide which position the order opens or closes',
    async (harness) => {
      await harness.open('2', 'buy', { posSide: 'long' });
      await harness.open('3', 'sell', { posSide: 'short' });
      await harness.open('1', 'sell', { posSide: 'long' });
      await harness.open('1', 'buy', { posSide: 'short' });
      const rows = (await harness.get('account/positions')).rows.map(
        (row) => `${String(row['posSide'])} ${String(row['pos'])}`,
      );
      expect(new Set(rows)).toEqual(new Set(['long 1', 'short 2']));
    },
    hedge,
  ],
  [
    126,
    '3.2 posSide matrix',
    'our client sends the position side when the account is in hedge mode',
    async (harness) => {
      await harness.place({ clientId: 'a126' });
      expect(harness.sent.at(-1)?.body).toMatchObject({ posSide: 'long' });
    },
    hedge,
  ],
  [
    127,
    '3.1 avgPx',
    'a sell order that is larger than the position reverses the position when the account is in net mode',
    async (harness) => {
      await harness.open('1');
      await harness.open('3', 'sell');
      expect((await harness.get('account/positions')).row).toMatchObject({ pos: '-2', posSide: 'net' });
    },
  ],
]);
