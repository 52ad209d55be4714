// Tests of attribution: which bot owns a client id, whether the user cancelled an order, and which of two cursors is
// later.
import { fakeVenue, fakeVenueCodes } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { botRow, desiredEntry, keyedHash, memoryWithBot, slotOf } from '../../tests/builders.ts';
import { frozenRow } from '../memory/frozen-bot.ts';
import { clientOrderId, frozenRound } from '../orders/client-order-id.ts';
import { botOnInstrument, isCancelledByUser, laterCursor, ownerOf } from './attribution.ts';

test('ownerOf returns the running bot and the slot, `ended` when the bot does not run any more, and `foreign` when the id is not ours or is forged', () => {
  const { memory, bot } = memoryWithBot(0);
  const slot = slotOf(desiredEntry);
  expect(ownerOf(memory, clientOrderId(slot, keyedHash), keyedHash)).toEqual({ kind: 'bot', bot, slot });
  expect(ownerOf(memory, clientOrderId({ ...slot, botNumber: 8 }, keyedHash), keyedHash)).toEqual({ kind: 'ended' });
  const forged = clientOrderId(slot, (text) => keyedHash(`${text}!`));
  for (const id of ['', 'mine', forged]) expect(ownerOf(memory, id, keyedHash)).toEqual({ kind: 'foreign' });
});

test('ownerOf returns the frozen bot of an id, and `frozenClose` for the closing order of a frozen bot', () => {
  const { memory } = memoryWithBot(0);
  const other = frozenRow({ ...botRow(), botId: 'other', botNumber: 8 }, 'unreadable');
  const frozen = frozenRow({ ...botRow(), botId: 'frozen', botNumber: 9 }, 'unreadable');
  for (const each of [other, frozen]) memory.frozen.set(each.row.botId, each);
  const slot = { ...slotOf(desiredEntry), botId: 'frozen', botNumber: 9 };
  expect(ownerOf(memory, clientOrderId(slot, keyedHash), keyedHash)).toEqual({ kind: 'frozen', bot: frozen, slot });
  const close = clientOrderId({ ...slot, kind: 'close', round: frozenRound }, keyedHash);
  expect(ownerOf(memory, close, keyedHash)).toEqual({ kind: 'frozenClose' });
});

test('botOnInstrument returns the bot of an instrument, or null when no bot runs on the instrument', () => {
  const { memory, bot } = memoryWithBot(0);
  expect(botOnInstrument(memory, bot.config.instrument.id)).toBe(bot);
  expect(botOnInstrument(memory, 'BTC-USDT-SWAP')).toBeNull();
});

test.each([
  ['limit', fakeVenueCodes.userCode, false, true],
  ['limit', fakeVenueCodes.userCode, true, false],
  ['limit', 'SYSTEM', false, false],
  ['trigger', fakeVenueCodes.userCode, false, true],
  ['ioc', fakeVenueCodes.userCode, false, false],
  ['market', fakeVenueCodes.userCode, false, false],
] as const)(
  'for a %s order with the cancel source %s and wasCancelAsked %s, isCancelledByUser returns %s',
  (...[type, source, ours, is]) => {
    expect(isCancelledByUser(fakeVenue, { type, cancelSource: source, wasCancelAsked: ours })).toBe(is);
  },
);

test('laterCursor compares two cursors with the function of the venue and not as texts', () => {
  const [early, late] = [fakeVenueCodes.cursorOf(1), fakeVenueCodes.cursorOf(2)];
  expect(laterCursor(fakeVenue, null, early)).toBe(early);
  expect(laterCursor(fakeVenue, early, late)).toBe(late);
  expect(laterCursor(fakeVenue, late, early)).toBe(late);
  expect(late < early).toBe(true);
  expect(laterCursor({ compareCursor: () => 0 }, 'known', 'read')).toBe('known');
});
