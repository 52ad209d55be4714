// A secret that cannot be printed by accident. Its string, JSON and `inspect` forms are redacted.
import { inspect } from 'node:util';

const redacted = '[redacted]';

/** A secret string. Only `reveal()` returns the text. Only signing and encryption may call `reveal()`. */
export class Secret {
  readonly #text: string;
  constructor(text: string) {
    this.#text = text;
  }
  reveal(): string {
    return this.#text;
  }
  toString(): string {
    return redacted;
  }
  toJSON(): string {
    return redacted;
  }
  [inspect.custom](): string {
    return redacted;
  }
}

/** Wraps a text as a secret. */
export function secretOf(text: string): Secret {
  return new Secret(text);
}
