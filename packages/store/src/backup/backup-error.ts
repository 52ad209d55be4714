// The error for a backup that cannot be made, read or restored. Its message is for the person who started the command.

/**
 * Why a backup was refused. `occupied`: the place of a restore is not empty. `newer`: the backup needs another program or another PostgreSQL. `server`: PostgreSQL does not
 * permit the backup, or did not send it.
 */
export type BackupErrorKind =
  | 'recipient'
  | 'identity'
  | 'damaged'
  | 'newer'
  | 'occupied'
  | 'file'
  | 'noData'
  | 'server';

/** The error for a backup, a verification or a restore that was refused. `message` says what to change. */
export class BackupError extends Error {
  override readonly name = 'BackupError';
  readonly kind: BackupErrorKind;
  constructor(kind: BackupErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.kind = kind;
  }
}
