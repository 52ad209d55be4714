// The work of the signer: opens sealed keys, and signs the requests of the table within the budget of each account.
import { createHmac, createSecretKey } from 'node:crypto';
import { isLoginTime, lbankFormText, okxLoginText, okxPrehash, signingPurpose } from '@rondo/protocol';
import {
  createKeyRing,
  masterKeyFrom,
  openCredentials,
  sealCredentials,
  type KeyRing,
  type KeyTexts,
  type OpenedCredentials,
} from '@rondo/store/secrets';
import { LRUCache } from 'lru-cache';
import { createOpenKeys, type OpenKey, type OpenKeys } from './open-keys.ts';
import { signerLimits } from './signer-limits.ts';
import {
  signerRequestSchema,
  type SealedKeyMessage,
  type SignerReply,
  type SignerRequest,
  type SignItem,
  type SignRefusal,
} from './signer-messages.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

export interface SignerCoreDeps {
  /** Steady time in ms. */
  readonly now: () => number;
  /** Is called for each refused text. The detail has no secret. */
  readonly report: (refusal: {
    readonly accountId: string;
    readonly reason: SignRefusal;
    readonly detail: string;
  }) => void;
}

export interface SignerCore {
  /** Returns the reply to a message, or null for a message that is not readable. The promise never rejects. */
  replyTo(message: unknown): Promise<SignerReply | null>;
}

type Budgets = Readonly<Record<'command' | 'reading' | 'login' | 'check', TokenBucket>>;
type SignResult = Extract<SignerReply, { kind: 'signed' }>['results'][number];

/** Creates the core without a master key. The first message must be `begin`. */
export function createSignerCore(deps: SignerCoreDeps): SignerCore {
  const keys = createOpenKeys();
  const budgets = new LRUCache<string, Budgets>({ max: signerLimits.keys });
  const opens = createTokenBucket(signerLimits.opensAtOnce, signerLimits.opensPerSecond);
  let ring: KeyRing | null = null;
  const sign = createSigning(deps, keys, (accountId) => {
    const budget = budgets.get(accountId) ?? newBudgets();
    budgets.set(accountId, budget);
    return budget;
  });
  const carryOut = async (request: SignerRequest): Promise<SignerReply> => {
    const { id } = request;
    if (request.kind === 'begin') {
      ring = await openRing(request.masterKey);
      return { kind: 'begun', id };
    }
    if (request.kind === 'sign') return { kind: 'signed', id, results: request.items.map(sign) };
    if (request.kind === 'close') {
      keys.close(request.accountId, request.kept);
      return { kind: 'closed', id };
    }
    if (request.kind === 'drop') {
      keys.drop(request.handle);
      return { kind: 'closed', id };
    }
    if (ring === null) throw new Error('the signer has no master key');
    if (!opens.take(deps.now())) throw new Error('too many keys were opened');
    if (request.kind === 'seal') return { kind: 'sealed', id, key: sealKey(ring, request) };
    const { accountId } = request.key;
    const { apiKey, secretKey, passphrase } = openCredentials(ring, bytesOf(request.key));
    const secret = secretKey.length === 0 ? null : createSecretKey(secretKey);
    secretKey.fill(0);
    keys.set(request.handle, { accountId, apiKey, secret });
    return { kind: 'opened', id, apiKey, passphrase };
  };
  return {
    async replyTo(message) {
      const parsed = signerRequestSchema.safeParse(message);
      if (!parsed.success) return null;
      try {
        return await carryOut(parsed.data);
      } catch (error) {
        const cause = error instanceof Error ? error.message.slice(0, 1_000) : 'failed';
        return { kind: 'failed', id: parsed.data.id, cause };
      }
    },
  };
}

