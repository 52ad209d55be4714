// Mutation that renews the exchange token of an account and then refetches the account list and the connection status.
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { useApi } from '../calls/api-context.tsx';
import { errorText } from '../texts/error-text.ts';
import { queryKeys } from '../queries/query-keys.ts';
import { recovering } from '../calls/recovering.ts';

export const useTokenRenewal = () => {
  const api = useApi();
  const queries = useQueryClient();
  const i18n = useI18n();
  const toast = useToast();
  return useMutation({
    mutationFn: (accountId: string) => recovering(() => api.call('oauthRefresh', { body: { account_id: accountId } })),
    onSuccess: () => toast({ tone: 'success', message: i18n.t('connection.renewed') }),
    onError: (error) => toast({ tone: 'error', message: errorText(i18n, error) }),
    onSettled: () =>
      Promise.all([
        queries.invalidateQueries({ queryKey: queryKeys.oauthStatus }),
        queries.invalidateQueries({ queryKey: queryKeys.connection }),
      ]),
  });
};
