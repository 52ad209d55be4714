// Tests that the signer of a node without the master key opens no trading key, no data key and no client secret (ADR 8).
import { randomBytes } from 'node:crypto';
import { createKeyRing, createSealWork, sealCredentials } from '@rondo/store/secrets';
import { expect, test } from 'vitest';
import { createKeyOpenings } from './key-openings.ts';
import { createSignerCore } from './signer-core.ts';
import type { SignerReply } from './signer-messages.ts';

const [masterKey, peopleKey] = [randomBytes(32), randomBytes(32)];
const none = { rotation: null, people: null };
const texts = { apiKey: 'the-key', secretKey: 'the-secret', passphrase: 'the-phrase' };
const refused = { kind: 'failed', cause: 'this node has the people key and no master key' };
const base64 = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');

async function openPeopleSigner() {
  const core = createSignerCore({
    now: () => 0,
    wallNow: () => 0,
    openingsOf: (accountsAtOnce) => createKeyOpenings(accountsAtOnce, () => 0),
    report: () => undefined,
    alarm: () => undefined,
    begun: () => undefined,
    countsWanted: () => undefined,
  });
  const key = { kind: 'people', value: peopleKey.toString('hex'), file: '/none', forbiddenFolders: [] } as const;
  const openings = { accountsAtOnce: 3, countsMs: 60_000 };
  await core.replyTo({ kind: 'begin', id: 0, key, mayCreate: false, openings, signs: 'everything' });
  return (message: object): Promise<SignerReply | null> => core.replyTo({ id: 1, ...message });
}

test('the signer of a node with the people key seals and opens second factors, each for its person', async () => {
  const ask = await openPeopleSigner();
  // The store sends the people keys, and the newest one seals.
  const state = { rotation: { first: '', newest: createKeyRing(peopleKey).ownId, links: [] }, people: null };
  const purpose = 'rondo/second_factors/ada';
  const sealed = await ask({ kind: 'sealText', purpose, text: 'YQ==', state });
  if (sealed?.kind !== 'text') throw new Error(`The signer replied ${JSON.stringify(sealed)}.`);
  const open = (name: string) => ask({ kind: 'openText', purpose: name, text: sealed.text, state });
  expect(await open(purpose)).toEqual({ kind: 'text', id: 1, text: 'YQ==' });
  expect(await open('rondo/second_factors/bob')).toMatchObject({ cause: expect.stringContaining('cannot be opened') });
});

test('it opens and seals no trading key, and signs nothing', async () => {
  const ask = await openPeopleSigner();
  const parts = sealCredentials({ id: null, key: masterKey }, 'ada', texts);
  const key = {
    accountId: 'ada',
    rotation: null,
    wrappedKey: base64(parts.wrappedKey),
    apiKey: base64(parts.apiKey),
    secretKey: base64(parts.secretKey),
    passphrase: base64(parts.passphrase),
  };
  expect(await ask({ kind: 'open', handle: 'ada:1', key })).toMatchObject(refused);
  const seal = { kind: 'seal', accountId: 'ada', texts, rotation: null };
  expect(await ask({ ...seal, stored: null })).toMatchObject(refused);
  expect(await ask({ ...seal, stored: key })).toMatchObject(refused);
  const items = [{ kind: 'login', handle: 'ada:1', timestamp: '1700000000' }];
  expect(await ask({ kind: 'sign', items })).toMatchObject({ results: [{ refusal: 'unopened' }] });
  for (const text of [key.wrappedKey, key.secretKey])
    for (const purpose of [
      'rondo/second_factors/ada',
      'rondo/people_secrets',
      'rondo/exchange_accounts/ada/dataKey/v1',
    ])
      expect(await ask({ kind: 'openText', purpose, text, state: none })).toMatchObject({ kind: 'failed' });
});

test('it opens no client secret, no token, no pepper and no key of the installation, and makes no first keys', async () => {
  const ask = await openPeopleSigner();
  const work = createSealWork(createKeyRing(masterKey), none);
  for (const purpose of ['rondo/oauth_secret', 'rondo/peppers/12345678', 'rondo/installation_keys/clientOrderIds']) {
    const text = base64(await work.sealText(purpose, Buffer.from('a text')));
    const cause = `the purpose ${purpose} is not permitted`;
    expect(await ask({ kind: 'openText', purpose, text, state: none })).toMatchObject({ kind: 'failed', cause });
    expect(await ask({ kind: 'sealText', purpose, text, state: none })).toMatchObject({ kind: 'failed', cause });
  }
  const sealed = await work.sealTokens('consent', { accessToken: 'access', refreshToken: null });
  const tokens = {
    wrappedKey: base64(sealed.wrappedKey),
    accessToken: base64(sealed.accessToken),
    refreshToken: null,
  };
  const opened = { accessToken: 'access', refreshToken: null };
  for (const message of [
    { kind: 'openTokens', consentId: 'consent', tokens, rotation: null },
    { kind: 'sealTokens', consentId: 'consent', tokens: opened, rotation: null },
    { kind: 'sealHoney', accountId: 'ada', texts: { apiKey: 'a', passphrase: 'b' }, rotation: null },
    { kind: 'firstKeys', rows: [], rotation: null },
  ])
    expect(await ask(message)).toMatchObject(refused);
});
