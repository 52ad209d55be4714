// How a page of the pop-up ends: tells its opener and closes after the specified delay, goes on, or stays.
import { useEffect } from 'react';
import { useNavigate } from 'react-router';
import { intervals } from '../../../api/queries/intervals.ts';
import { paths } from '../../../paths.ts';
import { isHeardMessage } from './link-message.ts';
import type { Ending } from './pop-up-visit.ts';

/** The window that opened this one, unless it is this one. */
export const openerOf = (own: Window): Window | null => {
  // The platform types opener loosely; it is a window or null.
  const opener = own.opener as Window | null;
  return opener === null || opener === own ? null : opener;
};

/** Runs an ending once it is known; null is still at work. */
export const useEnding = (ending: Ending | null): void => {
  const navigate = useNavigate();
  useEffect(() => {
    if (ending === null || ending.kind === 'stay') return undefined;
    if (ending.kind === 'goOn') {
      void navigate(paths.exchange, { replace: true });
      return undefined;
    }
    const opener = openerOf(globalThis.window);
    const { message, page } = ending;
    let closing: ReturnType<typeof setTimeout> | undefined;
    const closeSoon = (): void => {
      closing = setTimeout(() => globalThis.window.close(), intervals.popUpCloseMs[page]);
    };
    const hear = (event: MessageEvent<unknown>): void => {
      if (isHeardMessage(event, { origin: location.origin, source: opener, nonce: message.nonce })) closeSoon();
    };
    addEventListener('message', hear);
    opener?.postMessage(message, location.origin);
    // An error closes only when the opener shows it too; a success needs no answer.
    if (message.type === 'okx-oauth-success') closeSoon();
    return () => {
      removeEventListener('message', hear);
      clearTimeout(closing);
    };
  }, [ending, navigate]);
};
