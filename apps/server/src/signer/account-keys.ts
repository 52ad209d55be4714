// The keys of linked accounts. Their secrets stay in the signer.
import { createHash } from 'node:crypto';
import type { Accounts } from '@rondo/store';
import type { KeySigner } from '../venues/venue.ts';
import type { SignResult, SignerClient } from './signer-client.ts';
import type { SealedKeyMessage, SignItem, SignRefusal } from './signer-messages.ts';

/** The key of an account. `apiKey` is empty after the key was revoked. */
export interface AccountKey {
  readonly apiKey: string;
  readonly signer: KeySigner;
  /** The name of the key in the signer. It is null for a key whose secret is in this process. */
  readonly handle: string | null;
}

export interface AccountKeys {
  /** Returns the stored key of an account. Throws when the key cannot be opened, and when the signer does not reply. */
  open(accountId: string): Promise<AccountKey>;
  /** Ends the opened keys of an account, except `kept`: the signer forgets them. The promise never rejects. */
  close(accountId: string, kept: AccountKey | null): Promise<void>;
}

export interface AccountKeysDeps {
  readonly accounts: Pick<Accounts, 'sealedKey'>;
  readonly client: SignerClient;
  /** Is called when the signer refused a request, or did not reply in time. */
  readonly onRefusal: (accountId: string, reason: SignRefusal | 'silent', item: SignItem) => void;
}

type Sealed = Awaited<ReturnType<Accounts['sealedKey']>>;

export function createAccountKeys(deps: AccountKeysDeps): AccountKeys {
  return {
    async open(accountId) {
      const sealed = await deps.accounts.sealedKey(accountId);
      const handle = handleOf(sealed);
      const { apiKey, passphrase } = await deps.client.open(handle, messageOf(sealed));
      const reopen = createReopening(deps, accountId, handle);
      const sign = async (item: SignItem) => {
        const result = await signOpened(deps.client, item, reopen);
        if ('sign' in result) return { apiKey, passphrase, sign: result.sign };
        deps.onRefusal(accountId, result.refusal, item);
        return null;
      };
      return {
        apiKey,
        handle,
        signer: {
          signRequest: (request) => sign({ kind: 'request', handle, ...request }),
          signLogin: (timestamp) => sign({ kind: 'login', handle, timestamp }),
        },
      };
    },
    close: (accountId, kept) => deps.client.close(accountId, kept?.handle ?? null),
  };
}

/** A signer that was started again has no keys, so the key is opened once more. */
async function signOpened(client: SignerClient, item: SignItem, reopen: () => Promise<boolean>): Promise<SignResult> {
  const result = await client.sign(item);
  if ('sign' in result || result.refusal !== 'unopened' || !(await reopen())) return result;
  return client.sign(item);
}

/** Returns a function that opens the key again, once for all requests that need it at this time. It returns false when the stored key cannot be opened or has changed. */
function createReopening({ accounts, client }: AccountKeysDeps, accountId: string, handle: string) {
  let running: Promise<boolean> | null = null;
  const open = async (): Promise<boolean> => {
    const sealed = await accounts.sealedKey(accountId);
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
  const of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    accountId,
    rotation,
    wrappedKey: of(texts.wrappedKey),
    apiKey: of(texts.apiKey),
    secretKey: of(texts.secretKey),
    passphrase: of(texts.passphrase),
  };
}
