// Assertions of our own code's invariants: a failed one stops the smallest scope that can no longer be trusted.

/** A bug of ours, never caused by what the exchange sent. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError with the sentence when the condition is false. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}
