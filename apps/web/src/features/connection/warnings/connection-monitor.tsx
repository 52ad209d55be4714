// Monitors the linked accounts on every dashboard page. It warns once for each rejected or revoked key and for each level of expiry, and it opens the urgent dialog when at most ten minutes are left.
import { Suspense, useEffect, useRef, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../../api/calls/api-context.tsx';
import { intervals } from '../../../api/queries/intervals.ts';
import { oauthStatusQuery } from '../../../api/queries/queries.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useToast } from '../../../lib/toasts.ts';
import { useNow } from '../../../lib/page/use-now.ts';
import { withAccountName } from '../account-text.ts';
import { checkKeys } from './key-warning.ts';
import { checkExpiries, mostUrgent, type DueWarning, type WarnedLevels } from './expiry-warning.ts';
import '../connection.css';
import { lazyComponent } from '../../../lib/page/lazy-component.ts';

/** The code of the dialog is loaded with the first urgent warning. */
const UrgentDialog = lazyComponent(async () => (await import('./urgent-dialog.tsx')).UrgentDialog);

const keyTexts = {
  revoked: 'connection.keyRevoked',
  refused: 'connection.keyRefused',
  withdraw: 'connection.keyMayWithdraw',
} as const;

export const ConnectionMonitor = () => {
  const t = useT();
  const { list } = useFormat();
  const toast = useToast();
  const now = useNow(intervals.connectionMs);
  const poll = { staleTime: intervals.profileMs, refetchInterval: intervals.connectionMs };
  const accounts = useQuery({ ...oauthStatusQuery(useApi()), ...poll }).data?.accounts;
  const warnedRef = useRef<WarnedLevels>({});
  const reportedRef = useRef<ReadonlySet<string>>(new Set());
  const [urgent, setUrgent] = useState<DueWarning | null>(null);
  useEffect(() => {
    if (accounts === undefined) return;
    const keys = checkKeys(reportedRef.current, accounts);
    reportedRef.current = keys.reported;
    for (const { name, problem } of keys.due) {
      const message = t(keyTexts[problem], { name });
      toast({ tone: 'error', message, durationMs: intervals.expiryWarningMs.critical });
    }
    const seen = checkExpiries(warnedRef.current, accounts, now);
    warnedRef.current = seen.warned;
    if (seen.isNoneUrgent) setUrgent(null);
    const urgentNow = mostUrgent(seen.due, list);
    if (urgentNow !== null) setUrgent(urgentNow);
    for (const { name, minutes } of seen.due.filter(({ level }) => level === 'warning')) {
      const message = withAccountName(t, name, t('connection.expiresSoon', { count: minutes }));
      toast({ tone: 'warning', message, durationMs: intervals.expiryWarningMs.warning });
    }
  }, [accounts, list, now, t, toast]);
  // The toast is shown after the dialog has closed, because the toast would cover the buttons of the dialog.
  const dismissUrgent = (): void => {
    if (urgent === null) return;
    setUrgent(null);
    const text =
      urgent.level === 'expired' ? t('connection.expired') : t('connection.expiresNow', { count: urgent.minutes });
    const message = withAccountName(t, urgent.name, text);
    toast({ tone: 'warning', message, durationMs: intervals.expiryWarningMs.critical });
  };
  if (urgent === null) return null;
  return (
    <Suspense fallback={null}>
      <UrgentDialog
        name={urgent.name}
        minutes={Math.max(0, urgent.minutes)}
        onLater={dismissUrgent}
        onReload={() => location.reload()}
      />
    </Suspense>
  );
};
