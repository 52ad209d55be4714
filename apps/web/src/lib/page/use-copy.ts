// Text into the clipboard, with a message that says whether it worked.
import { useT } from '../../i18n/i18n-context.tsx';
import { useToast } from '../toasts.ts';

/** `done` is the message of a copy that worked. */
export const useCopy = (done: string): ((text: string) => Promise<void>) => {
  const t = useT();
  const toast = useToast();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'success', message: done });
    } catch {
      // The browser refuses the clipboard without a secure page or a gesture.
      toast({ tone: 'error', message: t('connection.notCopied') });
    }
  };
};
