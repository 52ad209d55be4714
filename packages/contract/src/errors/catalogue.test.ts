// The error catalogue: each code occurs once, and its placeholders can be filled.
import { expect, test } from 'vitest';
import { errorCatalogue, errorText } from './catalogue.ts';
import { exchangeErrors } from './exchange-errors.ts';
import { exchangeKeyErrors } from './exchange-key-errors.ts';
import { personErrors } from './person-errors.ts';

const parts = [exchangeErrors, exchangeKeyErrors, personErrors];

test('no two parts of the catalogue have the same code', () => {
  const codes = parts.flatMap((part) => Object.keys(part));
  expect(new Set(codes).size).toBe(codes.length);
  for (const part of parts) expect(errorCatalogue).toMatchObject(part);
});

test('only errors of a session have status 401, and errors of the exchange have their scope and another status', () => {
  for (const [code, entry] of Object.entries(errorCatalogue)) {
    const isExchange = 'scope' in entry;
    if (isExchange) expect({ code, status: entry.status }).not.toEqual({ code, status: 401 });
    expect(entry.message.length).toBeGreaterThan(5);
  }
});

test('placeholders are filled, and a placeholder without a value stays in the text', () => {
  expect(errorText('UNKNOWN_SYMBOL', { symbol: 'ETH' })).toBe('ETH is not a tradable instrument.');
  expect(errorText('UNKNOWN_SYMBOL')).toContain('{symbol}');
});