function createSigning(
  { now, report }: SignerCoreDeps,
  keys: Pick<OpenKeys, 'get'>,
  budgetsOf: (accountId: string) => Budgets,
): (item: SignItem) => SignResult {
  return (item) => {
    const key = keys.get(item.handle);
    if (key === undefined) return { refusal: 'unopened' };
    const refuse = (reason: SignRefusal): SignResult => {
      report({ accountId: key.accountId, reason, detail: detailOf(item) });
      return { refusal: reason };
    };
    const wanted = wantedOf(item, key);
    if (wanted === null) return refuse('forbidden');
    if (key.secret === null) return { refusal: 'keyless' };
    if (!budgetsOf(key.accountId)[wanted.purpose].take(now())) return refuse('budget');
    return { sign: createHmac('sha256', key.secret).update(wanted.text).digest(wanted.digits) };
  };
}

/** A text to sign. `digits` is the form in which the exchange wants the signature. */
interface Wanted {
  readonly purpose: keyof Budgets;
  readonly text: string;
  readonly digits: 'base64' | 'hex';
}

/** Returns the text that the exchange wants signed for an item, or null when it must not be signed. */
function wantedOf(item: SignItem, { apiKey }: OpenKey): Wanted | null {
  switch (item.kind) {
    case 'request': {
      const purpose = signingPurpose(item);
      return purpose === null ? null : { purpose, text: okxPrehash(item), digits: 'base64' };
    }
    case 'login': {
      const { timestamp } = item;
      return isLoginTime(timestamp) ? { purpose: 'login', text: okxLoginText(timestamp), digits: 'base64' } : null;
    }
    case 'form': {
      const text = lbankFormText(apiKey, item);
      return text === null ? null : { purpose: 'check', text, digits: 'hex' };
    }
    default:
      return item satisfies never;
  }
}

// A refused path was chosen by the caller, so a line shows only its harmless characters.
function detailOf(item: SignItem): string {
  return item.kind === 'login'
    ? 'login'
    : `${item.method} ${item.path}`.replaceAll(/[^A-Za-z0-9/ _-]/g, '?').slice(0, 100);
}

function newBudgets(): Budgets {
  const limits = signerLimits;
  return {
    command: createTokenBucket(limits.commandsAtOnce, limits.commandsPerSecond),
    reading: createTokenBucket(limits.readingsAtOnce, limits.readingsPerSecond),
    login: createTokenBucket(limits.loginsAtOnce, limits.loginsPerSecond),
    check: createTokenBucket(limits.checksAtOnce, limits.checksPerSecond),
  };
}

async function openRing({ value, command, ...where }: Extract<SignerRequest, { kind: 'begin' }>['masterKey']) {
  const masterKey = await masterKeyFrom({ value, command, ...where }).read();
  if (masterKey === null) throw new Error('there is no master key');
  return createKeyRing(masterKey);
}

/** Seals the texts of a key. A blank text is taken from the stored key of the same account, if there is one. */
function sealKey(ring: KeyRing, { accountId, texts, stored, rotation }: Extract<SignerRequest, { kind: 'seal' }>) {
  if (stored !== null && stored.accountId !== accountId) throw new Error('the stored key belongs to another account');
  const whole = stored === null ? texts : completedBy(openCredentials(ring, bytesOf(stored)), texts);
  const { wrappedKey, apiKey, secretKey, passphrase } = sealCredentials(ring.newest(rotation), accountId, whole);
  const of = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64');
  return {
    wrappedKey: of(wrappedKey),
    apiKey: of(apiKey),
    secretKey: of(secretKey),
    passphrase: of(passphrase),
  };
}

function completedBy(held: OpenedCredentials, texts: KeyTexts): KeyTexts {
  const whole = {
    apiKey: texts.apiKey === '' ? held.apiKey : texts.apiKey,
    secretKey: texts.secretKey === '' ? held.secretKey.toString('utf8') : texts.secretKey,
    passphrase: texts.passphrase === '' ? held.passphrase : texts.passphrase,
  };
  held.secretKey.fill(0);
  return whole;
}

function bytesOf({ accountId, rotation, ...texts }: SealedKeyMessage) {
  const of = (text: string): Buffer => Buffer.from(text, 'base64');
  return {
    accountId,
    rotation,
    wrappedKey: of(texts.wrappedKey),
    apiKey: of(texts.apiKey),
    secretKey: of(texts.secretKey),
    passphrase: of(texts.passphrase),
  };
}
