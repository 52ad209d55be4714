// Encrypts and decrypts backups in the age format (age-encryption.org/v1), which the program `age` reads too.
import { Decrypter, Encrypter, generateX25519Identity, identityToRecipient } from 'age-encryption';
import { ReadableStream } from 'node:stream/web';
import { BackupError } from './backup-error.ts';

/** A new pair of keys: `identity` decrypts backups and is secret, and `recipient` encrypts backups. */
export interface BackupKeys {
  readonly identity: string;
  readonly recipient: string;
}

/** Returns a new pair of keys in the format of `age-keygen`. */
export async function newBackupKeys(): Promise<BackupKeys> {
  const identity = await generateX25519Identity();
  return { identity, recipient: await identityToRecipient(identity) };
}

/** Returns the encrypted bytes. Each recipient can decrypt all bytes. Throws BackupError `recipient` when a recipient is not a public key of age. */
export async function encrypt(
  recipients: readonly string[],
  clear: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  return encrypterOf(recipients).encrypt(ReadableStream.from(clear));
}

/** Throws BackupError `recipient` when no recipient is given, or when a recipient is not a public key of age. */
export function checkRecipients(recipients: readonly string[]): void {
  encrypterOf(recipients);
}

/**
 * Returns the decrypted bytes. Each part is authenticated before it is returned, and the end of a cut file throws an error. `identities` is the text of an identity
 * file. Throws BackupError `identity` when the text has no valid identity, or when no identity of the text opens the file.
 */
export async function decrypt(
  identities: string,
  sealed: AsyncIterable<Uint8Array>,
): Promise<AsyncIterable<Uint8Array>> {
  const decrypter = decrypterOf(identities);
  try {
    return await decrypter.decrypt(ReadableStream.from(sealed));
  } catch (error) {
    if (error instanceof Error && error.message.startsWith('no identity matched'))
      throw new BackupError(
        'identity',
        'The backup was encrypted for another key. Use the identity file of its recipient.',
        error,
      );
    throw error;
  }
}

function encrypterOf(recipients: readonly string[]): Encrypter {
  const encrypter = new Encrypter();
  if (recipients.length === 0) throw new BackupError('recipient', 'A backup needs a recipient.');
  for (const recipient of recipients) {
    try {
      encrypter.addRecipient(recipient);
    } catch (error) {
      throw new BackupError(
        'recipient',
        'The recipient is not a public key of age. A public key begins with age1; "rondo backup --new-identity FILE" makes one.',
        error,
      );
    }
  }
  return encrypter;
}

/** Lines that begin with # are comments, as in the files of `age-keygen`. */
function decrypterOf(identities: string): Decrypter {
  const decrypter = new Decrypter();
  const lines = identities.split('\n').map((line) => line.trim());
  const keys = lines.filter((line) => line !== '' && !line.startsWith('#'));
  try {
    if (keys.length === 0) throw new Error('no line contains an identity');
    for (const key of keys) decrypter.addIdentity(key);
  } catch (error) {
    throw new BackupError(
      'identity',
      'The identity file has no secret key of age. A secret key begins with AGE-SECRET-KEY-.',
      error,
    );
  }
  return decrypter;
}
