// The keys of accounts, stored and new ones. Their secrets stay in the signer, and a new secret passes through this process once, on its way to the signer.
import { createHash } from 'node:crypto';
import type { LbankSigningKey } from '@rondo/exchange';
import type { AccountCredentials, Accounts, KeyCalls, SealedKey } from '@rondo/store';
import { maskKey, type KeyTexts } from '@rondo/store/secrets';
import type { KeySigner } from '../venues/venue.ts';
import type { SignResult, SignerClient } from './signer-client.ts';
import type {
  SealedKeyMessage,
  SealedTextsMessage,
  SignersKeyMessage,
  SignerRequest,
  SignItem,
  SignRefusal,
} from './signer-messages.ts';

/** The key of an account, opened in the signer. `apiKey` is empty after the key was revoked. */
export interface AccountKey extends LbankSigningKey {
  readonly signer: KeySigner;
  /** The name of the key in the signer. */
  readonly handle: string;
}

/** A key that can be checked before it is stored. */
export interface NewKey extends AccountKey {
  readonly sealed: SealedKey;
}

export interface AccountKeys {
  /** Returns the stored key of an account. Throws when the key cannot be opened, and when the signer does not reply. */
  open(accountId: string): Promise<AccountKey>;
  /** Seals a new key for an account and opens it, so that it can be checked. Throws when the signer does not reply. The caller drops a key that it does not store. */
  seal(accountId: string, credentials: AccountCredentials): Promise<NewKey>;
  /** Like `seal` for a key that another node has sealed for the signers. With `isChange`, a blank part keeps its stored text. */
  sealEnvelope(accountId: string, envelope: string, isChange: boolean): Promise<NewKey>;
  /** Returns the input of a call of another node. Throws when the signer does not open it or does not reply. */
  openCall(callId: string, envelope: Uint8Array): Promise<string>;
  /** Seals a changed key. A blank part keeps its stored text, which the signer adds. Throws like `open`. */
  change(accountId: string, credentials: AccountCredentials): Promise<NewKey>;
  /** Ends one opened key: the signer forgets it. The promise never rejects. */
  drop(key: AccountKey): Promise<void>;
  /** Ends the opened keys of an account, except `kept`: the signer forgets them. The promise never rejects. */
  close(accountId: string, kept: AccountKey | null): Promise<void>;
}

export interface AccountKeysDeps {
  readonly accounts: Pick<Accounts, 'sealedKey' | 'rotation'>;
  readonly keyCalls: Pick<KeyCalls, 'signersKey'>;
  readonly client: SignerClient;
  /** Is called when the signer refused a request, or did not reply in time. */
  readonly onRefusal: (accountId: string, reason: SignRefusal | 'silent', item: SignItem) => void;
}

type SealedRequest = Extract<SignerRequest, { kind: 'seal' }>;

function textsOf({ apiKey, secretKey, passphrase }: AccountCredentials): KeyTexts {
  return { apiKey: apiKey.reveal(), secretKey: secretKey.reveal(), passphrase: passphrase.reveal() };
}

type Sealed = Awaited<ReturnType<Accounts['sealedKey']>>;

