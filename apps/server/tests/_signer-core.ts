// A signer core in the process of a test, with the key of one account.
import { randomBytes } from 'node:crypto';
import { sealCredentials } from '@rondo/store/secrets';
import { createKeyOpenings } from '../src/signer/key-openings.ts';
import { createSignerCore } from '../src/signer/signer-core.ts';
import type { SealedTextsMessage, SignedTexts, SignItem, SignerReply } from '../src/signer/signer-messages.ts';

export const masterKey = randomBytes(32);
export const timestamp = '2026-11-23T09:08:57.715Z';
export const order = { timestamp, method: 'POST', path: '/api/v5/trade/order', body: '{"instId":"BTC-USDT-SWAP"}' };

export function sealedKey(accountId: string, secretKey = 'the-secret', key = masterKey) {
  const sealed = sealCredentials({ id: null, key }, accountId, {
    apiKey: 'the-key',
    secretKey,
    passphrase: 'the-phrase',
  });
  const of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  const { wrappedKey, apiKey, passphrase } = sealed;
  return {
    accountId,
    wrappedKey: of(wrappedKey),
    apiKey: of(apiKey),
    secretKey: of(sealed.secretKey),
    passphrase: of(passphrase),
    rotation: null,
  };
}

export function bytesOf(accountId: string, key: SealedTextsMessage) {
  const of = (text: string): Buffer => Buffer.from(text, 'base64');
  const { wrappedKey, apiKey, secretKey, passphrase } = key;
  return {
    accountId,
    rotation: null,
    wrappedKey: of(wrappedKey),
    apiKey: of(apiKey),
    secretKey: of(secretKey),
    passphrase: of(passphrase),
  };
}

export const begin = {
  kind: 'begin',
  id: 0,
  key: { kind: 'master', value: masterKey.toString('hex'), file: '/none', forbiddenFolders: [] },
  mayCreate: false,
  openings: { accountsAtOnce: 3, countsMs: 60_000 },
  signs: 'everything',
} as const;

/** Opens a core with the master key and the key of the account `ada`. */
export async function openCore(secretKey?: string, signs: SignedTexts = 'everything') {
  const stage = { now: 0, wallNow: Date.parse(timestamp) };
  const reported: string[] = [];
  const alarms: string[] = [];
  const core = createSignerCore({
    now: () => stage.now,
    wallNow: () => stage.wallNow,
    openingsOf: (accountsAtOnce) => createKeyOpenings(accountsAtOnce, () => stage.now),
    report: ({ accountId, reason, detail }) => reported.push(`${accountId} ${reason} ${detail}`),
    alarm: ({ accountId, use }) => alarms.push(`${accountId} ${use}`),
    begun: () => undefined,
    countsWanted: () => undefined,
  });
  await core.replyTo({ ...begin, signs });
  const opened = await core.replyTo({ kind: 'open', id: 1, handle: 'ada:1', key: sealedKey('ada', secretKey) });
  const sign = async (...items: readonly SignItem[]) => resultsOf(await core.replyTo({ kind: 'sign', id: 2, items }));
  return { core, opened, reported, alarms, stage, sign };
}

function resultsOf(reply: SignerReply | null) {
  if (reply?.kind !== 'signed') throw new Error(`The signer replied ${JSON.stringify(reply)}.`);
  return reply.results;
}

export const request = (change: Partial<typeof order> = {}): SignItem => ({
  kind: 'request',
  handle: 'ada:1',
  ...order,
  ...change,
});

/** A reading that checks an LBank key. */
export const check = {
  kind: 'form',
  handle: 'ada:1',
  method: 'POST',
  path: '/v2/supplement/api_Restrictions.do',
  timestamp: '1764000000000',
  echostr: 'a'.repeat(32),
} as const;
