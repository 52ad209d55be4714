// The error for a recording that cannot be replayed.

/** Thrown when a recording or its instrument cannot be used; the message names the reason. */
export class BadRecording extends Error {
  override readonly name = 'BadRecording';
}
