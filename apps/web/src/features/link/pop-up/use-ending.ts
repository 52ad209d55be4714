// Ends a page of the pop-up. The page notifies its opener and closes after the specified delay, or navigates, or remains open.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { intervals } from '../../../api/queries/intervals.ts';
import { paths } from '../../../paths.ts';
import { isAcknowledgeMessage } from './link-message.ts';
import type { Ending } from './pop-up-visit.ts';

/** Returns the window that opened the window `own`, or null. */
export const openerOf = (own: Window): Window | null => {
  // The type of `opener` in the DOM library is `any`, but its value is a window or null.
  const opener = own.opener as Window | null;
  return opener === null || opener === own ? null : opener;
};

/** Runs an ending. Does nothing while the ending is null. */
export const useEnding = (ending: Ending | null): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (ending === null || ending.kind === 'stay') return undefined;
    if (ending.kind === 'navigate') {
      void navigate(paths.exchange, { replace: true });
      return undefined;
    }
    const opener = openerOf(globalThis.window);
    const { message, page } = ending;
    let closing: ReturnType<typeof setTimeout> | undefined;
    const closeSoon = (): void => {
      closing = setTimeout(() => globalThis.window.close(), intervals.popUpCloseMs[page]);
    };
    const onMessage = (event: MessageEvent<unknown>): void => {
      if (isAcknowledgeMessage(event, { origin: location.origin, source: opener, nonce: message.nonce })) closeSoon();
    };
    addEventListener('message', onMessage);
    opener?.postMessage(message, location.origin);
    // After an error the page closes only when the opener has acknowledged the message. After a success the page closes without an acknowledgement.
    if (message.type === 'okx-oauth-success') closeSoon();
    return () => {
      removeEventListener('message', onMessage);
      clearTimeout(closing);
    };
  }, [ending, navigate]);
};
