// The connection of a server to its signer.
import type { SignerReply, SignerRequest } from './signer-messages.ts';

/** The receiver of a connection. `reply` is called for each message of the signer, and `up` when a signer begins to work. */
export interface SignerListener {
  readonly reply: (reply: SignerReply) => void;
  readonly up: () => void;
}

export interface SignerLine {
  /** Sends a message. A message is dropped while no signer works. */
  send(message: SignerRequest): void;
  /** Sets the only receiver. */
  listen(listener: SignerListener): void;
  isUp(): boolean;
  /** Returns how often the signer was started again. */
  restarts(): number;
  /** Ends the signer and waits for its end. */
  stop(): Promise<void>;
}
