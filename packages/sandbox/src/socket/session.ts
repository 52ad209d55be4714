// The state of one open socket: the account that is logged in, its subscriptions, and the functions that send messages and close the socket.
import type { Signer, SocketOrigin } from '../access/sign-in.ts';
import type { Subscription } from './subscription.ts';

/** The part of the API that a socket path serves. The path `all` of the sandbox serves all parts. */
export type SocketScope = 'public' | 'private' | 'business' | 'all';

/** One open socket with its state. */
export interface SocketSession {
  readonly connId: string;
  readonly scope: SocketScope;
  readonly origin: SocketOrigin;
  /** All open sockets of the exchange, including this socket. */
  readonly peers: ReadonlySet<SocketSession>;
  readonly subscriptions: Map<string, Subscription>;
  signer: Signer | undefined;
  lastActiveAt: number;
  /** The number of logins, subscriptions and unsubscriptions in the current hour. */
  hour: { readonly since: number; used: number };
  isClosed: boolean;
  /** Whether the socket has received the notice that it will be closed. A socket that opens later receives no notice. */
  isWarned: boolean;
  push(message: unknown): void;
  close(code: number, reason: string): void;
}
