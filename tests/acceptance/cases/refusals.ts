// Cases 200-238: refused orders. Each row has the code of the refusal and the reason that our client derives from this code.
import { expect } from 'vitest';
import { cases, type Case } from '../support/case.ts';
import type { Harness, HarnessOptions, Fields } from '../support/harness.ts';

interface Refusal {
  readonly number: number;
  readonly row: string;
  readonly name: string;
  readonly fields: Fields;
  readonly code: string;
  readonly reason: string;
  readonly before?: (harness: Harness) => Promise<void>;
  readonly options?: HarnessOptions;
}

const hedge = { account: { posMode: 'long_short_mode' } } as const;
const long = (harness: Harness): Promise<void> => harness.open('1');
const suspend =
  (state: string) =>
  (harness: Harness): Promise<void> => {
    if (!harness.core.administer('instruments', { instId: 'ETH-USDT-SWAP', state }))
      throw new Error(`The sandbox refused the instrument state ${state}.`);
    return Promise.resolve();
  };
const coarsen =
  (fields: Fields) =>
  (harness: Harness): Promise<void> => {
    if (!harness.core.administer('instruments', { instId: 'ETH-USDT-SWAP', suspendMs: '0', ...fields }))
      throw new Error(`The sandbox refused the instrument fields ${JSON.stringify(fields)}.`);
    return Promise.resolve();
  };

