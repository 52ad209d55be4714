// Property test: a row is read with the same result as by its schema, for readable and for unreadable rows.
import fc from 'fast-check';
import { expect, test } from 'vitest';
import * as z from 'zod';
import { okxAccountConfigSchema } from '../account/account-config.ts';
import { okxBalanceSchema } from '../account/balance.ts';
import { okxBillSchema } from '../account/bills.ts';
import { okxFillSchema } from '../account/fills.ts';
import { okxPositionSchema } from '../account/positions.ts';
import { okxMarkPriceSchema, okxTickerSchema, okxTradeSchema } from '../market/tickers.ts';
import { okxAlgoOrderSchema, okxOrderSchema } from '../orders/orders.ts';
import { readOkxRow } from './row-reader.ts';

const schemas = {
  okxAccountConfigSchema,
  okxAlgoOrderSchema,
  okxBalanceSchema,
  okxBillSchema,
  okxFillSchema,
  okxMarkPriceSchema,
  okxOrderSchema,
  okxPositionSchema,
  okxTickerSchema,
  okxTradeSchema,
};

const values: readonly unknown[] = [
  '',
  '0',
  '-1.5',
  '1.',
  '.5',
  '1700000000000',
  'buy',
  'sell',
  'net',
  'long',
  'live',
  'cross',
  'true',
  'another word',
  '1\n',
  '-',
  '.',
  '1e5',
  '9'.repeat(16),
  '9'.repeat(17),
  '9'.repeat(40),
  '9'.repeat(41),
  undefined,
  null,
  true,
  false,
  7,
  {},
  [],
  [{ ccy: 'USDT', eq: '1' }],
  [{ ccy: 7 }],
];

// Most fields have a value that their schema accepts. The others have any value.
function rowsOf(schema: z.ZodObject): fc.Arbitrary<Record<string, unknown>> {
  const fields = Object.entries(schema.shape).map(([name, field]): [string, fc.Arbitrary<unknown>] => {
    const accepted = values.filter((value) => z.safeParse(field, value).success);
    return [
      name,
      fc.oneof(
        { weight: 40, arbitrary: fc.constantFrom(...accepted) },
        { weight: 1, arbitrary: fc.constantFrom(...values) },
      ),
    ];
  });
  return fc.record(Object.fromEntries([...fields, ['unknownField', fc.constantFrom(...values)]]));
}

test.each(Object.entries(schemas))('rows of %s are read like their schema reads them', (_name, schema) => {
  let accepted = 0;
  fc.assert(
    fc.property(rowsOf(schema), (row) => {
      const expected = schema.safeParse(row);
      accepted += Number(expected.success);
      expect(readOkxRow<unknown>(schema, row)).toStrictEqual(expected);
    }),
    { numRuns: 500 },
  );
  expect(accepted).toBeGreaterThan(50);
});

test.each([undefined, null, 'row', 7, [], [{}]])('%j is not a row', (value) => {
  expect(readOkxRow(okxOrderSchema, value)).toStrictEqual(okxOrderSchema.safeParse(value));
  expect(readOkxRow(okxOrderSchema, value).success).toBe(false);
});
