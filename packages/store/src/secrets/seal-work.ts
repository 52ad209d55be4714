// The work with the master key or the people key that is not about trading keys. A tool does it in its own process, and a server has the process of its signer do it.
import { createHmac, hkdfSync, randomBytes } from 'node:crypto';
import { createKeyRing, unknownKey, type KeyRing, type StoredRotation } from './key-ring.ts';
import type { KeyKind, KeySource } from './key-source.ts';
import { createPeopleLookup, newestPeopleKey, peopleSecretsPurpose, type PeopleLinks } from './people-keys.ts';
import { sealCredentials, sealHoneyCredentials, type KeyTexts } from './sealed-credentials.ts';
import { keyIdOf, openWrappedKey, seal, sealForAccount, unseal, unsealForAccount } from './sealing.ts';
import { secretOf } from './secret-text.ts';

/** The tokens of a consent. */
export interface TokenTexts {
  readonly accessToken: string;
  readonly refreshToken: string | null;
}

/** The sealed tokens of a consent. */
export interface SealedTokens {
  readonly wrappedKey: Uint8Array;
  readonly accessToken: Uint8Array;
  readonly refreshToken: Uint8Array | null;
}

/** The sealed parts of the key of an account. */
export type SealedTexts = Readonly<Record<'wrappedKey' | keyof KeyTexts, Uint8Array>>;

type Rows = readonly { readonly id: string; readonly wrappedKey: Uint8Array }[];

/** The stored keys at one time: the rotation of the key of the process, and the people keys of a process with the master key. */
export interface KeyState {
  readonly rotation: StoredRotation | null;
  readonly people: PeopleLinks | null;
}

/** The work for one state of the stored keys. No call opens a trading key. */
export interface SealWork {
  /** Seals a text. Throws for the purpose of a trading key. */
  sealText(purpose: string, text: Uint8Array): Promise<Uint8Array>;
  /** Opens a text. Throws for the purpose of a trading key, and when the text was changed or has another purpose or master key. */
  openText(purpose: string, sealed: Uint8Array): Promise<Uint8Array>;
  sealTokens(consentId: string, tokens: TokenTexts): Promise<SealedTokens>;
  openTokens(consentId: string, sealed: SealedTokens): Promise<TokenTexts>;
  sealKey(accountId: string, texts: KeyTexts): Promise<SealedTexts>;
  /** Seals the key of the honey account. Its secret is not returned. */
  sealHoneyKey(accountId: string, texts: Omit<KeyTexts, 'secretKey'>): Promise<SealedTexts>;
  /**
   * Returns the sealed keys of an installation of an earlier version, which has stored none, in base64. `rows` are ids of accounts and consents with their wrapped data keys.
   * Throws when there are rows, and the master key opens none of them.
   */
  firstKeys(rows: Rows): Promise<Readonly<Record<string, string>>>;
}

/** The process that does the work did not reply. The work may be repeated. */
export class SealsUnavailable extends Error {}

/** Where the master key or the people key is. `name` is its setting or file, for messages. */
export interface SealSource {
  readonly kind: KeyKind;
  readonly name: string;
  /** Opens the key, and creates it when there is none and it may be created. Returns false when there is none. */
  begin(mayCreate: boolean): Promise<boolean>;
  work(state: KeyState): SealWork;
}

/** Returns the purpose of the seal of a key of the installation. */
export function installationKeyPurpose(name: string): string {
  return `rondo/installation_keys/${name}`;
}

/** The purposes of the texts that a server may have opened. The purposes of trading keys, of their data keys and of master keys are not among them. */
const openable = /^rondo\/(second_factors\/[^/]+|peppers\/[^/]+|installation_keys\/[^/]+|oauth_secret)$/;
/** The purposes of the texts that are sealed with the people key. */
const ofPeople = /^rondo\/second_factors\/[^/]+$/;

