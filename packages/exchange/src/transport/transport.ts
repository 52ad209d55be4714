// The network port of the exchange clients. Tests and simulations replace it.
import type { HandshakeUrgency } from './handshake-queue.ts';

/**
 * One HTTP request. `url` is complete with its query. A null `body` sends no body. `timeoutMs` limits the whole
 * exchange of request and response.
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

/** The close code of a handshake that was not made, or that failed while the exchange refuses the whole address. Source: RFC 6455, close codes. */
export const tryAgainLaterClose = 1013;

/**
 * A text socket. Listeners are set immediately after the opening. `onDial` is called when the handshake begins, and immediately when the
 * handshake has begun. `onClose` is called exactly once, even when the opening failed.
 */
export interface TextSocket {
  send(text: string): void;
  close(): void;
  onDial(listener: () => void): void;
  onOpen(listener: () => void): void;
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (code: number, reason: string) => void): void;
}

/** The network. A request is sent at most once, without retry or redirect. A network failure rejects the promise with an Error. */
export interface Transport {
  request(request: HttpRequest): Promise<HttpResponse>;
  /** Opens a socket. `urgency` is read when its handshake may begin. */
  openSocket(url: string, urgency: () => HandshakeUrgency): TextSocket;
}
