// Sends a stop command and updates its state. The state is `slow` when the bot has not ended 10 s after the server accepted the command.
import { useEffect, useReducer } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { withBot } from '../../../api/feed/feed-messages.ts';
import { intervals } from '../../../api/queries/intervals.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useToast } from '../../../lib/toasts.ts';
import { idleStop, stepStop, stopRequest, type StopKind } from './stop-command.ts';

export const useStopCommand = (bot: BotWire) => {
  const api = useApi();
  const queries = useQueryClient();
  const i18n = useI18n();
  const toast = useToast();
  const [state, dispatch] = useReducer(stepStop, idleStop);

  const send = async (stop: StopKind): Promise<void> => {
    try {
      const response = await api.call('botStatus', { params: { id: bot.id }, body: stopRequest(stop) });
      dispatch({ kind: 'accepted', at: Date.now() });
      if (response.pending) toast({ tone: 'info', message: i18n.t('bots.stop.recorded', { name: bot.title }) });
      if (response.bot.status === 'active')
        queries.setQueryData<BotWire[]>(queryKeys.myBots, (bots) =>
          bots === undefined ? bots : withBot(bots, response.bot),
        );
      else void queries.invalidateQueries({ queryKey: queryKeys.myBots });
    } catch (error) {
      const reason = errorText(i18n, error);
      dispatch({ kind: 'refused', reason });
      toast({ tone: 'error', message: i18n.t('bots.stop.failed', { reason }) });
    }
  };

  const schedule = useSchedule(bot);

  useEffect(() => {
    if (state.kind !== 'accepted') return undefined;
    const timer = setTimeout(() => dispatch({ kind: 'late' }), intervals.slowCommandMs);
    return () => clearTimeout(timer);
  }, [state]);

  return {
    state,
    choose: (stop: StopKind) => dispatch({ kind: 'choose', stop }),
    cancel: () => dispatch({ kind: 'cancel' }),
    confirm: (stop: StopKind) => {
      dispatch({ kind: 'send' });
      void send(stop);
    },
    retry: (stop: StopKind) => {
      dispatch({ kind: 'retry' });
      void send(stop);
    },
    setLast: (isLast: boolean) => schedule.mutate(isLast),
  };
};

/**
 * Switches the scheduled exit on or off. With a scheduled exit, the bot ends after the next take-profit. The list of bots shows the change
 * before the server responds.
 */
function useSchedule(bot: BotWire) {
  const api = useApi();
  const queries = useQueryClient();
  const i18n = useI18n();
  const toast = useToast();
  return useMutation({
    mutationFn: (isLast: boolean) => api.call('botStatus', { params: { id: bot.id }, body: { is_last: isLast } }),
    onMutate: (isLast) => {
      // The new setting is shown immediately, because it is reversible. The response or the next poll corrects the shown setting.
      queries.setQueryData<BotWire[]>(queryKeys.myBots, (bots) =>
        bots?.map((other) => (other.id === bot.id ? { ...other, is_last: isLast } : other)),
      );
    },
    onSuccess: ({ pending }, isLast) => {
      const done = isLast ? 'bots.stop.scheduledOn' : 'bots.stop.scheduledOff';
      toast({
        tone: pending ? 'info' : 'success',
        message: i18n.t(pending ? 'bots.stop.recorded' : done, { name: bot.title }),
      });
    },
    onError: (error) =>
      toast({ tone: 'error', message: i18n.t('bots.stop.failed', { reason: errorText(i18n, error) }) }),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.myBots }),
  });
}

export type StopCommand = ReturnType<typeof useStopCommand>;
