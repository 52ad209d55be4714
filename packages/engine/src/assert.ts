// Assertions about our own code.

/** A bug in our code. A message of the exchange never causes this error. */
export class InvariantError extends Error {
  override readonly name = 'InvariantError';
}

/** Throws InvariantError with the text `sentence` when the condition is false. */
export function assert(condition: boolean, sentence: string): asserts condition {
  if (!condition) throw new InvariantError(sentence);
}
