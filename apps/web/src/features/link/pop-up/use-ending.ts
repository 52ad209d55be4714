// Ends a page of the pop-up: notifies its opener and closes after the specified delay, navigates, or stays.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { intervals } from '../../../api/queries/intervals.ts';
import { paths } from '../../../paths.ts';
import { isAcknowledgeMessage } from './link-message.ts';
import type { Ending } from './pop-up-visit.ts';

/** Returns the window that opened this one, or null. */
export const openerOf = (own: Window): Window | null => {
  // The platform types opener loosely; it is a window or null.
  const opener = own.opener as Window | null;
  return opener === null || opener === own ? null : opener;
};

/** Runs an ending; does nothing while it is null. */
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
    // After an error the page closes only when the opener has acknowledged it; a success needs no acknowledgement.
    if (message.type === 'okx-oauth-success') closeSoon();
    return () => {
      removeEventListener('message', onMessage);
      clearTimeout(closing);
    };
  }, [ending, navigate]);
};
