// Sends HTTP requests with undici and collects their responses. It uses the handler interface of undici, because a stream for
// each response body costs more processor time than the rest of a reading.
import type { Dispatcher } from 'undici';
import { maxBodyBytes } from '../limits.ts';
import type { HttpRequest, HttpResponse } from './transport.ts';

type Handler = Dispatcher.DispatchHandler;

/** The requests to one origin. */
type Line = { running: number; readonly waiting: Set<() => void> };

/**
 * The time limit of one request. `end` removes its timer. The timer of `AbortSignal.timeout` cannot be removed, so every request of the last `timeoutMs`
 * would stay in memory, and the garbage collector would copy it.
 */
type TimeLimit = { cause: Error | null; giveUp: (cause: Error) => void; readonly end: () => void };

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
      const limit = startTimeLimit(timeoutMs);
      const ends: Ends = { resolve, reject, release: () => release(line) };
      const start = (): void => {
        line.running += 1;
        const handler = collect(limit, ends);
        agent.dispatch({ origin, path: pathname + search, method, headers: { ...headers }, body }, handler);
      };
      if (line.running < most) return start();
      limit.giveUp = (cause) => {
        line.waiting.delete(start);
        reject(cause);
      };
      line.waiting.add(start);
    });
  };
}

function startTimeLimit(ms: number): TimeLimit {
  const timer = setTimeout(() => {
    limit.cause = new DOMException(`No response within the timeout of ${ms} ms.`, 'TimeoutError');
    limit.giveUp(limit.cause);
  }, ms);
  // A request that waits does not keep the process alive.
  timer.unref();
  const limit: TimeLimit = { cause: null, giveUp: () => undefined, end: () => clearTimeout(timer) };
  return limit;
}

function release(line: Line): void {
  line.running -= 1;
  const [next] = line.waiting;
  if (next === undefined) return;
  line.waiting.delete(next);
  next();
}

/** Returns the handler of one request that runs. */
function collect(limit: TimeLimit, { resolve, reject, release: free }: Ends): Handler {
  const chunks: Buffer[] = [];
  let size = 0;
  let head: Omit<HttpResponse, 'text'> = { status: 0, headers: {} };
  let controller: Dispatcher.DispatchController | null = null;
  limit.giveUp = (cause) => {
    controller?.abort(cause);
    reject(cause);
  };
  const end = (): void => {
    limit.end();
    free();
  };
  return {
    onRequestStart(started) {
      controller = started;
      if (limit.cause !== null) started.abort(limit.cause);
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
