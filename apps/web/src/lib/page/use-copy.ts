// Copies text to the clipboard and shows a message about the success or failure.
import { useT } from '../../i18n/i18n-context.tsx';
import { useToast } from '../toasts.ts';

/** Returns the copy function. `done` is the message after a successful copy. */
export const useCopy = (done: string): ((text: string) => Promise<void>) => {
  const t = useT();
  const toast = useToast();
  return async (text) => {
    try {
      await navigator.clipboard.writeText(text);
      toast({ tone: 'success', message: done });
    } catch {
      // The browser denies access to the clipboard, for example when the page is not secure.
      toast({ tone: 'error', message: t('connection.notCopied') });
    }
  };
};
