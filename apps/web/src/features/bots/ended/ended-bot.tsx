// Tells why a bot has ended and with which result, and links to its row in the history.
import { useEffect, useEffectEvent } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useNavigate } from 'react-router';
import { useApi } from '../../../api/calls/api-context.tsx';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useT } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useToast } from '../../../lib/toasts.ts';
import { historyPath } from '../../../paths.ts';
import { endStyle } from '../../history/end-reason.ts';
import type { MissingBot } from './ended-notice.tsx';
import { endedTone } from './ended-tone.ts';

export type EndedBotProps = {
  readonly bot: MissingBot;
  /** False for a person who may not open the history. */
  readonly hasHistory: boolean;
  /** Called when the notice was shown. */
  readonly onShown: () => void;
};

export const EndedBot = ({ bot: { id, title }, hasHistory, onShown }: EndedBotProps) => {
  const t = useT();
  const api = useApi();
  const format = useFormat();
  const toast = useToast();
  const navigate = useNavigate();
  const { data, isError } = useQuery({
    queryKey: queryKeys.ended(id),
    queryFn: ({ signal }) => api.call('bot', { params: { id }, query: { only: 'round' }, signal }),
    // A bot that was missing while it ran may end later, and must then be read again.
    gcTime: 0,
  });
  const action = hasHistory
    ? { action: { label: t('history.notice.open'), onAct: () => void navigate(historyPath(id)) } }
    : {};
  const notify = useEffectEvent(() => {
    if (data === undefined) toast({ tone: 'warning', message: t('history.notice.unread', { name: title }), ...action });
    // A bot that still runs was missing for another reason than its end.
    else if (data.status === 'completed') {
      const reason = data.end_reason ?? '';
      const message = t(endStyle(reason).notice, { name: title, amount: format.signedMoney(data.realised_pnl) });
      toast({ ...endedTone(reason, data.realised_pnl), message, ...action });
    }
    onShown();
  });
  useEffect(() => {
    if (data !== undefined || isError) notify();
  }, [data, isError]);
  return null;
};
