// What a page may use only below its provider is a bug elsewhere, and says so (specification 8).
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
])('%s outside of its provider is an error', (_, use, message) => {
  const Outside = (): null => {
    use();
    return null;
  };
  expect(() => renderToStaticMarkup(createElement(Outside))).toThrow(message);
});
