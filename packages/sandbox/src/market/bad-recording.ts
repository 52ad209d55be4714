// The error for a recording that cannot be replayed.

/** This error is thrown when a recording or its instrument cannot be used. The message names the reason. */
export class BadRecording extends Error {
  override readonly name = 'BadRecording';
}
