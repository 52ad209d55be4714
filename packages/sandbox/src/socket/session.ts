// The state of one open socket: the logged-in account, its subscriptions, and the function that sends messages.
import type { Signer, SocketOrigin } from '../access/sign-in.ts';
import type { Subscription } from './subscription.ts';

/** The part of the interface a socket path serves; `all` is the sandbox's combined path. */
export type SocketScope = 'public' | 'private' | 'business' | 'all';

/** One open socket. */
export interface SocketSession {
  readonly connId: string;
  readonly scope: SocketScope;
  readonly origin: SocketOrigin;
  /** All open sockets of the exchange, this one included. */
  readonly peers: ReadonlySet<SocketSession>;
  readonly subscriptions: Map<string, Subscription>;
  signer: Signer | undefined;
  lastActiveAt: number;
  /** Logins and subscriptions of the current hour. */
  hour: { readonly since: number; used: number };
  isClosed: boolean;
  /** Whether the socket received the notice that it will be closed; sockets opened later have not. */
  isWarned: boolean;
  push(message: unknown): void;
  close(code: number, reason: string): void;
}
