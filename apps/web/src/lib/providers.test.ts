// Tests that a context hook outside of its provider throws a clear error (specification 8).
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useSession } from '../api/session/session-context.tsx';
import { useStorage } from './storage/storage-context.ts';
import { useToast } from './toasts.ts';

test.each([
  ['the session', useSession, 'useSession is used outside of a SessionProvider'],
  ['flash messages', useToast, 'useToast is used outside of the toast store'],
  ['the storage', useStorage, 'useStorage is used outside of a StorageContext'],
])('the hook for %s throws an error outside of its provider', (_, useHook, message) => {
  const Outside = (): null => {
    useHook();
    return null;
  };
  expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(message);
});
