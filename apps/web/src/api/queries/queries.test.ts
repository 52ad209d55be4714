import { QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { ApiClient } from '../calls/client.ts';
import { intervals } from './intervals.ts';
import { myBotsQuery, oauthStatusQuery } from './queries.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

/** Returns the number of requests that a component causes with its mount, `ageMs` after the data has arrived. */
async function requestsOfMount<Query extends typeof myBotsQuery | typeof oauthStatusQuery>(
  queryOf: Query,
  { ageMs, isInvalid = false }: { readonly ageMs: number; readonly isInvalid?: boolean },
): Promise<number> {
  const call = vi.fn(() => Promise.resolve([]));
  // The cast is safe: the two queries use nothing but `call`.
  const query = queryOf({ call } as unknown as ApiClient) as ReturnType<typeof myBotsQuery>;
  const client = new QueryClient();
  await client.fetchQuery(query);
  if (isInvalid) await client.invalidateQueries({ queryKey: query.queryKey });
  vi.setSystemTime(Date.now() + ageMs);
  const stop = new QueryObserver(client, query).subscribe(() => undefined);
  stop();
  return call.mock.calls.length - 1;
}

test('a component that is mounted between two polls of the bots causes no request', async () => {
  expect(await requestsOfMount(myBotsQuery, { ageMs: intervals.botsMs - 1 })).toBe(0);
  expect(await requestsOfMount(myBotsQuery, { ageMs: intervals.botsMs })).toBe(1);
});

test('bots that a command has changed are read at the next mount', async () => {
  expect(await requestsOfMount(myBotsQuery, { ageMs: 1, isInvalid: true })).toBe(1);
});

test('the accounts, which the frame polls, are read by no other component unless they have changed', async () => {
  expect(await requestsOfMount(oauthStatusQuery, { ageMs: 10 * intervals.profileMs })).toBe(0);
  expect(await requestsOfMount(oauthStatusQuery, { ageMs: 1, isInvalid: true })).toBe(1);
});
