// The work of the signer: opens sealed keys, and signs the requests of the table within the budget of each account.
import { createHmac, createSecretKey } from 'node:crypto';
import { isLoginTime, lbankFormText, okxLoginText, okxPrehash, signingPurpose } from '@rondo/protocol';
import {
  createKeyRing,
  createPeopleWork,
  createSealWork,
  isKeyless,
  keySourceFrom,
  openCredentials,
  sealCredentials,
  type KeyKind,
  type KeyRing,
  type KeyTexts,
  type OpenedCredentials,
  type SealedTexts,
  type SealWork,
} from '@rondo/store/secrets';
import { LRUCache } from 'lru-cache';
import type { KeyOpenings } from './key-openings.ts';
import { createKeySignatures, type KeySignatures } from './signatures/key-signatures.ts';
import { createOpenKeys, type OpenKey, type OpenKeys } from './open-keys.ts';
import { signerLimits } from './signer-limits.ts';
import {
  signerRequestSchema,
  type HoneyUse,
  type OpeningCounts,
  type OpeningLimits,
  type SealedKeyMessage,
  type SealedTextsMessage,
  type SignatureCounts,
  type SignedPurpose,
  type SignedTexts,
  type SignerReply,
  type SignerRequest,
  type SignItem,
  type SignRefusal,
} from './signer-messages.ts';
import { noMasterKey, openCall, openTypedKey } from './signer-envelopes.ts';
import { createTokenBucket, type TokenBucket } from './token-bucket.ts';

export interface SignerCoreDeps {
  /** Steady time in ms. */
  readonly now: () => number;
  /** The time of the machine in epoch ms. A text with a much later time is not signed. */
  readonly wallNow: () => number;
  /** Returns the limits of the openings of keys. */
  readonly openingsOf: (accountsAtOnce: number) => KeyOpenings;
  /** Is called for each refused text and for each key that was not opened because of the limits. The detail has no secret. */
  readonly report: (refusal: {
    readonly accountId: string;
    readonly reason: SignRefusal | 'openings';
    readonly detail: string;
  }) => void;
  /** Is called for each use of the key of the honey account. */
  readonly alarm: (use: HoneyUse) => void;
  /** Is called once, with the interval at which the counts must be taken. */
  readonly begun: (limits: OpeningLimits) => void;
  /** Is called when the server wants the counts now. */
  readonly countsWanted: () => void;
}

export interface SignerCore {
  /** Returns the reply to a message, or null for a message that is not readable. The promise never rejects. */
  replyTo(message: unknown): Promise<SignerReply | null>;
  /** Returns the counts of the openings since the last call, or null when there were none. */
  takeCounts(): OpeningCounts | null;
  /** Returns the counts of the signatures since the last call, or null when there were none. */
  takeSignatures(): SignatureCounts | null;
}

type Budgets = Readonly<Record<SignedPurpose, TokenBucket>>;
type SignResult = Extract<SignerReply, { kind: 'signed' }>['results'][number];

