// The error for a failed start of the embedded database. Its message is for the person who started the program.

/** The reason of a failed start. */
export type StartErrorKind =
  | 'locked'
  | 'notWritable'
  | 'diskFull'
  | 'unsupported'
  | 'noAccount'
  | 'wrongKey'
  | 'failed';

/** The error for a start that cannot succeed until a person changes something. `message` says what to change. */
export class StartError extends Error {
  readonly kind: StartErrorKind;
  constructor(kind: StartErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.kind = kind;
  }
}

/** Returns the code of a Node system error. Returns '' for any other error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Runs work on the data folder. A system error becomes a StartError that names the folder. */
export async function withFolderErrors<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
      throw new StartError(
        'notWritable',
        `The data folder ${folder} cannot be written (${code}). Choose another folder with RONDO_HOME, or correct the owner of the folder.`,
        error,
      );
    }
    if (code === 'ENOSPC' || code === 'EDQUOT')
      throw new StartError(
        'diskFull',
        `The disk of the data folder ${folder} is full. Free some space and start again.`,
        error,
      );
    throw error;
  }
}
