// Remembers the responses of readings in a long run. Most readings only confirm that nothing has changed, and the exchange in memory would
// build the same rows for each of them.
import type { Truth } from '../checks/truth.ts';

export type ResponseMemo = {
  /** Returns the text of the last equal request when the account has not changed since then. */
  read(apiKey: string | undefined, url: URL): string | undefined;
  write(apiKey: string | undefined, url: URL, text: string): void;
  /** Forgets every response. The caller has changed something that is not a record of an account or a market. */
  clear(): void;
};

/** The lists that change only with a record of the account, and the lists that also change with the prices. */
const accountPaths = /\/(trade\/(orders-pending|orders-algo-pending|fills)|account\/(bills|config|leverage-info))$/;
const pricedPaths = /\/account\/(balance|positions)$/;

const size = 5_000;

/** Returns a memo that remembers nothing, for runs in which the exchange builds every response. */
export const noMemo: ResponseMemo = { read: () => undefined, write: () => undefined, clear: () => undefined };

/** Returns an empty memo. `accounts` contains the account of each API key at the exchange. */
export function createResponseMemo(truth: Truth, accounts: ReadonlyMap<string, string>): ResponseMemo {
  const known = new Map<string, { readonly version: string; readonly text: string }>();
  const versionOf = (apiKey: string | undefined, { pathname }: URL): string | undefined => {
    const account = accounts.get(apiKey ?? '');
    if (account === undefined) return undefined;
    if (accountPaths.test(pathname)) return truth.version(account, false);
    return pricedPaths.test(pathname) ? truth.version(account, true) : undefined;
  };
  return {
    read(apiKey, url) {
      const version = versionOf(apiKey, url);
      const entry = version === undefined ? undefined : known.get(`${apiKey}${url.pathname}${url.search}`);
      return entry?.version === version ? entry?.text : undefined;
    },
    write(apiKey, url, text) {
      const version = versionOf(apiKey, url);
      if (version === undefined) return;
      if (known.size >= size) known.clear();
      known.set(`${apiKey}${url.pathname}${url.search}`, { version, text });
    },
    clear: () => known.clear(),
  };
}
