// The code table: the outcome of each code for each verb; system codes prove nothing.
import { expect, test } from 'vitest';
import { okxCode, okxListedCodes, okxReason } from './codes.ts';

test.each(['50001', '50004', '50005', '50013', '50026', '51149', '51054', '50011', '50061', '51603'])(
  '%s proves nothing about a place',
  (code) => {
    expect(okxCode(code)?.place).toBe('unknown');
  },
);

test.each(['50036', '50037', '50102', '50111', '50113', '50119', '50101', '50110', '50120'])(
  '%s proves that a place was refused before processing',
  (code) => {
    expect(okxCode(code)).toMatchObject({ place: 'rejected' });
    expect(['notPlaced', 'key']).toContain(okxCode(code)?.reason);
  },
);

test('a duplicate id means that the order exists', () => {
  for (const code of ['51016', '50071', '51065']) expect(okxReason(code, '')).toBe('duplicate');
});

test('an order that is already being cancelled counts as cancelled, one that is gone must be fetched', () => {
  expect(okxCode('51410')?.cancel).toBe('accepted');
  for (const code of ['51400', '51401', '51402', '51503', '51603'])
    expect(okxCode(code)).toMatchObject({ cancel: 'rejected', reason: 'gone' });
});

test('only 51603 tells a read that the thing is absent', () => {
  expect(okxListedCodes().filter((code) => okxCode(code)?.read === 'absent')).toEqual(['51603']);
});

test('a parameter error about posSide is a matter of the position mode', () => {
  expect(okxReason('51000', 'Parameter posSide error')).toBe('positionMode');
  expect(okxReason('51000', 'Parameter sz error')).toBe('other');
});

test('an unlisted code has no meaning, and no code is listed twice', () => {
  expect(okxCode('99999')).toBeUndefined();
  expect(okxCode('0')).toBeUndefined();
  expect(new Set(okxListedCodes()).size).toBe(okxListedCodes().length);
});
