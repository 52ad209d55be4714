import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { changeTick } from './change-tick.ts';
import { columnsOf } from './columns.ts';
import { candlesOf } from '../../tests/_market.ts';

const columns = columnsOf(candlesOf('2000 2001 1999.5 2000'));

test('the same tick changes nothing, a finer and a coarser one keep every price', () => {
  expect(changeTick(columns, decimal('0.01'), decimal('0.010'))).toEqual({ ok: true, columns });
  const finer = changeTick(columns, decimal('0.01'), decimal('0.002'));
  expect(finer.ok && [...finer.columns.low]).toEqual([999_750]);
  const coarser = changeTick(columns, decimal('0.01'), decimal('0.5'));
  expect(coarser.ok && [...coarser.columns.low]).toEqual([3_999]);
});

test('a price between two ticks or beyond a column is refused with its candle', () => {
  expect(changeTick(columns, decimal('0.01'), decimal('1'))).toEqual({
    ok: false,
    candle: 1,
    reason: 'low 1999.5 does not fit the tick size 1',
  });
  expect(changeTick(columns, decimal('0.01'), decimal('0.0000001'))).toMatchObject({ ok: false, candle: 1 });
});
