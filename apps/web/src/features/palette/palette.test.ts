// Tests of the command palette: which keys open it, and which entries a query finds.
import { expect, test } from 'vitest';
import { commandOf } from './keyboard-map.ts';
import { searchEntries } from './palette-search.ts';

const press = { key: 'k', metaKey: false, ctrlKey: false, altKey: false, defaultPrevented: false, target: null };

test('Ctrl+K and Cmd+K open the palette, and a question mark opens the map of keys', () => {
  expect(commandOf({ ...press, ctrlKey: true })).toBe('palette');
  expect(commandOf({ ...press, metaKey: true, key: 'K' })).toBe('palette');
  expect(commandOf({ ...press, key: '?' })).toBe('help');
});

test('a plain letter, another shortcut and a key that somebody has handled are no commands', () => {
  expect(commandOf(press)).toBeNull();
  expect(commandOf({ ...press, key: 'l', ctrlKey: true })).toBeNull();
  expect(commandOf({ ...press, ctrlKey: true, altKey: true })).toBeNull();
  expect(commandOf({ ...press, key: '?', defaultPrevented: true })).toBeNull();
});

test('a question mark that is typed into a field is a character', () => {
  const field = Object.assign(new EventTarget(), { tagName: 'INPUT' });
  expect(commandOf({ ...press, key: '?', target: field })).toBeNull();
  expect(commandOf({ ...press, ctrlKey: true, target: field })).toBe('palette');
});

const entries = ['Go to Bots', 'Go to History', 'Chart of ETH-USDT-SWAP, First climb', '내역으로 이동'].map((text) => ({
  key: text,
  text,
  run: () => undefined,
}));
const found = (query: string) => searchEntries(entries, query).map(({ text }) => text);

test('each word of the query begins a word of the entry', () => {
  expect(found('go hi')).toEqual(['Go to History']);
  expect(found('eth')).toEqual(['Chart of ETH-USDT-SWAP, First climb']);
  expect(found('limb')).toEqual([]);
  expect(found('')).toHaveLength(entries.length);
});

test('a part of a text without spaces is found too', () => {
  expect(found('이동')).toEqual(['내역으로 이동']);
});
