// Tests of the flags that the pop-up stores: all flags are written, and they are read only once.
import { expect, test } from 'vitest';
import { createStorage } from '../../../lib/storage/storage.ts';
import { storePostAction, takePostAction } from './post-action.ts';
import { postActionOf } from './pop-up-visit.ts';

const memory = () => {
  const writes: string[] = [];
  const values = new Map<string, string>();
  const storage = createStorage({
    getItem: (key) => values.get(key) ?? null,
    setItem: (key, value) => {
      writes.push(key);
      values.set(key, value);
    },
    removeItem: (key) => void values.delete(key),
  });
  return { storage, values, writes };
};

const fastApi = postActionOf({ accountId: 'a1', type: 'fast_api', domain: 'https://www.okx.com' });

test('the flag that other windows listen to is written last', () => {
  const { storage, writes } = memory();
  storePostAction(storage, fastApi);
  expect(writes).toEqual([
    'okx_post_fastapi_token_ready',
    'okx_post_fastapi_account_id',
    'okx_post_fastapi_domain',
    'forceDashboardRefresh',
    'okx_post_oauth_action',
  ]);
});

test('the flags are read and removed once, and the flag that refreshes the dashboard remains', () => {
  const { storage, values } = memory();
  storePostAction(storage, fastApi);
  expect(takePostAction(storage)).toEqual({ type: 'fast_api', accountId: 'a1' });
  expect(takePostAction(storage)).toBeNull();
  expect([...values.keys()]).toEqual(['forceDashboardRefresh']);
});

test('a plain consent does not store an account for a key', () => {
  const { storage } = memory();
  storePostAction(storage, postActionOf({ accountId: 'a1', type: 'oauth', domain: null }));
  expect(takePostAction(storage)).toEqual({ type: 'oauth', accountId: null });
});

test('a window reads and removes only the flags of its own attempt', () => {
  const { storage } = memory();
  storage.write('okxLinkNonce', 'a'.repeat(16));
  storePostAction(storage, fastApi);
  expect(takePostAction(storage, 'b'.repeat(16))).toBeNull();
  expect(takePostAction(storage, 'a'.repeat(16))).toEqual({ type: 'fast_api', accountId: 'a1' });
});
