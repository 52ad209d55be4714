// Assertions about our own code. A failed assertion stops the smallest part of the program whose state may be wrong.

/** A bug in our code. A message of the exchange never causes this error. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError with this sentence as its text when the condition is false. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}
