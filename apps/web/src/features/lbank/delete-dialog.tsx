// The dialog that unlinks an LBank account and deletes its stored key.
import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { KeyedAccount } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { errorText } from '../../api/texts/error-text.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { AlertBox } from '../../ui/overlays/dialog.tsx';
import { useProve } from '../security/proof-context.tsx';

export type DeleteDialogProps = { readonly account: KeyedAccount; readonly onClose: () => void };

export const DeleteDialog = ({ account, onClose }: DeleteDialogProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const api = useApi();
  const prove = useProve();
  const queries = useQueryClient();
  const toast = useToast();
  const safe = useRef<HTMLButtonElement>(null);
  const deleting = useMutation({
    mutationFn: () => prove(() => api.call('deleteExchangeAccount', { params: { id: account.id } })),
    onSuccess: async () => {
      onClose();
      toast({ tone: 'success', message: t('lbank.deleted', { name: account.account_name }) });
      await queries.invalidateQueries({ queryKey: queryKeys.keyedAccounts });
    },
  });
  return (
    <AlertBox
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('lbank.deleteTitle', { name: account.account_name })}
      sentence={t('lbank.deleteText')}
      initialFocus={safe}
      buttons={
        <>
          <Button ref={safe} size="large" onClick={onClose}>
            {t('lbank.keep')}
          </Button>
          <Button size="large" variant="danger" busy={deleting.isPending} onClick={() => deleting.mutate()}>
            {t('lbank.delete')}
          </Button>
        </>
      }
    >
      {deleting.isError ? (
        <Banner tone="danger" role="alert">
          {errorText(i18n, deleting.error)}
        </Banner>
      ) : null}
    </AlertBox>
  );
};
