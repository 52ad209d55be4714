// Tests of client order ids. Each slot key has its own id, our ids are parsed, and other ids are refused.
import { createHmac } from 'node:crypto';
import fc from 'fast-check';
import { expect, test } from 'vitest';
import { clientOrderId, parseClientOrderId } from './client-order-id.ts';
import { InvariantError } from '../assert.ts';
import type { SlotKey } from '../ports/index.ts';

const keyedHash = (text: string): string => createHmac('sha256', 'key').update(text).digest('hex');
const otherHash = (text: string): string => createHmac('sha256', 'other').update(text).digest('hex');

const slot = fc.record<SlotKey>({
  botId: fc.constant('bot'),
  botNumber: fc.integer({ min: 1, max: 36 ** 8 - 1 }),
  round: fc.integer({ min: 0, max: 36 ** 4 - 1 }),
  kind: fc.constantFrom('entry', 'takeProfit', 'baseExit', 'close', 'stopLoss'),
  step: fc.integer({ min: 0, max: 35 }),
  generation: fc.integer({ min: 0, max: 36 ** 3 - 1 }),
});

const mark = fc.option(fc.integer({ min: 0, max: 36 ** 4 - 1 }).map((value) => value.toString(36).padStart(4, '0')));

test('a client id with or without an instance mark has the format of the exchange, depends only on its slot and its mark, and is parsed to its slot', () => {
  fc.assert(
    fc.property(slot, mark, (key, instance) => {
      const id = clientOrderId(key, keyedHash, instance);
      expect(id).toMatch(instance === null ? /^q1r[0-9a-z]{23}$/ : new RegExp(`^q2r${instance}[0-9a-z]{23}$`));
      expect(id.length).toBeLessThanOrEqual(32);
      expect(clientOrderId(key, keyedHash, instance)).toBe(id);
      expect(parseClientOrderId(id, keyedHash)).toEqual({
        botNumber: key.botNumber,
        round: key.round,
        kind: key.kind,
        step: key.step,
        generation: key.generation,
      });
    }),
  );
});

test('an id with one changed character is foreign, and an id whose checksum was made with another key is foreign', () => {
  fc.assert(
    fc.property(slot, mark, fc.nat(), (key, instance, at) => {
      const id = clientOrderId(key, keyedHash, instance);
      const index = at % id.length;
      const changed = id.slice(0, index) + (id[index] === '0' ? '1' : '0') + id.slice(index + 1);
      expect(parseClientOrderId(changed, keyedHash)).toBeNull();
      expect(parseClientOrderId(id, otherHash)).toBeNull();
    }),
  );
  for (const foreign of ['', 'x', 'q1r', 'e847386590ce4dBC', 'q1r0000000100'])
    expect(parseClientOrderId(foreign, keyedHash)).toBeNull();
});

test('clientOrderId throws an error when a number or the mark does not fit its field', () => {
  const key: SlotKey = { botId: 'bot', botNumber: 1, round: 36 ** 4, kind: 'entry', step: 1, generation: 0 };
  expect(() => clientOrderId(key, keyedHash)).toThrow(InvariantError);
  for (const wrong of ['', 'abc', 'abcde', 'AB12'])
    expect(() => clientOrderId({ ...key, round: 1 }, keyedHash, wrong)).toThrow(InvariantError);
});
