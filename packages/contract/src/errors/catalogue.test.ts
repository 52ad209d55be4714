// Tests that the error catalogue contains each code once, and that the placeholders of the texts are filled.
import { expect, test } from 'vitest';
import { errorCatalogue, errorText } from './catalogue.ts';
import { exchangeErrors } from './exchange-errors.ts';
import { exchangeKeyErrors } from './exchange-key-errors.ts';
import { personErrors } from './person-errors.ts';

const parts = [exchangeErrors, exchangeKeyErrors, personErrors];

test('the parts of the catalogue have different codes', () => {
  const codes = parts.flatMap((part) => Object.keys(part));
  expect(new Set(codes).size).toBe(codes.length);
  for (const part of parts) expect(errorCatalogue).toMatchObject(part);
});

test('an error with the scope exchange never has the status 401, and every error has a text', () => {
  for (const [code, entry] of Object.entries(errorCatalogue)) {
    const isExchange = 'scope' in entry;
    if (isExchange) expect({ code, status: entry.status }).not.toEqual({ code, status: 401 });
    expect(entry.message.length).toBeGreaterThan(5);
  }
});

test('a placeholder is replaced by its value, and a placeholder without a value remains in the text', () => {
  expect(errorText('UNKNOWN_SYMBOL', { symbol: 'ETH' })).toBe('ETH is not a tradable pair.');
  expect(errorText('UNKNOWN_SYMBOL')).toContain('{symbol}');
});
