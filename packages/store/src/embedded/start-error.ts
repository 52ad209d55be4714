// The error for a failed start of the embedded database, with a message for the person who started the program.

/** The reason of a failed start. */
export type StartErrorKind = 'locked' | 'notWritable' | 'diskFull' | 'unsupported' | 'noAccount' | 'failed';

/** A start that cannot succeed until a person changes something; `message` names the necessary change. */
export class StartError extends Error {
  readonly kind: StartErrorKind;
  constructor(kind: StartErrorKind, message: string, cause?: unknown) {
    super(message, cause === undefined ? undefined : { cause });
    this.name = 'StartError';
    this.kind = kind;
  }
}

/** Returns the code of a Node system error, or '' for another error. */
export function systemCode(error: unknown): string {
  return error instanceof Error && 'code' in error && typeof error.code === 'string' ? error.code : '';
}

/** Runs work on the data folder and turns a system error into a StartError that names the folder. */
export async function withFolderErrors<Value>(folder: string, work: () => Promise<Value>): Promise<Value> {
  try {
    return await work();
  } catch (error) {
    const code = systemCode(error);
    if (['EACCES', 'EPERM', 'EROFS', 'ENOTDIR', 'EEXIST'].includes(code)) {
      throw new StartError(
        'notWritable',
        `The data folder ${folder} cannot be written (${code}). Choose another with RONDO_HOME or correct its owner.`,
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
