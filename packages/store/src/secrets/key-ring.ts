// The master keys that one process can open: the key of its source, and the keys that are sealed with it.
import { createHmac } from 'node:crypto';
import { keyIdOf, seal, unseal, type SealingKey } from './sealing.ts';

/** A key that is sealed with another key. The ids name both keys. */
export interface SealedLink {
  readonly id: string;
  readonly by: string;
  readonly sealed: string;
}

/** The stored rotation. `first` is the id of the key that sealed the texts without a key id. Each link is a key that is sealed with the key before it. */
export interface StoredRotation {
  readonly first: string;
  readonly newest: string;
  readonly links: readonly SealedLink[];
}

/** The master keys that were opened so far. */
export interface KeyRing {
  readonly ownId: string;
  /** Opens the links of a stored rotation. Links of unknown keys are ignored. Throws when a link was changed. */
  add(rotation: StoredRotation): void;
  /** Returns the id of the key that a sealed text names or, when it names none, of the first key. */
  idOf(sealed: Uint8Array): string;
  /** Returns the key with which new texts are sealed. Throws when it is not known. */
  newest(rotation: StoredRotation | null): SealingKey;
  /** Returns the key with this id, or null when it is not known. */
  find(id: string): Uint8Array | null;
}

/** Returns the id of a master key: 8 hex digits that reveal nothing about the key. */
export function masterKeyId(key: Uint8Array): string {
  return createHmac('sha256', key).update('rondo master key id').digest('hex').slice(0, 8);
}

/** Returns the sealed form of a new master key, for the link to the key before it. */
export function sealLink(by: Uint8Array, next: Uint8Array): string {
  return seal(by, next, linkPurpose(masterKeyId(next))).toString('base64');
}

/** Creates the ring of a process whose source has the key `own`. */
export function createKeyRing(own: Uint8Array): KeyRing {
  const ownId = masterKeyId(own);
  const known = new Map([[ownId, own]]);
  let firstId = ownId;
  const add: KeyRing['add'] = ({ first, links }) => {
    firstId = first;
    for (const { id, by, sealed } of links) {
      const key = known.get(by);
      if (key !== undefined && !known.has(id))
        known.set(id, unseal(key, Buffer.from(sealed, 'base64'), linkPurpose(id)));
    }
  };
  return {
    ownId,
    add,
    newest(rotation) {
      if (rotation === null) return { id: null, key: own };
      add(rotation);
      const key = known.get(rotation.newest);
      if (key === undefined) throw unknownKey(rotation.newest);
      return { id: rotation.newest, key };
    },
    idOf: (sealed) => keyIdOf(sealed) ?? firstId,
    find: (id) => known.get(id) ?? null,
  };
}

/** Returns the error of a text whose master key is not known. */
export function unknownKey(id: string): Error {
  return new Error(
    `the text was sealed with the master key ${id}, which is neither the key of RONDO_MASTER_KEY nor a key that it opens`,
  );
}

/** Returns the purpose of the seal of a new master key. */
function linkPurpose(id: string): string {
  return `rondo/master_keys/${id}`;
}
