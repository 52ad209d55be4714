// The seals of the store of a server: the process of the signer does the work with the master key or the people key.
import type { SealWork } from '@rondo/store';
import type { KeyState, SealedTexts } from '@rondo/store/secrets';
import type { SignerClient } from './signer-client.ts';
import type { SealedTextsMessage } from './signer-messages.ts';

const textOf = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
const bytesOf = (text: string): Uint8Array => Buffer.from(text, 'base64');

/** Returns the work for one state of the stored keys. A call throws when the signer refuses it, and `SignerSilent` when the signer does not reply in time. */
export function createSignerWork(client: SignerClient, state: KeyState): SealWork {
  const { rotation } = state;
  return {
    async sealText(purpose, text) {
      const request = { kind: 'sealText', purpose, text: textOf(text), state } as const;
      return bytesOf((await client.request(request, 'text')).text);
    },
    async openText(purpose, sealed) {
      const request = { kind: 'openText', purpose, text: textOf(sealed), state } as const;
      return bytesOf((await client.request(request, 'text')).text);
    },
    async sealTokens(consentId, tokens) {
      const reply = await client.request({ kind: 'sealTokens', consentId, tokens, rotation }, 'sealedTokens');
      const { wrappedKey, accessToken, refreshToken } = reply.tokens;
      return {
        wrappedKey: bytesOf(wrappedKey),
        accessToken: bytesOf(accessToken),
        refreshToken: refreshToken === null ? null : bytesOf(refreshToken),
      };
    },
    async openTokens(consentId, { wrappedKey, accessToken, refreshToken }) {
      const tokens = {
        wrappedKey: textOf(wrappedKey),
        accessToken: textOf(accessToken),
        refreshToken: refreshToken === null ? null : textOf(refreshToken),
      };
      return (await client.request({ kind: 'openTokens', consentId, tokens, rotation }, 'tokens')).tokens;
    },
    async sealKey(accountId, texts) {
      const { key } = await client.request({ kind: 'seal', accountId, texts, stored: null, rotation }, 'sealed');
      return sealedTextsOf(key);
    },
    async sealHoneyKey(accountId, texts) {
      const { key } = await client.request({ kind: 'sealHoney', accountId, texts, rotation }, 'sealed');
      return sealedTextsOf(key);
    },
    async firstKeys(rows) {
      const wrapped = rows.map(({ id, wrappedKey }) => ({ rowId: id, wrappedKey: textOf(wrappedKey) }));
      return (await client.request({ kind: 'firstKeys', rows: wrapped, rotation }, 'firstKeys')).keys;
    },
  };
}

function sealedTextsOf(parts: SealedTextsMessage): SealedTexts {
  return {
    wrappedKey: bytesOf(parts.wrappedKey),
    apiKey: bytesOf(parts.apiKey),
    secretKey: bytesOf(parts.secretKey),
    passphrase: bytesOf(parts.passphrase),
  };
}
