// The checksums of a release and their Ed25519 signature. `rondo release verify` checks both.
import { createHash, createPrivateKey, generateKeyPairSync, sign } from 'node:crypto';
import { readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';

/** The names of the file with the checksums and of its signature. */
export const sumsName = 'SHA256SUMS';
const signatureName = `${sumsName}.sig`;

/** Writes the SHA-256 of the files into `SHA256SUMS`, in the format of the program sha256sum. */
export function writeSums(folder: string, names: readonly string[]): void {
  const lines = names.toSorted().map((name) => {
    const digest = createHash('sha256')
      .update(readFileSync(path.join(folder, name)))
      .digest('hex');
    return `${digest}  ${name}\n`;
  });
  writeFileSync(path.join(folder, sumsName), lines.join(''));
}

/** Signs the checksums with the private key (PEM) and writes the signature of 64 bytes. Throws when the key is not an Ed25519 key. */
export function signSums(folder: string, privateKey: string): void {
  const key = createPrivateKey(privateKey);
  if (key.asymmetricKeyType !== 'ed25519') throw new Error('The key of a release must be an Ed25519 key.');
  writeFileSync(path.join(folder, signatureName), sign(null, readFileSync(path.join(folder, sumsName)), key));
}

/** Returns a new pair of keys in PEM. */
export function newReleaseKeys(): { readonly privateKey: string; readonly publicKey: string } {
  return generateKeyPairSync('ed25519', {
    privateKeyEncoding: { type: 'pkcs8', format: 'pem' },
    publicKeyEncoding: { type: 'spki', format: 'pem' },
  });
}
