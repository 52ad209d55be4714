// The dialog that unlinks an account. An account with running bots cannot be unlinked.
import { useRef } from 'react';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import type { BotWire, ExchangeAccountWire } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { errorText } from '../../../api/texts/error-text.ts';
import { oauthStatusQuery } from '../../../api/queries/queries.ts';
import { useSession } from '../../../api/session/session-context.tsx';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { useToast } from '../../../lib/toasts.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { AlertBox } from '../../../ui/overlays/dialog.tsx';
import { useProve } from '../../security/proof-context.tsx';

export type DisconnectDialogProps = {
  readonly account: ExchangeAccountWire;
  readonly bots: readonly BotWire[];
  readonly isOpen: boolean;
  readonly onClose: () => void;
};

/**
 * Returns the mutation that unlinks the account. A dialog asks for the password when the server requires the password. A toast shows
 * whether the key was deleted.
 */
const useDisconnection = (account: ExchangeAccountWire, onDone: () => void) => {
  const { t } = useI18n();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const { refreshProfile } = useSession();
  const prove = useProve();
  return useMutation({
    mutationFn: () => prove(() => api.call('oauthDisconnect', { params: { id: account.id } })),
    onSuccess: async (response) => {
      onDone();
      // The account is immediately removed from the list, so that no component requests data of an unlinked account.
      queries.setQueryData(oauthStatusQuery(api).queryKey, (before) =>
        before === undefined
          ? before
          : { ...before, accounts: before.accounts.filter((each) => each.id !== account.id) },
      );
      toast(
        response.is_key_deleted
          ? { tone: 'success', message: t('linking.gone', { name: account.name }) }
          : { tone: 'warning', message: t('linking.goneKeyStays', { name: account.name }) },
      );
      // A failure of the profile refresh is ignored, because the account is already unlinked. The old profile is kept.
      await refreshProfile().catch(() => undefined);
      await queries.invalidateQueries();
    },
  });
};

export const DisconnectDialog = ({ account, bots, isOpen, onClose }: DisconnectDialogProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const format = useFormat();
  const safe = useRef<HTMLButtonElement>(null);
  const disconnection = useDisconnection(account, onClose);
  return (
    <AlertBox
      open={isOpen}
      onOpenChange={(open) => !open && onClose()}
      title={t('linking.disconnectTitle', { name: account.name })}
      sentence={t('linking.disconnectText')}
      initialFocus={safe}
      buttons={
        <>
          <Button ref={safe} size="large" onClick={onClose}>
            {t('linking.stay')}
          </Button>
          <Button
            size="large"
            variant="danger"
            busy={disconnection.isPending}
            disabled={bots.length > 0}
            onClick={() => disconnection.mutate()}
          >
            {t('linking.disconnect')}
          </Button>
        </>
      }
    >
      {bots.length === 0 ? null : (
        <Banner tone="warning">
          {t('linking.disconnectBots', { names: format.list(bots.map((bot) => bot.title)) })}
        </Banner>
      )}
      {disconnection.isError ? (
        <Banner tone="danger" role="alert">
          {errorText(i18n, disconnection.error)}
        </Banner>
      ) : null}
    </AlertBox>
  );
};
