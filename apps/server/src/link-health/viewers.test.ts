// Tests the connection of a viewer: the status, the bound on the message log, and the limit of one connection per user.
import { contractLimits } from '@rondo/contract';
import type { ViewerEvent } from '@rondo/exchange';
import { createVirtualClock } from '@rondo/testkit';
import { expect, test } from 'vitest';
import { createViewers } from './viewers.ts';

/** An account whose exchange accepts the log-in immediately. `emit` sends an event to the viewer of the account. */
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

test('when the message log is full, it keeps the newest messages', async () => {
  const viewers = createViewers(createVirtualClock(1_000));
  const { account, emit } = connectable();
  await viewers.connect('user', account);
  const sent = contractLimits.viewerMessages + 5;
  for (let rows = 1; rows <= sent; rows += 1) emit({ kind: 'message', channel: 'orders', rows });
  const { messages } = viewers.status('user');
  const newest = Array.from({ length: contractLimits.viewerMessages }, (_, index) => sent - index);
  expect(messages.map(({ rows }) => rows)).toEqual(newest);
});

test('a user has at most one connection, and can open a new connection after the old connection was closed', async () => {
  const viewers = createViewers(createVirtualClock(1_000));
  await viewers.connect('user', connectable().account);
  await expect(viewers.connect('user', connectable().account)).rejects.toThrow('WS_ALREADY_CONNECTED');
  expect(viewers.status('user').connected).toBe(true);
  viewers.disconnect('user');
  expect(viewers.status('user').connected).toBe(false);
  await viewers.connect('user', connectable().account);
});
