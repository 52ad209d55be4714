// Reads the profile again for a button. A failure is shown as a toast.
import { useState } from 'react';
import { errorText } from '../../api/texts/error-text.ts';
import { useSession } from '../../api/session/session-context.tsx';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';

/** Returns the function of the button, whether it runs, and the time of the last reading. The first time is the time of the first render. */
export const useProfileCheck = () => {
  const i18n = useI18n();
  const toast = useToast();
  const { refreshProfile } = useSession();
  const [isAsking, setAsking] = useState(false);
  const [checkedAt, setCheckedAt] = useState(() => Date.now());
  const ask = async (): Promise<void> => {
    setAsking(true);
    try {
      await refreshProfile();
      setCheckedAt(Date.now());
    } catch (error) {
      toast({ tone: 'error', message: errorText(i18n, error) });
    } finally {
      setAsking(false);
    }
  };
  return { isAsking, checkedAt, ask: () => void ask() };
};