const refusals: readonly Refusal[] = [
  {
    number: 200,
    row: '2.1 unknown instrument',
    name: 'an order for an unknown instrument',
    fields: { instId: 'ETH-EUR-SWAP' },
    code: '51001',
    reason: 'instrument',
  },
  {
    number: 201,
    row: '3.2 tdMode',
    name: 'a swap order with the margin mode `cash`',
    fields: { tdMode: 'cash' },
    code: '51000',
    reason: 'other',
  },
  {
    number: 202,
    row: '3.2 side',
    name: 'an order with an unknown side',
    fields: { side: 'hold' },
    code: '51000',
    reason: 'other',
  },
  {
    number: 203,
    row: '3.2 ordType',
    name: 'an order with an unknown type',
    fields: { ordType: 'stop' },
    code: '51000',
    reason: 'other',
  },
  {
    number: 204,
    row: '3.2 sz',
    name: 'an order whose size is not a number',
    fields: { sz: 'one' },
    code: '51000',
    reason: 'rules',
  },
  {
    number: 205,
    row: '3.2 sz minSz',
    name: 'an order with a size below the minimum',
    fields: { sz: '0.001' },
    code: '51020',
    reason: 'rules',
  },
  {
    number: 206,
    row: '3.2 sz lotSz',
    name: 'an order whose size is not a multiple of the lot size',
    fields: { sz: '1.005' },
    code: '51121',
    reason: 'rules',
  },
  {
    number: 207,
    row: '3.2 sz maxMktSz',
    name: 'a market order that is larger than the largest market order',
    fields: { ordType: 'market', px: '', sz: '90000.01' },
    code: '51202',
    reason: 'size',
  },
  {
    number: 208,
    row: '3.2 sz maxLmtSz',
    name: 'a limit order that is larger than the largest limit order',
    fields: { sz: '100000000.01' },
    code: '51101',
    reason: 'size',
  },
  {
    number: 209,
    row: '2.1 maxLmtAmt',
    name: 'a limit order whose value is above the largest order value',
    fields: { sz: '150000' },
    code: '51201',
    reason: 'size',
  },
  {
    number: 210,
    row: '3.2 px',
    name: 'a limit order without a price',
    fields: { px: '' },
    code: '51204',
    reason: 'price',
  },
  {
    number: 211,
    row: '3.2 px tickSz',
    name: 'an order whose price is not a multiple of the tick size',
    fields: { px: '1990.005' },
    code: '51000',
    reason: 'rules',
  },
  {
    number: 212,
    row: '3.2 px band',
    name: 'a buy order with a price above the price limit',
    fields: { px: '2200' },
    code: '51006',
    reason: 'price',
  },
  {
    number: 213,
    row: '3.2 px band',
    name: 'a sell order with a price below the price limit',
    fields: { side: 'sell', px: '1800' },
    code: '51006',
    reason: 'price',
  },
  {
    number: 214,
    row: '3.2 clOrdId',
    name: 'an order whose client id contains a hyphen',
    fields: { clOrdId: 'my-order' },
    code: '51000',
    reason: 'other',
  },
  {
    number: 215,
    row: '3.2 clOrdId',
    name: 'an order with a client id of 33 characters',
    fields: { clOrdId: 'a'.repeat(33) },
    code: '51000',
    reason: 'other',
  },
  {
    number: 216,
    row: '3.2 tag',
    name: 'an order with a tag of 17 characters',
    fields: { tag: 'b'.repeat(17) },
    code: '51000',
    reason: 'other',
  },
  {
    number: 217,
    row: '6 51016',
    name: 'an order with the client id of a live order',
    fields: { clOrdId: 'twin' },
    code: '51016',
    reason: 'duplicate',
    before: async (harness) => void (await harness.order({ clOrdId: 'twin' })),
  },
  {
    number: 218,
    row: '3.2 posSide',
    name: 'an order without a position side in hedge mode',
    fields: {},
    code: '51000',
    reason: 'positionMode',
    options: hedge,
  },
  {
    number: 219,
    row: '3.2 posSide',
    name: 'an order with a position side in net mode',
    fields: { posSide: 'long' },
    code: '51000',
    reason: 'positionMode',
  },
  {
    number: 220,
    row: '3.2 reduceOnly',
    name: 'a reduce-only order without an open position',
    fields: { side: 'sell', px: '2050', reduceOnly: true },
    code: '51169',
    reason: 'reduceOnly',
  },
  {
    number: 221,
    row: '3.2 reduceOnly',
    name: 'a reduce-only order in the direction of the position',
    fields: { reduceOnly: true },
    code: '51170',
    reason: 'reduceOnly',
    before: long,
  },
  {
    number: 222,
    row: '3.2 reduceOnly',
    name: 'a reduce-only order that is larger than the position',
    fields: { side: 'sell', px: '2050', sz: '2', reduceOnly: true },
    code: '51112',
    reason: 'reduceOnly',
    before: long,
  },
  {
    number: 223,
    row: '3.2 reduceOnly',
    name: 'when all reduce-only orders together are larger than the position, the newest reduce-only order',
    fields: { side: 'sell', px: '2060', reduceOnly: true },
    code: '51206',
    reason: 'reduceOnly',
    before: async (harness) => {
      await harness.open('1');
      await harness.order({ side: 'sell', px: '2050', reduceOnly: true });
    },
  },
  {
    number: 224,
    row: '3.2 posSide matrix',
    name: 'a closing order for a position side without a position in hedge mode',
    fields: { side: 'sell', px: '2050', posSide: 'long' },
    code: '51169',
    reason: 'reduceOnly',
    options: hedge,
  },
  {
    number: 225,
    row: '6 51008',
    name: 'an order that needs more than the free margin',
    fields: { sz: '200' },
    code: '51008',
    reason: 'margin',
  },
  {
    number: 226,
    row: '7.1 tiers',
    name: 'an order that is larger than the largest position that the leverage allows',
    fields: { sz: '5000.01' },
    code: '51004',
    reason: 'tier',
    before: async (harness) =>
      void (await harness.post('account/set-leverage', { instId: 'ETH-USDT-SWAP', lever: '100', mgnMode: 'cross' })),
    options: { account: { usdt: '1000000' } },
  },
  {
    number: 227,
    row: '3.1 acctLv',
    name: 'a swap order of an account in spot mode',
    fields: {},
    code: '51010',
    reason: 'other',
    options: { account: { acctLv: '1' } },
  },
  {
    number: 228,
    row: '2.1 state suspend',
    name: 'an order that is sent while the contract is suspended',
    fields: {},
    code: '51022',
    reason: 'instrument',
    before: suspend('suspend'),
  },
  {
    number: 229,
    row: '2.1 state preopen',
    name: 'an order that is sent before the contract opens',
    fields: {},
    code: '51021',
    reason: 'instrument',
    before: suspend('preopen'),
  },
  {
    number: 230,
    row: '2.1 state expired',
    name: 'an order that is sent after the contract has expired',
    fields: {},
    code: '51027',
    reason: 'instrument',
    before: suspend('expired'),
  },
  {
    number: 231,
    row: '2.1 state post_only',
    name: 'a limit order that is sent while only post-only orders are allowed',
    fields: {},
    code: '54012',
    reason: 'other',
    before: suspend('post_only'),
  },
  {
    number: 232,
    row: '2.1 upcChg',
    name: 'an order whose size is not a multiple of the new lot size',
    fields: { sz: '1.05' },
    code: '51121',
    reason: 'rules',
    before: coarsen({ lotSz: '0.1' }),
  },
  {
    number: 233,
    row: '2.1 upcChg',
    name: 'an order with a size below the new minimum',
    fields: { sz: '0.05' },
    code: '51020',
    reason: 'rules',
    before: coarsen({ minSz: '0.1' }),
  },
  {
    number: 234,
    row: '2.1 upcChg',
    name: 'an order whose price is not a multiple of the new tick size',
    fields: { px: '1990.05' },
    code: '51000',
    reason: 'rules',
    before: coarsen({ tickSz: '0.1' }),
  },
  {
    number: 235,
    row: '3.2 stpMode',
    name: 'a fill-or-kill order with self-trade prevention that cancels both orders',
    fields: { ordType: 'fok', stpMode: 'cancel_both' },
    code: '54036',
    reason: 'other',
  },
  {
    number: 236,
    row: '6 50071, 51016',
    name: 'while the exchange refuses duplicate client ids for a day, an order with the client id of an ended order',
    fields: { clOrdId: 'day' },
    code: '51016',
    reason: 'duplicate',
    before: async (harness) => {
      harness.fault('dedup', { scope: 'day' });
      await harness.order({ clOrdId: 'day', ordType: 'ioc' });
    },
  },
  {
    number: 237,
    row: '6 any code',
    name: 'an order that the sandbox must refuse because a test has set a fault with a code',
    fields: {},
    code: '51131',
    reason: 'margin',
    before: (harness) => Promise.resolve(harness.fault('reject', { code: '51131' })),
  },
  {
    number: 238,
    row: '6 any code',
    name: 'an order whose client id contains the code of a fault',
    fields: { clOrdId: 'faultreject51155x1' },
    code: '51155',
    reason: 'other',
  },
];

/** The cases of refused orders. Each case checks that the number of resting orders does not change. */
export const refusalCases: readonly Case[] = cases(
  refusals.map(({ number, row, name, options, ...one }) => [
    number,
    row,
    `${name} is refused with ${one.code}`,
    async (harness) => {
      await one.before?.(harness);
      const pending = (await harness.get('trade/orders-pending')).rows.length;
      const refused = await harness.order(one.fields);
      expect(refused).toMatchObject({ code: '1', status: 200 });
      expect(refused.row['sCode']).toBe(one.code);
      const listed = one.code === '54036' ? { kind: 'unknown' } : { kind: 'rejected', reason: one.reason };
      expect(refused.outcome).toMatchObject(listed);
      expect((await harness.get('trade/orders-pending')).rows).toHaveLength(pending);
    },
    options,
  ]),
);
