// What carries bytes to an exchange: the one seam under which a test or a simulation puts another network.

/** One HTTP request. `url` is complete with its query; `body` null sends none; `timeoutMs` bounds the whole exchange. */
export interface HttpRequest {
  readonly method: 'GET' | 'POST';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | null;
  readonly timeoutMs: number;
}

/** `headers` in lower case. */
export interface HttpResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** A text socket. Listeners are set right after opening; `onClose` comes exactly once, also when opening failed. */
export interface TextSocket {
  send(text: string): void;
  close(): void;
  onOpen(listener: () => void): void;
  onMessage(listener: (text: string) => void): void;
  onClose(listener: (code: number, reason: string) => void): void;
}

/** One request is sent at most once: never retried, never redirected. A network failure rejects with an Error. */
export interface Transport {
  request(request: HttpRequest): Promise<HttpResponse>;
  openSocket(url: string): TextSocket;
}