export function createAccountKeys(deps: AccountKeysDeps): AccountKeys {
  const { accounts, client } = deps;
  const signersKey = async (): Promise<SignersKeyMessage> => {
    const { publicKey, sealed } = await deps.keyCalls.signersKey();
    return { publicKey: base64Of(publicKey), sealed: base64Of(sealed) };
  };
  const seal = async (accountId: string, texts: SealedRequest['texts'], stored: Sealed | null): Promise<NewKey> => {
    const rotation = await accounts.rotation();
    const request = {
      kind: 'seal',
      accountId,
      texts,
      stored: stored === null ? null : messageOf(stored),
      rotation,
    } as const;
    const bytes = bytesOf((await client.request(request, 'sealed')).key);
    const key = await openKey(deps, accountId, async () => ({ accountId, ...bytes, rotation }));
    return { ...key, sealed: { ...bytes, maskedKey: maskKey(key.apiKey) } };
  };
  return {
    open: (accountId) => openKey(deps, accountId, () => accounts.sealedKey(accountId)),
    seal: (accountId, credentials) => seal(accountId, textsOf(credentials), null),
    async sealEnvelope(accountId, envelope, isChange) {
      const texts = { envelope, signersKey: await signersKey() };
      return seal(accountId, texts, isChange ? await accounts.sealedKey(accountId) : null);
    },
    async openCall(callId, envelope) {
      const sealed = { envelope: base64Of(envelope), signersKey: await signersKey() };
      const rotation = await accounts.rotation();
      return (await client.request({ kind: 'openCall', callId, ...sealed, rotation }, 'call')).input;
    },
    change: async (accountId, credentials) =>
      seal(accountId, textsOf(credentials), await accounts.sealedKey(accountId)),
    drop: ({ handle }) => client.drop(handle),
    close: (accountId, kept) => client.close(accountId, kept?.handle ?? null),
  };
}

/** Opens the key that `read` returns. */
async function openKey(deps: AccountKeysDeps, accountId: string, read: () => Promise<Sealed>): Promise<AccountKey> {
  const sealed = await read();
  const handle = handleOf(sealed);
  const { apiKey, passphrase } = await deps.client.open(handle, messageOf(sealed));
  const reopen = createReopening(deps.client, handle, read);
  const sign = async (item: SignItem): Promise<string | null> => {
    const result = await signOpened(deps.client, item, reopen);
    if ('sign' in result) return result.sign;
    deps.onRefusal(accountId, result.refusal, item);
    return null;
  };
  const signed = async (item: SignItem) => {
    const text = await sign(item);
    return text === null ? null : { apiKey, passphrase, sign: text };
  };
  return {
    apiKey,
    handle,
    signForm: (form) => sign({ kind: 'form', handle, ...form }),
    signer: {
      signRequest: (request) => signed({ kind: 'request', handle, ...request }),
      signLogin: (timestamp) => signed({ kind: 'login', handle, timestamp }),
    },
  };
}

/** A signer that was started again has no keys, so the key is opened once more. */
async function signOpened(client: SignerClient, item: SignItem, reopen: () => Promise<boolean>): Promise<SignResult> {
  const result = await client.sign(item);
  if ('sign' in result || result.refusal !== 'unopened' || !(await reopen())) return result;
  return client.sign(item);
}

/** Returns a function that opens the key again, once for all requests that need it at this time. It returns false when the key cannot be opened or has changed. */
function createReopening(client: SignerClient, handle: string, read: () => Promise<Sealed>) {
  let running: Promise<boolean> | null = null;
  const open = async (): Promise<boolean> => {
    const sealed = await read();
    if (handleOf(sealed) !== handle) return false;
    await client.open(handle, messageOf(sealed));
    return true;
  };
  return (): Promise<boolean> => {
    running ??= open()
      .catch(() => false)
      .finally(() => (running = null));
    return running;
  };
}

/** A changed key has another handle, so a client with the former key never signs with the new one. */
function handleOf({ accountId, secretKey }: Sealed): string {
  return `${accountId}:${createHash('sha256').update(secretKey).digest('hex').slice(0, 16)}`;
}

function messageOf({ accountId, rotation, ...texts }: Sealed): SealedKeyMessage {
  const of = base64Of;
  return {
    accountId,
    rotation,
    wrappedKey: of(texts.wrappedKey),
    apiKey: of(texts.apiKey),
    secretKey: of(texts.secretKey),
    passphrase: of(texts.passphrase),
  };
}

function bytesOf(parts: SealedTextsMessage): Omit<SealedKey, 'maskedKey'> {
  const of = (text: string): Uint8Array => Buffer.from(text, 'base64');
  return {
    wrappedKey: of(parts.wrappedKey),
    apiKey: of(parts.apiKey),
    secretKey: of(parts.secretKey),
    passphrase: of(parts.passphrase),
  };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}
