// The test harness: an exchange in memory with a manual clock, and signed calls to the exchange.
import { okxTimestamp, signOkxRequest } from '@rondo/protocol';
import type { AccountKeys, NewAccount } from '../src/accounts/open-account.ts';
import { createExchangeCore, type ExchangeCore, type ExchangeCoreOptions } from '../src/core/exchange-core.ts';

/** A row with text fields. */
export type Fields = Readonly<Record<string, string>>;

/** The exchange under test with its clock and signed calls. */
export interface Harness {
  readonly core: ExchangeCore;
  readonly clock: { now(): number; pass(ms: number): void };
  get(path: string, account?: number): readonly Fields[];
  post(
    path: string,
    body: unknown,
    account?: number,
  ): { readonly code: string; readonly row: Fields; readonly rows: readonly Fields[] };
  order(fields: Record<string, unknown>, account?: number): Fields;
  walk(...prices: string[]): void;
}

/** 2025-03-20 12:00:30 UTC. The time is in the middle of a minute and of a funding interval. */
export const HARNESS_START_AT = 1_742_472_030_000;

/** Twenty candles of an ETH market with the constant price 2000. The first two candles are history. */
const quietRecording = [
  'ts_ms,open,high,low,close,volume',
  ...Array.from({ length: 20 }, (_, row) => `${row * 60_000},2000.00,2000.00,2000.00,2000.00,10`),
].join('\n');

/**
 * Opens an exchange with two accounts of 10,000 USDT. The prices change only when the test moves them. The ETH market is a replay with the constant price 2000.
 */
export function openHarness(options: Partial<ExchangeCoreOptions> = {}): Harness {
  let now = HARNESS_START_AT;
  const clock = {
    now: () => now,
    pass: (ms: number) => {
      now += ms;
    },
  };
  const accounts: readonly NewAccount[] = [{ label: 'a' }, { label: 'b' }];
  const core = createExchangeCore({
    seed: 'desk',
    clock,
    speed: 0,
    accounts,
    replay: { instId: 'ETH-USDT-SWAP', text: quietRecording },
    ...options,
  });
  const call = (request: {
    method: string;
    target: string;
    body: string;
    account: number;
  }): { code: string; data: readonly Fields[] } => {
    const { method, target, body } = request;
    const keys: AccountKeys | undefined = core.accounts[request.account];
    if (!keys) throw new Error('the account does not exist');
    const [path = '', query = ''] = target.split('?');
    const headers = signedHeaders(keys, { method, path: target, body, at: now });
    const response = core.request({ method, path, query, body, headers });
    // All rows that these tests request are flat records of strings.
    return { code: response.json.code, data: response.json.data as readonly Fields[] };
  };
  const post: Harness['post'] = (path, body, account = 0) => {
    const { code, data } = call({ method: 'POST', target: path, body: JSON.stringify(body), account });
    return { code, row: data[0] ?? {}, rows: data };
  };
  return {
    core,
    clock,
    post,
    get: (path, account = 0) => call({ method: 'GET', target: path, body: '', account }).data,
    order: (fields, account = 0) =>
      post('/api/v5/trade/order', { instId: 'ETH-USDT-SWAP', tdMode: 'cross', ...fields }, account).row,
    walk: (...prices) => {
      const moved = core.advance({ instId: 'ETH-USDT-SWAP', prices });
      if (!moved.ok) throw new Error(moved.reason);
      core.step();
    },
  };
}

/** Returns the OKX headers of a request that is signed with the keys. */
export function signedHeaders(
  keys: AccountKeys,
  request: { method: string; path: string; body: string; at: number },
): Record<string, string> {
  const timestamp = okxTimestamp(request.at);
  return {
    'ok-access-key': keys.apiKey,
    'ok-access-passphrase': keys.passphrase,
    'ok-access-timestamp': timestamp,
    'ok-access-sign': signOkxRequest(keys.secretKey, {
      timestamp,
      method: request.method,
      path: request.path,
      body: request.body,
    }),
  };
}
