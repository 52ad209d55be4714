// Tests that the work for a server opens texts and tokens, and no trading key.
import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { createKeyRing } from '../../src/secrets/key-ring.ts';
import { createSealWork } from '../../src/secrets/seal-work.ts';
import { sealCredentials } from '../../src/secrets/sealed-credentials.ts';
import { secondFactorPurpose } from '../../src/secrets/sealing.ts';

const masterKey = randomBytes(32);
const work = createSealWork(createKeyRing(masterKey), { rotation: null, people: null });
const texts = { apiKey: 'the-key', secretKey: 'the-secret', passphrase: 'the-phrase' };
const stored = sealCredentials({ id: null, key: masterKey }, 'ada', texts);

test.each([
  secondFactorPurpose('ada'),
  'rondo/peppers/12345678',
  'rondo/oauth_secret',
  'rondo/installation_keys/audit',
])('a text with the purpose %s is sealed and opened, and not with another purpose', async (purpose) => {
  const sealed = await work.sealText(purpose, Buffer.from('a text'));
  expect(Buffer.from(await work.openText(purpose, sealed)).toString()).toBe('a text');
  await expect(work.openText(secondFactorPurpose('bob'), sealed)).rejects.toThrow('cannot be opened');
});

test.each([
  'rondo/exchange_accounts/ada/dataKey/v1',
  'rondo/exchange_accounts/ada/secretKey/v1',
  'rondo/master_keys/12345678',
  'rondo/second_factors/ada/../../exchange_accounts/ada/dataKey/v1',
  '',
])('a text with the purpose %j is neither sealed nor opened', async (purpose) => {
  await expect(work.sealText(purpose, Buffer.from('a text'))).rejects.toThrow('is not permitted');
  await expect(work.openText(purpose, stored.wrappedKey)).rejects.toThrow('is not permitted');
});

test('no permitted purpose opens the data key of an account', async () => {
  for (const purpose of [secondFactorPurpose('ada'), 'rondo/peppers/ada', 'rondo/oauth_secret'])
    await expect(work.openText(purpose, stored.wrappedKey)).rejects.toThrow('cannot be opened');
});

test('tokens are opened, and the parts of a trading key are not opened as tokens', async () => {
  const tokens = { accessToken: 'access', refreshToken: 'refresh' };
  expect(await work.openTokens('consent', await work.sealTokens('consent', tokens))).toEqual(tokens);
  const single = { accessToken: 'access', refreshToken: null };
  expect(await work.openTokens('consent', await work.sealTokens('consent', single))).toEqual(single);
  const { wrappedKey, secretKey, apiKey } = stored;
  for (const part of [secretKey, apiKey])
    await expect(work.openTokens('ada', { wrappedKey, accessToken: part, refreshToken: null })).rejects.toThrow(
      'cannot be opened',
    );
});
