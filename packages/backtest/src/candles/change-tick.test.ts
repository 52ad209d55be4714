import { decimal } from '@rondo/decimal';
import { expect, test } from 'vitest';
import { changeTick } from './change-tick.ts';
import { columnsOf } from './columns.ts';
import { candlesOf } from '../../tests/_market.ts';

const columns = columnsOf(candlesOf('2000 2001 1999.5 2000'));

test('changeTick does not change the value of any price when the new tick size is equal, finer or coarser', () => {
  expect(changeTick(columns, decimal('0.01'), decimal('0.010'))).toEqual({ ok: true, columns });
  const finer = changeTick(columns, decimal('0.01'), decimal('0.002'));
  expect(finer.ok && [...finer.columns.low]).toEqual([999_750]);
  const coarser = changeTick(columns, decimal('0.01'), decimal('0.5'));
  expect(coarser.ok && [...coarser.columns.low]).toEqual([3_999]);
});

test('changeTick refuses a price that is not a multiple of the new tick size or is too large, and the refusal contains the number of the candle', () => {
  expect(changeTick(columns, decimal('0.01'), decimal('1'))).toEqual({
    ok: false,
    candle: 1,
    reason: 'low 1999.5 does not fit the tick size 1',
  });
  expect(changeTick(columns, decimal('0.01'), decimal('0.0000001'))).toMatchObject({ ok: false, candle: 1 });
});