/** Creates the core without a key. The first message must be `begin`. */
export function createSignerCore(deps: SignerCoreDeps): SignerCore {
  const keys = createOpenKeys();
  const signatures = createKeySignatures();
  const budgets = new LRUCache<string, Budgets>({ max: signerLimits.keys });
  const workOf = createTextWork(deps.now);
  let begun: Begun | null = null;
  const sign = createSigning(deps, keys, {
    budgetsOf(accountId) {
      const budget = budgets.get(accountId) ?? newBudgets();
      budgets.set(accountId, budget);
      return budget;
    },
    mayOrder: () => begun?.signs === 'everything',
    signatures,
  });
  const carryOut = async (request: SignerRequest): Promise<SignerReply> => {
    const { id } = request;
    if (request.kind === 'begin') {
      // A server that was taken over must not name another program or other limits.
      if (begun !== null) throw new Error('the signer has begun already');
      const ring = await openRing(request);
      if (ring === null) return { kind: 'begun', id, hasKey: false };
      const openings = deps.openingsOf(request.openings.accountsAtOnce);
      begun = { kind: request.key.kind, signs: request.signs, ring, openings };
      deps.begun(request.openings);
      return { kind: 'begun', id, hasKey: true };
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
    if (begun === null) throw new Error('the signer has no key');
    if (request.kind === 'report') {
      deps.countsWanted();
      return { kind: 'reported', id };
    }
    if (request.kind !== 'open' && request.kind !== 'seal') return workOf(begun, request);
    if (begun.kind === 'people') throw noMasterKey();
    const open = createOpening(deps, begun);
    if (request.kind === 'seal') return { kind: 'sealed', id, key: sealKey(begun, request, open) };
    const { accountId } = request.key;
    const { apiKey, secretKey, passphrase, isHoney } = open(request.key, 'open');
    const secret = secretKey.length === 0 ? null : createSecretKey(secretKey);
    secretKey.fill(0);
    keys.set(request.handle, { accountId, apiKey, secret, isHoney });
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
    takeCounts: () => begun?.openings.takeCounts() ?? null,
    takeSignatures: () => signatures.takeCounts(),
  };
}

/** What the first message has made. */
interface Begun {
  readonly kind: KeyKind;
  readonly signs: SignedTexts;
  readonly ring: KeyRing;
  readonly openings: KeyOpenings;
}

type OpenStored = (key: SealedKeyMessage, use: HoneyUse['use']) => OpenedCredentials;

/** Returns the function that opens a stored key. It throws when the limits do not permit it. */
function createOpening({ report, alarm }: SignerCoreDeps, { ring, openings }: Begun): OpenStored {
  return (key, use) => {
    const { accountId } = key;
    const sealed = bytesOf(key);
    if (!openings.take(accountId, isKeyless(sealed))) {
      report({ accountId, reason: 'openings', detail: use });
      throw new Error('too many keys were opened');
    }
    const opened = openCredentials(ring, sealed);
    if (opened.isHoney) alarm({ accountId, use });
    return opened;
  };
}

function createSigning(
  { now, wallNow, report, alarm }: SignerCoreDeps,
  keys: Pick<OpenKeys, 'get'>,
  limits: {
    readonly budgetsOf: (accountId: string) => Budgets;
    readonly mayOrder: () => boolean;
    readonly signatures: Pick<KeySignatures, 'add'>;
  },
): (item: SignItem) => SignResult {
  return (item) => {
    const key = keys.get(item.handle);
    if (key === undefined) return { refusal: 'unopened' };
    if (key.isHoney) alarm({ accountId: key.accountId, use: 'sign' });
    const refuse = (reason: SignRefusal): SignResult => {
      report({ accountId: key.accountId, reason, detail: detailOf(item) });
      return { refusal: reason };
    };
    const wanted = wantedOf(item, key);
    if (wanted === null || (wanted.purpose !== 'reading' && !limits.mayOrder())) return refuse('forbidden');
    // A time that cannot be read is NaN, and every comparison with it is false.
    if (!(wanted.at <= wallNow() + signerLimits.aheadMs)) return refuse('time');
    if (key.secret === null) return { refusal: 'keyless' };
    if (!limits.budgetsOf(key.accountId)[wanted.purpose].take(now())) return refuse('budget');
    limits.signatures.add(key.accountId, wanted.purpose);
    return { sign: createHmac('sha256', key.secret).update(wanted.text).digest(wanted.digits) };
  };
}

/** A text to sign. `at` is its time in epoch ms. `digits` is the form in which the exchange wants the signature. */
interface Wanted {
  readonly purpose: SignedPurpose;
  readonly at: number;
  readonly text: string;
  readonly digits: 'base64' | 'hex';
}

/** Returns the text that the exchange wants signed for an item, or null when it must not be signed. */
function wantedOf(item: SignItem, { apiKey }: OpenKey): Wanted | null {
  switch (item.kind) {
    case 'request': {
      const purpose = signingPurpose(item);
      const at = Date.parse(item.timestamp);
      return purpose === null ? null : { purpose, at, text: okxPrehash(item), digits: 'base64' };
    }
    case 'login': {
      const { timestamp } = item;
      if (!isLoginTime(timestamp)) return null;
      return { purpose: 'login', at: Number(timestamp) * 1_000, text: okxLoginText(timestamp), digits: 'base64' };
    }
    case 'form': {
      const text = lbankFormText(apiKey, item);
      return text === null ? null : { purpose: 'check', at: Number(item.timestamp), text, digits: 'hex' };
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

/** Returns null when there is no key and none may be created. */
async function openRing({
  key: options,
  mayCreate,
}: Extract<SignerRequest, { kind: 'begin' }>): Promise<KeyRing | null> {
  const { value, command, ...where } = options;
  const source = keySourceFrom({ value, command, ...where });
  const key = (await source.read()) ?? (mayCreate ? await source.create() : null);
  return key === null ? null : createKeyRing(key);
}

type TextRequest = Extract<
  SignerRequest,
  { kind: 'sealText' | 'openText' | 'sealTokens' | 'openTokens' | 'firstKeys' | 'sealHoney' | 'openCall' }
>;

/** Returns the function that seals and opens the texts that are no trading keys, within their budgets. */
function createTextWork(now: () => number): (begun: Begun, request: TextRequest) => Promise<SignerReply> {
  const texts = createTokenBucket(signerLimits.textsAtOnce, signerLimits.textsPerSecond);
  const tokens = createTokenBucket(signerLimits.tokensAtOnce, signerLimits.tokensPerSecond);
  const calls = createTokenBucket(signerLimits.textsAtOnce, signerLimits.textsPerSecond);
  const spend = (bucket: TokenBucket): void => {
    if (!bucket.take(now())) throw new Error('too many texts were opened');
  };
  return async ({ kind, ring }, request) => {
    const { id } = request;
    const state = 'state' in request ? request.state : { rotation: request.rotation, people: null };
    const work = kind === 'master' ? createSealWork(ring, state) : createPeopleWork(ring, state);
    switch (request.kind) {
      case 'sealText':
        return { kind: 'text', id, text: base64Of(await work.sealText(request.purpose, fromBase64(request.text))) };
      case 'openText':
        spend(texts);
        return { kind: 'text', id, text: base64Of(await work.openText(request.purpose, fromBase64(request.text))) };
      case 'sealTokens': {
        const sealed = await work.sealTokens(request.consentId, request.tokens);
        return { kind: 'sealedTokens', id, tokens: tokenMessageOf(sealed) };
      }
      case 'openTokens': {
        spend(tokens);
        const { wrappedKey, accessToken, refreshToken } = request.tokens;
        const opened = await work.openTokens(request.consentId, {
          wrappedKey: fromBase64(wrappedKey),
          accessToken: fromBase64(accessToken),
          refreshToken: refreshToken === null ? null : fromBase64(refreshToken),
        });
        return { kind: 'tokens', id, tokens: opened };
      }
      case 'firstKeys': {
        const rows = request.rows.map(({ rowId, wrappedKey }) => ({ id: rowId, wrappedKey: fromBase64(wrappedKey) }));
        return { kind: 'firstKeys', id, keys: await work.firstKeys(rows) };
      }
      case 'openCall':
        if (kind === 'people') throw noMasterKey();
        spend(calls);
        return { kind: 'call', id, input: openCall(ring, request) };
      case 'sealHoney': {
        const { accountId, texts } = request;
        return { kind: 'sealed', id, key: keyMessageOf(await work.sealHoneyKey(accountId, texts)) };
      }
      default:
        return request satisfies never;
    }
  };
}

function tokenMessageOf({ wrappedKey, accessToken, refreshToken }: Awaited<ReturnType<SealWork['sealTokens']>>) {
  return {
    wrappedKey: base64Of(wrappedKey),
    accessToken: base64Of(accessToken),
    refreshToken: refreshToken === null ? null : base64Of(refreshToken),
  };
}

function base64Of(bytes: Uint8Array): string {
  return Buffer.from(bytes).toString('base64');
}

function fromBase64(text: string): Buffer {
  return Buffer.from(text, 'base64');
}

/** Seals the texts of a key. A blank text is taken from the stored key of the same account, if there is one. */
function sealKey(
  { ring, openings }: Begun,
  { accountId, texts, stored, rotation }: Extract<SignerRequest, { kind: 'seal' }>,
  open: OpenStored,
): SealedTextsMessage {
  if (stored !== null && stored.accountId !== accountId) throw new Error('the stored key belongs to another account');
  if (!openings.takeNew()) throw new Error('too many keys were sealed');
  const given = 'envelope' in texts ? openTypedKey(ring, { accountId, ...texts, rotation }) : texts;
  const held = stored === null ? null : open(stored, 'seal');
  return keyMessageOf(
    sealCredentials(ring.newest(rotation), accountId, held === null ? given : completedBy(held, given)),
  );
}

function keyMessageOf({ wrappedKey, apiKey, secretKey, passphrase }: SealedTexts): SealedTextsMessage {
  return {
    wrappedKey: base64Of(wrappedKey),
    apiKey: base64Of(apiKey),
    secretKey: base64Of(secretKey),
    passphrase: base64Of(passphrase),
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
  return {
    accountId,
    rotation,
    wrappedKey: fromBase64(texts.wrappedKey),
    apiKey: fromBase64(texts.apiKey),
    secretKey: fromBase64(texts.secretKey),
    passphrase: fromBase64(texts.passphrase),
  };
}
