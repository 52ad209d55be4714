// The second factor: its state, buttons that turn it on and off, and new recovery codes.
import { useState } from 'react';
import { useMutation, useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import type { RouteResponse } from '../../api/calls/client.ts';
import { errorText } from '../../api/texts/error-text.ts';
import { secondFactorQuery } from '../../api/queries/queries.ts';
import { useFactorRefresh } from '../../api/queries/use-factor-refresh.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useI18n } from '../../i18n/i18n-context.tsx';
import { useToast } from '../../lib/toasts.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Card } from '../../ui/basics/card.tsx';
import { Chip } from '../../ui/figures/chip.tsx';
import { Skeleton } from '../../ui/figures/skeleton.tsx';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { enrolmentOf } from './enrolment.ts';
import { useProve } from './proof-context.tsx';
import { RecoveryCodes } from './recovery-codes.tsx';
import { SetUpDialog } from './set-up-dialog.tsx';

const waitingHeight = 60;

type Factor = RouteResponse<'secondFactor'>;

type Open =
  | { readonly kind: 'nothing' }
  | { readonly kind: 'setUp'; readonly secret: string; readonly uri: string }
  | { readonly kind: 'codes'; readonly codes: readonly string[] }
  | { readonly kind: 'turnOff' };

const TurnOffDialog = ({ isLast, onClose }: { readonly isLast: boolean; readonly onClose: () => void }) => {
  const { t } = useI18n();
  const api = useApi();
  const prove = useProve();
  const refresh = useFactorRefresh();
  const toast = useToast();
  const command = useMutation({
    mutationFn: () => prove(() => api.call('removeSecondFactor', {})),
    onSuccess: async () => {
      onClose();
      toast({ tone: 'success', message: t(isLast ? 'security.turnedOff' : 'security.authenticatorRemoved') });
      await refresh();
    },
  });
  return (
    <ConfirmDialog
      title={t(isLast ? 'security.turnOffTitle' : 'security.removeAuthenticatorTitle')}
      sentence={t(isLast ? 'security.turnOffText' : 'security.removeAuthenticatorText')}
      verb={t(isLast ? 'security.turnOff' : 'security.removeAuthenticator')}
      command={command}
      onClose={onClose}
    />
  );
};

/** The calls that start the setup and create new recovery codes. When a call fails, a toast is shown. */
const useFactorCalls = (show: (open: Open) => void) => {
  const i18n = useI18n();
  const api = useApi();
  const prove = useProve();
  const toast = useToast();
  const onError = (error: Error): void => toast({ tone: 'error', message: errorText(i18n, error) });
  const begin = useMutation({
    mutationFn: () => prove(() => api.call('beginSecondFactor', { body: enrolmentOf(window.location.hash) })),
    onSuccess: (begun) => show({ kind: 'setUp', ...begun }),
    onError,
  });
  const renew = useMutation({
    mutationFn: () => prove(() => api.call('renewRecoveryCodes', {})),
    onSuccess: (response) => show({ kind: 'codes', codes: response.recovery_codes }),
    onError,
  });
  return { begin, renew };
};

const Buttons = ({ factor, show }: { readonly factor: Factor; readonly show: (open: Open) => void }) => {
  const { t } = useI18n();
  const { begin, renew } = useFactorCalls(show);
  if (!factor.is_on)
    return (
      <div>
        <Button variant="primary" busy={begin.isPending} onClick={() => begin.mutate()}>
          {t('security.turnOn')}
        </Button>
      </div>
    );
  return (
    <div className="row">
      <Button busy={renew.isPending} onClick={() => renew.mutate()}>
        {t('security.renew')}
      </Button>
      {factor.has_authenticator ? (
        <Button onClick={() => show({ kind: 'turnOff' })}>
          {t(factor.passkeys === 0 ? 'security.turnOff' : 'security.removeAuthenticator')}
        </Button>
      ) : (
        <Button busy={begin.isPending} onClick={() => begin.mutate()}>
          {t('security.addAuthenticator')}
        </Button>
      )}
    </div>
  );
};

/** A restore of the installation ends all recovery codes, so a person can be without codes before the last one was used. */
const CodesLeft = ({ count }: { readonly count: number }) => {
  const { t } = useI18n();
  if (count === 0) return <Banner tone="warning">{t('security.codesNone')}</Banner>;
  return <p>{t('security.codesLeft', { count })}</p>;
};

export const FactorCard = () => {
  const { t } = useI18n();
  const api = useApi();
  const refresh = useFactorRefresh();
  const query = useQuery(secondFactorQuery(api));
  const factor = query.data;
  const hasFailed = useFailure(query) !== null;
  const [open, setOpen] = useState<Open>({ kind: 'nothing' });
  const close = (): void => {
    setOpen({ kind: 'nothing' });
    void refresh();
  };
  const chip =
    factor === undefined ? null : factor.is_on ? (
      <Chip tone="ok" icon="check">
        {t('security.factorOn')}
      </Chip>
    ) : (
      <Chip>{t('security.factorOff')}</Chip>
    );
  return (
    <Card title={t('security.factor')} end={chip}>
      <div className="card-body stack">
        <p className="muted">{t('security.factorText')}</p>
        {factor?.is_required === true ? <p>{t('security.factorRequired')}</p> : null}
        {hasFailed ? <Banner tone="warning">{t('security.factorFailed')}</Banner> : null}
        {factor === undefined && !hasFailed ? <Skeleton height={waitingHeight} /> : null}
        {factor?.is_on === true ? <CodesLeft count={factor.recovery_codes_left} /> : null}
        {factor === undefined ? null : <Buttons factor={factor} show={setOpen} />}
      </div>
      {open.kind === 'setUp' ? (
        <SetUpDialog
          secret={open.secret}
          uri={open.uri}
          onDone={(codes) => (codes.length === 0 ? close() : setOpen({ kind: 'codes', codes }))}
          onClose={close}
        />
      ) : null}
      {open.kind === 'codes' ? <RecoveryCodes codes={open.codes} onClose={close} /> : null}
      {open.kind === 'turnOff' ? <TurnOffDialog isLast={factor?.passkeys === 0} onClose={close} /> : null}
    </Card>
  );
};
