// The refusal of a recorded market that somebody asked to be replayed.

/** A recording, or the instrument that it is to replay, cannot be used; the message says why. */
export class BadRecording extends Error {
  override readonly name = 'BadRecording';
}
