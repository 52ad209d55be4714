// Exports what the process of the signer needs: the source of the master key, and the opening of sealed keys. It does not load the database driver.
export { createKeyRing, type KeyRing } from './key-ring.ts';
export { masterKeyFrom, type KeyOptions } from './master-key.ts';
export {
  openCredentials,
  sealCredentials,
  type OpenedCredentials,
  type SealedCredentials,
} from './sealed-credentials.ts';
