// The network port of the exchange clients. Tests and simulations replace it.
import type { HandshakeUrgency } from './handshake-queue.ts';

/**
 * One HTTP request. `url` includes the query. A request with a null `body` has no body. `timeoutMs` is the longest time
 * from the start of the request to the end of the response.
 */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** One HTTP response of any status. The names in `headers` are in lower case. `text` is the body as UTF-8. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/**
 * The close code of a handshake that was not started because the queue is full, or that failed while the exchange
 * refuses the IP address. Source: RFC 6455, close codes.
 */
export const tryAgainLaterClose = 1013;

/**
 * A text socket. Listeners are set immediately after the opening. The listener of `onDial` is called when the handshake
 * begins, or immediately when the handshake has already begun. The listener of `onClose` is called exactly once, also
 * when the handshake fails.
 */
export interface TextSocket {
  send(text: string): void;
  close(): void;
  onDial(listener: () => void): void;
  onOpen(listener: () => void): void;
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (code: number, reason: string) => void): void;
}

/**
 * The network. A request is sent once, without a retry or a redirect. After a network failure the promise rejects with
 * an Error.
 */
export interface Transport {
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Opens a socket. `urgency` returns the urgency of the handshake while the handshake waits. */
  openSocket(url: string, urgency: () => HandshakeUrgency): TextSocket;
  /**
   * Calls `listener` once, in a later task, when a handshake of the IP address has succeeded at or after `since` and handshakes had failed. A transport
   * that does not count its handshakes has no such call.
   */
  whenReachable?(since: number, listener: () => void): { cancel(): void };
}
