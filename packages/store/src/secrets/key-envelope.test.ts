// Tests of the envelopes for the signers.
import { expect, test } from 'vitest';
import { drawEnvelopeKeys, openEnvelope, sealEnvelope } from './key-envelope.ts';

test('an envelope opens only with the private key and for its purpose, and a changed envelope does not open', () => {
  const keys = drawEnvelopeKeys();
  const envelope = sealEnvelope(keys.publicKey, Buffer.from('the secret'), 'purpose');
  expect(openEnvelope(keys, envelope, 'purpose').toString()).toBe('the secret');
  expect(envelope.includes('the secret')).toBe(false);
  expect(sealEnvelope(keys.publicKey, Buffer.from('the secret'), 'purpose').equals(envelope)).toBe(false);
  expect(() => openEnvelope(keys, envelope, 'other')).toThrow('cannot be opened');
  const { privateKey } = drawEnvelopeKeys();
  expect(() => openEnvelope({ ...keys, privateKey }, envelope, 'purpose')).toThrow('cannot be opened');
  for (let index = 0; index < envelope.length; index += 1) {
    const changed = Buffer.from(envelope);
    changed[index] = (changed[index] ?? 0) ^ 1;
    expect(() => openEnvelope(keys, changed, 'purpose')).toThrow();
  }
});

test('an envelope that is too short, or whose sender key makes no secret, is refused', () => {
  const keys = drawEnvelopeKeys();
  expect(() => openEnvelope(keys, new Uint8Array(10), 'purpose')).toThrow('unknown format');
  const envelope = sealEnvelope(keys.publicKey, Buffer.from('text'), 'purpose');
  envelope.fill(0, 1, 33);
  expect(() => openEnvelope(keys, envelope, 'purpose')).toThrow();
});
