// Exports what the process of the signer needs: the source of the master key, and the opening of sealed keys. It does not load the database driver.
export { createKeyRing, type KeyRing, type StoredRotation } from './key-ring.ts';
export { createSealWork, SealsUnavailable, type SealedTexts, type SealWork } from './seal-work.ts';
export { masterKeyFrom, type KeyOptions } from './master-key.ts';
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