/** Returns the work of a process that has the master key. */
export function createSealWork(ring: KeyRing, { rotation, people }: KeyState): SealWork {
  if (rotation !== null) ring.add(rotation);
  const peopleKey = createPeopleLookup(ring, people);
  const keyOf = (sealed: Uint8Array): Uint8Array => {
    const key = ring.find(ring.idOf(sealed));
    if (key === null) throw unknownKey(ring.idOf(sealed));
    return key;
  };
  return {
    async sealText(purpose, text) {
      check(openable, purpose);
      const isOfPeople = people !== null && ofPeople.test(purpose);
      return seal(isOfPeople ? newestPeopleKey(people, peopleKey) : ring.newest(rotation), text, purpose);
    },
    async openText(purpose, sealed) {
      check(openable, purpose);
      const key = ofPeople.test(purpose) ? peopleKey(keyIdOf(sealed)) : null;
      return unseal(key ?? keyOf(sealed), sealed, purpose);
    },
    async sealTokens(consentId, { accessToken, refreshToken }) {
      const tokens = { accessToken: secretOf(accessToken), refreshToken: secretOf(refreshToken ?? '') };
      const { wrappedKey, sealed } = sealForAccount(ring.newest(rotation), consentId, tokens);
      return {
        wrappedKey,
        accessToken: sealed.accessToken,
        refreshToken: refreshToken === null ? null : sealed.refreshToken,
      };
    },
    async openTokens(consentId, { wrappedKey, accessToken, refreshToken }) {
      const open = (kind: string, sealed: Uint8Array): string =>
        unsealForAccount(keyOf(wrappedKey), { accountId: consentId, kind, wrappedKey, sealed }).reveal();
      return {
        accessToken: open('accessToken', accessToken),
        refreshToken: refreshToken === null ? null : open('refreshToken', refreshToken),
      };
    },
    sealKey: async (accountId, texts) => sealCredentials(ring.newest(rotation), accountId, texts),
    sealHoneyKey: async (accountId, texts) => sealHoneyCredentials(ring.newest(rotation), accountId, texts),
    async firstKeys(rows) {
      const own = ring.find(ring.ownId);
      if (own === null) throw unknownKey(ring.ownId);
      refuseOtherKey(own, rows);
      const keys = Object.entries(deriveKeys(own));
      return Object.fromEntries(
        keys.map(([name, key]) => [
          name,
          seal(ring.newest(rotation), key, installationKeyPurpose(name)).toString('base64'),
        ]),
      );
    },
  };
}

/** Returns the work of a process that has the people key and no master key: it seals and opens second factors, and opens the keys that a node needs for people. */
export function createPeopleWork(ring: KeyRing, { rotation }: KeyState): SealWork {
  if (rotation !== null) ring.add(rotation);
  const refuse = async (): Promise<never> => {
    throw new Error('this node has the people key and no master key');
  };
  return {
    async sealText(purpose, text) {
      check(ofPeople, purpose);
      return seal(ring.newest(rotation), text, purpose);
    },
    async openText(purpose, sealed) {
      if (purpose !== peopleSecretsPurpose) check(ofPeople, purpose);
      const key = ring.find(ring.idOf(sealed));
      if (key === null)
        throw new Error(
          'the text is not sealed with the people key of this node. Type "rondo keys rotate --people" on a node with the master key.',
        );
      return unseal(key, sealed, purpose);
    },
    sealTokens: refuse,
    openTokens: refuse,
    sealKey: refuse,
    sealHoneyKey: refuse,
    firstKeys: refuse,
  };
}

function check(permitted: RegExp, purpose: string): void {
  if (!permitted.test(purpose)) throw new Error(`the purpose ${purpose.slice(0, 100)} is not permitted`);
}

/** Returns the source of a process that reads the key itself. `own` returns the key after `begin`. */
export function localSeals(
  source: Pick<KeySource, 'name' | 'read' | 'create'>,
  kind: KeyKind = 'master',
): SealSource & { own(): Uint8Array } {
  let ring: KeyRing | null = null;
  let key: Uint8Array | null = null;
  return {
    kind,
    name: source.name,
    async begin(mayCreate) {
      key = (await source.read()) ?? (mayCreate ? await source.create() : null);
      if (key !== null) ring = createKeyRing(key);
      return key !== null;
    },
    work(state) {
      if (ring === null) throw new Error('the key was not opened');
      return kind === 'master' ? createSealWork(ring, state) : createPeopleWork(ring, state);
    },
    own() {
      if (key === null) throw new Error('the key was not opened');
      return key;
    },
  };
}

/** Throws when there are rows with wrapped data keys, and the master key opens none of them. */
function refuseOtherKey(masterKey: Uint8Array, rows: Rows): void {
  let cause: unknown = null;
  for (const { id, wrappedKey } of rows) {
    try {
      openWrappedKey(masterKey, id, wrappedKey);
      return;
    } catch (error) {
      cause = error;
    }
  }
  if (rows.length > 0) throw new Error('the master key opens no row', { cause });
}

/** The keys that earlier versions derived from the master key. An installation of such a version keeps these keys, so its password hashes and order ids stay valid. */
function deriveKeys(masterKey: Uint8Array): Readonly<Record<string, Uint8Array>> {
  const derive = (text: string): Uint8Array => createHmac('sha256', masterKey).update(text).digest();
  return {
    clientOrderIds: derive('client order ids'),
    oauthStates: derive('oauth states'),
    sandboxClient: derive('sandbox client secret'),
    passwords: Buffer.from(hkdfSync('sha256', masterKey, 'rondo', 'password pepper', 32)),
    audit: randomBytes(32), // No earlier version had this key.
  };
}
