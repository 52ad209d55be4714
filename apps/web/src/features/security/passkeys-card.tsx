// The passkeys of the user: a list with names and uses, and buttons that add and remove a passkey.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import type { PasskeyItem } from '@rondo/contract';
import { useApi } from '../../api/calls/api-context.tsx';
import { passkeysQuery } from '../../api/queries/queries.ts';
import { queryKeys } from '../../api/queries/query-keys.ts';
import { useFactorRefresh } from '../../api/queries/use-factor-refresh.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { useToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { arePasskeysSupported } from '../passkeys/passkey-problem.ts';
import { AddPasskeyDialog } from './add-passkey-dialog.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { useProve } from './proof-context.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';

const waitingHeight = 60;

type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'add' }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'remove'; readonly passkey: PasskeyItem };

const PasskeyRow = ({ passkey, onRemove }: { readonly passkey: PasskeyItem; readonly onRemove: () => void }) => {
  const { t } = useI18n();
  const format = useFormat();
  const since = format.dateTime(passkey.created_at);
  return (
    <li className="session-row">
      <div>
        <span className="row">
          <strong>{passkey.name}</strong>
          {passkey.is_synced ? <Chip>{t('security.passkeySynced')}</Chip> : null}
        </span>
        <p className="muted small">
          {passkey.last_used_at === null
            ? t('security.passkeyUnused', { since })
            : t('security.passkeyUsed', { since, used: format.dateTime(passkey.last_used_at) })}
        </p>
      </div>
      <Button size="small" aria-label={t('security.removePasskeyOf', { name: passkey.name })} onClick={onRemove}>
        {t('security.removePasskey')}
      </Button>
    </li>
  );
};

const RemoveDialog = ({ passkey, onClose }: { readonly passkey: PasskeyItem; readonly onClose: () => void }) => {
  const { t } = useI18n();
  const api = useApi();
  const prove = useProve();
  const toast = useToast();
  const refresh = useFactorRefresh(queryKeys.passkeys);
  const command = useMutation({
    mutationFn: () => prove(() => api.call('removePasskey', { params: { id: passkey.id } })),
    onSuccess: async () => {
      onClose();
      toast({ tone: 'success', message: t('security.passkeyRemoved') });
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      title={t('security.removePasskeyTitle', { name: passkey.name })}
      sentence={t('security.removePasskeyText')}
      verb={t('security.removePasskey')}
      command={command}
      onClose={onClose}
    />
  );
};

export const PasskeysCard = () => {
  const { t } = useI18n();
  const api = useApi();
  const toast = useToast();
  const refresh = useFactorRefresh(queryKeys.passkeys);
  const query = useQuery(passkeysQuery(api));
  const hasFailed = useFailure(query) !== null;
  const [open, setOpen] = useState<Open>({ kind: 'nothing' });
  const close = (): void => setOpen({ kind: 'nothing' });
  const list = query.data;
  const isPossible = arePasskeysSupported() && list?.is_available === true;
  const onAdded = (codes: readonly string[]): void => {
    toast({ tone: 'success', message: t('security.passkeyAdded') });
    setOpen(codes.length === 0 ? { kind: 'nothing' } : { kind: 'codes', codes });
    void refresh();
  };
  return (
    <Card title={t('security.passkeys')}>
      <div className="card-body stack">
        <p className="muted">{t('security.passkeysText')}</p>
        {hasFailed ? <Banner tone="warning">{t('security.passkeysFailed')}</Banner> : null}
        {list === undefined && !hasFailed ? <Skeleton height={waitingHeight} /> : null}
        {list !== undefined && !isPossible ? <p>{t('security.passkeysUnavailable')}</p> : null}
        <ul className="session-list">
          {(list?.items ?? []).map((passkey) => (
            <PasskeyRow key={passkey.id} passkey={passkey} onRemove={() => setOpen({ kind: 'remove', passkey })} />
          ))}
        </ul>
        {isPossible ? (
          <div>
            <Button onClick={() => setOpen({ kind: 'add' })}>{t('security.addPasskey')}</Button>
          </div>
        ) : null}
      </div>
      {open.kind === 'add' ? <AddPasskeyDialog onDone={onAdded} onClose={close} /> : null}
      {open.kind === 'codes' ? <RecoveryCodes codes={open.codes} onClose={close} /> : null}
      {open.kind === 'remove' ? <RemoveDialog passkey={open.passkey} onClose={close} /> : null}
    </Card>
  );
};
