// The calls that the script of the page starts before the code of the product is loaded (`preloads-plugin.ts`), so that the bots tab does not wait for code and data one after the other.
import type { routes } from '@rondo/contract';

type Routes = typeof routes;

/** The calls of the bots tab that need no response of another call. */
export const earlyPaths: readonly [
  Routes['myBots']['path'],
  Routes['oauthStatus']['path'],
  Routes['instruments']['path'],
  Routes['me']['path'],
] = ['/api/bots/my-bots', '/api/okx/oauth/status', '/api/instruments', '/api/user/me'];

/** What the script leaves for the product. */
export type EarlyCalls = {
  /** The token that the calls have sent. */
  readonly token: string;
  /** The time of the calls, on the clock of `performance.now`. */
  readonly at: number;
  readonly responses: Record<string, Promise<Response>>;
};

declare global {
  interface Window {
    readonly earlyCalls?: EarlyCalls;
  }
}

/** An older response is not used, because the figures of a bot say how old they are from the moment of their arrival. */
const mostAgeMs = 5_000;

type Ports = {
  readonly fetch: typeof fetch;
  readonly readToken: () => string | null;
  /** The clock of `performance.now`. */
  readonly now: () => number;
};

/** Returns a `fetch` that uses the response of an early call once. A failed early call is sent again. */
export const withEarlyCalls = (early: EarlyCalls | undefined, { fetch: send, readToken, now }: Ports): typeof fetch => {
  const waiting = new Map(Object.entries(early?.responses ?? {}));
  return (input, init) => {
    const address = typeof input === 'string' ? input : '';
    const response = init?.method === 'GET' ? waiting.get(address) : undefined;
    if (response === undefined || early === undefined) return send(input, init);
    waiting.delete(address);
    if (early.token !== readToken() || now() - early.at > mostAgeMs) return send(input, init);
    return response.catch(() => send(input, init));
  };
};
