// Watches the links on every dashboard page: a refused key once per account, a near expiry once per level, at ten minutes the urgent dialog.
import { Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import { intervals } from '../../../api/queries/intervals.ts';
import { oauthStatusQuery } from '../../../api/queries/queries.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useToast } from '../../../lib/toasts.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { ofAccount } from '../account-text.ts';
import { lookAtKeys } from './key-warning.ts';
import { lookAtExpiries, mostUrgent, type DueWarning, type Warned } from './expiry-warning.ts';
import '../connection.css';
import { lazyPart } from '../../../lib/page/lazy-part.ts';

/** Seldom needed: it comes with the first urgent moment. */
const UrgentDialog = lazyPart(async () => (await import('./urgent-dialog.tsx')).UrgentDialog);

export const ConnectionMonitor = () => {
  const t = useT();
  const toast = useToast();
  const now = useNow(intervals.connectionMs);
  const accounts = useQuery({ ...oauthStatusQuery(useApi()), refetchInterval: intervals.connectionMs }).data?.accounts;
  const warned = useRef<Warned>({});
  const told = useRef<ReadonlySet<string>>(new Set());
  const [urgent, setUrgent] = useState<DueWarning | null>(null);
  useEffect(() => {
    if (accounts === undefined) return;
    const keys = lookAtKeys(told.current, accounts);
    told.current = keys.told;
    for (const { name, trouble } of keys.due) {
      const message = t(trouble === 'revoked' ? 'connection.keyRevoked' : 'connection.keyRefused', { name });
      toast({ tone: 'error', message, durationMs: intervals.expiryWarningMs.critical });
    }
    const seen = lookAtExpiries(warned.current, accounts, now);
    warned.current = seen.warned;
    if (seen.isCalm) setUrgent(null);
    const urgentNow = mostUrgent(seen.due);
    if (urgentNow !== null) setUrgent(urgentNow);
    for (const { name, minutes } of seen.due.filter(({ level }) => level === 'warning')) {
      const message = ofAccount(t, name, t('connection.expiresSoon', { count: minutes }));
      toast({ tone: 'warning', message, durationMs: intervals.expiryWarningMs.warning });
    }
  }, [accounts, now, t, toast]);
  // The message follows the dialog, so that it never covers its buttons.
  const answerLater = (): void => {
    if (urgent === null) return;
    setUrgent(null);
    const text =
      urgent.level === 'expired' ? t('connection.expired') : t('connection.expiresNow', { count: urgent.minutes });
    const message = ofAccount(t, urgent.name, text);
    toast({ tone: 'warning', message, durationMs: intervals.expiryWarningMs.critical });
  };
  if (urgent === null) return null;
  return (
    <Suspense fallback={null}>
      <UrgentDialog
        name={urgent.name}
        minutes={Math.max(0, urgent.minutes)}
        onLater={answerLater}
        onReload={() => location.reload()}
      />
    </Suspense>
  );
};
