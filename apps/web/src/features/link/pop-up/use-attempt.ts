// The link attempt of the pop-up in which a page is shown.
import { useState } from 'react';
import { useStorage } from '../../../lib/storage/storage-context.ts';
import { isPending } from './link-nonce.ts';

/** Returns the nonce of the attempt when the page opened, or null without an attempt, and whether the attempt then waited for the end of its consent. */
export const useAttempt = (): { readonly nonce: string | null; readonly isWaiting: boolean } => {
  const storage = useStorage();
  const [attempt] = useState(() => {
    const nonce = storage.read('okxLinkNonce');
    return { nonce, isWaiting: isPending(nonce, Date.now()) };
  });
  return attempt;
};
