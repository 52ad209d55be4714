// Tests that a context hook outside of its provider throws a clear error (specification 8).
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, test } from 'vitest';
import { useSession } from '../api/session/session-context.tsx';
import { useStorage } from './storage/storage-context.ts';
import { useToast } from './toasts.ts';

test.each([
  ['the session', useSession, 'useSession needs a SessionProvider above it'],
  ['flash messages', useToast, 'useToast needs the toast store above it'],
  ['the storage', useStorage, 'useStorage needs a StorageContext above it'],
])('using %s outside of its provider throws an error', (_, useHook, message) => {
  const Outside = (): null => {
    useHook();
    return null;
  };
  expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(message);
});
