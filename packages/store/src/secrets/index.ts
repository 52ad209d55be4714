// Exports what the process of the signer needs: the source of its key, and the opening of sealed keys. It does not load the database driver.
export { createKeyRing, unknownKey, type KeyRing, type StoredRotation } from './key-ring.ts';
export {
  createPeopleWork,
  createSealWork,
  SealsUnavailable,
  type KeyState,
  type SealedTexts,
  type SealWork,
} from './seal-work.ts';
export { keyCallPurpose, openEnvelope, typedKeyPurpose } from './key-envelope.ts';
export { signersKeyPurpose } from './people-keys.ts';
export { unseal } from './sealing.ts';
export { keySourceFrom, type KeyKind, type KeyOptions } from './key-source.ts';
export {
  isKeyless,
  maskKey,
  openCredentials,
  sealCredentials,
  sealHoneyCredentials,
  type KeyTexts,
  type OpenedCredentials,
  type SealedCredentials,
  type SealedKey,
} from './sealed-credentials.ts';
