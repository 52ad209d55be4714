// Tests of sealing: a sealed text opens only with its own key and purpose, and names its key.
import { expect, test } from 'vitest';
import { keyIdOf, seal, secondFactorPurpose, unseal } from './sealing.ts';

test('a sealed text opens only with its own key and purpose, and sealing the text again returns different bytes', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = seal(key, Buffer.from('text'), 'purpose');
  expect(unseal(key, sealed, 'purpose').toString()).toBe('text');
  expect(seal(key, Buffer.from('text'), 'purpose').equals(sealed)).toBe(false);
  expect(() => unseal(key, sealed, 'other')).toThrow('cannot be opened');
  expect(() => unseal(Buffer.alloc(32, 2), sealed, 'purpose')).toThrow('cannot be opened');
  for (let index = 0; index < sealed.length; index += 1) {
    const changed = Buffer.from(sealed);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => unseal(key, changed, 'purpose')).toThrow('purpose');
  }
});

test('a text that is sealed with a named key names the key, and another text names no key', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = seal({ id: 'a1b2c3d4', key }, Buffer.from('text'), 'purpose');
  expect([keyIdOf(sealed), unseal(key, sealed, 'purpose').toString()]).toEqual(['a1b2c3d4', 'text']);
  expect(keyIdOf(seal(key, Buffer.from('text'), 'purpose'))).toBeNull();
  expect(() => unseal(key, sealed.subarray(0, 20), 'purpose')).toThrow('unknown format');
});

test('the secret of a second factor opens only for its person', () => {
  const key = Buffer.alloc(32, 1);
  const sealed = seal(key, Buffer.from('text'), secondFactorPurpose('one'));
  expect(unseal(key, sealed, secondFactorPurpose('one')).toString()).toBe('text');
  expect(() => unseal(key, sealed, secondFactorPurpose('other'))).toThrow('cannot be opened');
});
