// Sends HTTP requests with undici and collects their responses. It uses the handler interface of undici, because a stream for
// each response body costs more processor time than the rest of a reading.
import type { Dispatcher } from 'undici';
import { maxBodyBytes } from '../limits.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

type Handler = Dispatcher.DispatchHandler;

/** The requests to one origin. */
type Line = { running: number; readonly waiting: Set<() => void> };

/** The end of one request. Only the first call of `resolve` or `reject` has an effect. `release` is called once, after the connection became free. */
type Ends = {
  readonly resolve: (response: HttpResponse) => void;
  readonly reject: (cause: Error) => void;
  readonly release: () => void;
};

/**
 * Returns a function that sends each request once, without a retry or a redirect. The promise rejects after `timeoutMs` or a
 * network failure. At most `most` requests to one origin run at the same time, and the others wait here. undici would close
 * a connection for each request that timed out while it waited, and then open a new one.
 */
export function createRequestQueue(agent: Dispatcher, most: number): (request: HttpRequest) => Promise<HttpResponse> {
  const lines = new Map<string, Line>();
  return ({ method, url, headers, body, timeoutMs }) => {
    const { origin, pathname, search } = new URL(url);
    const line = lines.get(origin) ?? { running: 0, waiting: new Set() };
    lines.set(origin, line);
    return new Promise((resolve, reject) => {
      const timeout = AbortSignal.timeout(timeoutMs);
      const ends: Ends = { resolve, reject, release: () => release(line) };
      const start = (): void => {
        line.running += 1;
        const handler = collect(timeout, ends);
        agent.dispatch({ origin, path: pathname + search, method, headers: { ...headers }, body }, handler);
      };
      if (line.running < most) return start();
      const giveUp = (): void => {
        line.waiting.delete(begin);
        reject(causeOf(timeout));
      };
      const begin = (): void => {
        timeout.removeEventListener('abort', giveUp);
        start();
      };
      line.waiting.add(begin);
      timeout.addEventListener('abort', giveUp, { once: true });
    });
  };
}

function release(line: Line): void {
  line.running -= 1;
  const [next] = line.waiting;
  if (next === undefined) return;
  line.waiting.delete(next);
  next();
}

function causeOf(timeout: AbortSignal): Error {
  const cause: unknown = timeout.reason;
  return cause instanceof Error ? cause : new Error(String(cause));
}

/** Returns the handler of one request that runs. */
function collect(timeout: AbortSignal, { resolve, reject, release: free }: Ends): Handler {
  const chunks: Buffer[] = [];
  let size = 0;
  let head: Omit<HttpResponse, 'text'> = { status: 0, headers: {} };
  let controller: Dispatcher.DispatchController | null = null;
  const giveUp = (): void => {
    controller?.abort(causeOf(timeout));
    reject(causeOf(timeout));
  };
  timeout.addEventListener('abort', giveUp, { once: true });
  const end = (): void => {
    timeout.removeEventListener('abort', giveUp);
    free();
  };
  return {
    onRequestStart(started) {
      controller = started;
      if (timeout.aborted) started.abort(causeOf(timeout));
    },
    // An informational response (1xx) comes before the response.
    onResponseStart: (_controller, status, headers) => void (head = { status, headers: flat(headers) }),
    onResponseData(current, chunk) {
      size += chunk.byteLength;
      if (size > maxBodyBytes) current.abort(new Error(`The response is longer than ${maxBodyBytes} bytes.`));
      else chunks.push(chunk);
    },
    onResponseEnd() {
      end();
      const [only] = chunks;
      const bytes = chunks.length === 1 && only !== undefined ? only : Buffer.concat(chunks);
      resolve({ ...head, text: bytes.toString('utf8') });
    },
    onResponseError(_controller, cause) {
      end();
      reject(cause);
    },
  };
}

function flat(headers: Parameters<NonNullable<Handler['onResponseStart']>>[2]): Readonly<Record<string, string>> {
  const texts: Record<string, string> = {};
  for (const [name, value] of Object.entries(headers))
    if (value !== undefined) texts[name.toLowerCase()] = Array.isArray(value) ? value.join(', ') : value;
  return texts;
}
