// What must never be false: a broken promise of our own code stops the smallest scope that can no longer be trusted.

/** A bug of ours, never an answer of the exchange. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError with the sentence when the condition is false. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}
