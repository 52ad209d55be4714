// Cases 400-411: calls with several orders, amendments or cancellations, and the codes 0, 1 and 2 of their responses.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { brokerTag, type Harness, type Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const item = (fields: Fields): Fields => ({
  instId: ETH,
  tdMode: 'cross',
  side: 'buy',
  ordType: 'limit',
  sz: '1',
  px: '1990',
  tag: brokerTag,
  ...fields,
});
const codes = (rows: readonly Fields[]): readonly unknown[] => rows.map((row) => row['sCode']);
const batch = (harness: Harness, path: string, items: readonly Fields[]): ReturnType<Harness['post']> =>
  harness.post(`trade/${path}`, items);

/** The cases of batches. */
export const batchCases = cases([
  [
    400,
    '1.1 code 0',
    'a batch of valid orders returns code 0, and the rows of the response have the sequence of the request',
    async (harness) => {
      const response = await batch(harness, 'batch-orders', [
        item({ clOrdId: 'b1' }),
        item({ clOrdId: 'b2' }),
        item({ clOrdId: 'b3' }),
      ]);
      expect(response.code).toBe('0');
      expect(response.rows.map((row) => row['clOrdId'])).toEqual(['b1', 'b2', 'b3']);
    },
  ],
  [
    401,
    '1.1 code 2',
    'a batch with one invalid order returns code 2, and the valid orders are placed',
    async (harness) => {
      const response = await batch(harness, 'batch-orders', [
        item({ clOrdId: 'b1' }),
        item({ sz: '0.001' }),
        item({ clOrdId: 'b3' }),
      ]);
      expect([response.code, ...codes(response.rows)]).toEqual(['2', '0', '51020', '0']);
      expect((await harness.get('trade/orders-pending')).rows).toHaveLength(2);
    },
  ],
  [
    402,
    '1.1 code 1',
    'a batch returns code 1 and a code for each item when all its orders are invalid',
    async (harness) => {
      const response = await batch(harness, 'batch-orders', [item({ sz: '0.001' }), item({ px: '9999' })]);
      expect([response.code, response.msg, ...codes(response.rows)]).toEqual([
        '1',
        'All operations failed',
        '51020',
        '51006',
      ]);
    },
  ],
  [
    403,
    '3.2 batch 51111',
    'a batch of more than 20 items is refused with 51111, and none of its orders is placed',
    async (harness) => {
      const response = await batch(
        harness,
        'batch-orders',
        Array.from({ length: 21 }, (_, index) => item({ clOrdId: `b${index}` })),
      );
      expect(response.code).toBe('51111');
      expect((await harness.get('trade/orders-pending')).rows).toEqual([]);
    },
  ],
  [
    404,
    '3.2 clOrdId',
    'the second item of a batch is refused when it has the client id of the first item',
    async (harness) => {
      const response = await batch(harness, 'batch-orders', [item({ clOrdId: 'same' }), item({ clOrdId: 'same' })]);
      expect([response.code, ...codes(response.rows)]).toEqual(['2', '0', '51016']);
    },
  ],
  [
    405,
    '3.2 cancel-batch-orders',
    'the response to a batch of cancellations contains a code for each item',
    async (harness) => {
      await harness.order({ clOrdId: 'b405' });
      const response = await batch(harness, 'cancel-batch-orders', [
        { instId: ETH, clOrdId: 'b405' },
        { instId: ETH, clOrdId: 'none' },
      ]);
      expect([response.code, ...codes(response.rows)]).toEqual(['2', '0', '51400']);
    },
  ],
  [
    406,
    '3.2 amend-batch-orders',
    'the response to a batch of amendments contains a code for each item',
    async (harness) => {
      await harness.order({ clOrdId: 'b406' });
      const response = await batch(harness, 'amend-batch-orders', [
        { instId: ETH, clOrdId: 'b406', newSz: '2' },
        { instId: ETH, clOrdId: 'none', newSz: '2' },
      ]);
      expect([response.code, ...codes(response.rows)]).toEqual(['2', '0', '51503']);
    },
  ],
  [
    407,
    '3.2 amend-batch 51512',
    'the second amendment of an order in one batch is refused with 51512',
    async (harness) => {
      await harness.order({ clOrdId: 'b407' });
      const change = { instId: ETH, clOrdId: 'b407', newSz: '2' };
      expect(codes((await batch(harness, 'amend-batch-orders', [change, change])).rows)).toEqual(['0', '51512']);
    },
  ],
  [
    408,
    '5.7 tag',
    'each order of a batch has the broker tag',
    async (harness) => {
      await batch(harness, 'batch-orders', [item({}), item({})]);
      expect((await harness.get('trade/orders-pending')).rows.map((row) => row['tag'])).toEqual([brokerTag, brokerTag]);
    },
  ],
  [
    410,
    '1.1 sCode rule',
    'our client reads the code of the item when a placement returns code 1',
    async (harness) => {
      expect((await harness.place({ clientId: 'b-410' })).kind).toBe('rejected');
    },
  ],
  [
    411,
    '1.1 empty batch',
    'a batch without items is refused with 50014',
    async (harness) => {
      expect((await batch(harness, 'batch-orders', [])).code).toBe('50014');
    },
  ],
]);
