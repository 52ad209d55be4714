// A viewer's connection: its status, the bound on its message log, and the limit of one connection per person.
import { contractLimits } from '@rondo/contract';
import type { ViewerEvent } from '@rondo/exchange';
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createViewers } from './viewers.ts';

/** An account whose exchange accepts the log-in immediately. `emit` sends an event to its viewer. */
function connectable() {
  let listener: (event: ViewerEvent) => void = () => undefined;
  const account = {
    accountId: 'account',
    domain: 'global',
    termId: null,
    open(hear: (event: ViewerEvent) => void) {
      listener = hear;
      queueMicrotask(() => hear({ kind: 'ready' }));
      return { subscribe: () => undefined, unsubscribe: () => undefined, close: () => undefined, attempts: () => 0 };
    },
  };
  return { account, emit: (event: ViewerEvent): void => listener(event) };
}

test('the message log keeps the newest messages up to its bound', async () => {
  const viewers = createViewers(createVirtualClock(1_000));
  const { account, emit } = connectable();
  await viewers.connect('user', account);
  const sent = contractLimits.viewerMessages + 5;
  for (let rows = 1; rows <= sent; rows += 1) emit({ kind: 'message', channel: 'orders', rows });
  const { messages } = viewers.status('user');
  const newest = Array.from({ length: contractLimits.viewerMessages }, (_, index) => sent - index);
  expect(messages.map(({ rows }) => rows)).toEqual(newest);
});

test('a person has one connection, and may open another after it was closed', async () => {
  const viewers = createViewers(createVirtualClock(1_000));
  await viewers.connect('user', connectable().account);
  await expect(viewers.connect('user', connectable().account)).rejects.toThrow('WS_ALREADY_CONNECTED');
  expect(viewers.status('user').connected).toBe(true);
  viewers.disconnect('user');
  expect(viewers.status('user').connected).toBe(false);
  await viewers.connect('user', connectable().account);
});
