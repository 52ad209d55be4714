// Tests of the code table: the outcome of each code for each verb. A system code proves nothing about an order.
import { expect, test } from 'vitest';
import { okxCode, okxReason } from './codes.ts';

test.each(['50001', '50004', '50005', '50013', '50026', '51149', '51054', '50011', '50061', '51603'])(
  'the code %s leaves the outcome of a placement unknown',
  (code) => {
    expect(okxCode(code)?.place).toBe('unknown');
  },
);

test.each(['50036', '50037', '50102', '50111', '50113', '50119', '50101', '50110', '50120'])(
  'the code %s means that the exchange refused a placement before processing',
  (code) => {
    expect(okxCode(code)).toMatchObject({ place: 'rejected' });
    expect(['notPlaced', 'key']).toContain(okxCode(code)?.reason);
  },
);

test('the codes for a duplicate id mean that the order exists', () => {
  for (const code of ['51016', '50071', '51065']) expect(okxReason(code, '')).toBe('duplicate');
});

test('a cancel is accepted when the order is already being cancelled, and is rejected as gone when the order has ended or does not exist', () => {
  expect(okxCode('51410')?.cancel).toBe('accepted');
  for (const code of ['51400', '51401', '51402', '51503', '51603'])
    expect(okxCode(code)).toMatchObject({ cancel: 'rejected', reason: 'gone' });
});

test('for a reading, only the code 51603 means that the order does not exist', () => {
  const codes = Array.from({ length: 20_000 }, (_, index) => String(50_000 + index));
  expect(codes.filter((code) => okxCode(code)?.read === 'absent')).toEqual(['51603']);
});

test('the parameter that a parameter error names decides its reason', () => {
  expect(okxReason('51000', 'Parameter posSide error')).toBe('positionMode');
  expect(okxReason('51000', 'Parameter sz error')).toBe('rules');
  expect(okxReason('51000', 'Parameter tdMode error')).toBe('other');
});

test('okxCode returns undefined for an unlisted code', () => {
  expect(okxCode('99999')).toBeUndefined();
  expect(okxCode('0')).toBeUndefined();
});
