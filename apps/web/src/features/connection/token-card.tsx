// The exchange log-in token: its status, its remaining time, and the renewal button.
import type { ComprehensiveStatus } from '@rondo/contract';
import { useT } from '../../i18n/i18n-context.tsx';
import { durationText } from '../../lib/numbers/duration-text.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Chip, type ChipTone } from '../../ui/figures/chip.tsx';
import { TermTip } from '../../ui/overlays/term-tip.tsx';
import { tokenStatusOf, type TokenStatus } from './panel/panel-facts.ts';

const minuteMs = 60_000;

const tones: Readonly<Record<TokenStatus, ChipTone>> = {
  checking: 'neutral',
  none: 'neutral',
  normal: 'ok',
  warning: 'warning',
  critical: 'danger',
  expired: 'danger',
};

export type TokenCardProps = {
  readonly status: ComprehensiveStatus | undefined;
  readonly isRefreshing: boolean;
  readonly onRefresh: (accountId: string) => void;
};

export const TokenCard = ({ status, isRefreshing, onRefresh }: TokenCardProps) => {
  const t = useT();
  const tokenStatus = tokenStatusOf(status);
  const minutes = status?.oauthToken.expiresInMinutes ?? null;
  const accountId = status?.accountId ?? null;
  const needsRenewal = tokenStatus === 'warning' || tokenStatus === 'critical' || tokenStatus === 'expired';
  return (
    <section className="token-card" data-level={tokenStatus} aria-label={t('connection.token')}>
      <div className="between">
        <h3>
          {t('connection.token')}
          <TermTip term="loginToken" label={t('connection.token')} />
        </h3>
        <Chip tone={tones[tokenStatus]} {...(needsRenewal ? { icon: 'warning' as const } : {})}>
          {t(`connection.token.${tokenStatus}`)}
        </Chip>
      </div>
      {minutes === null || tokenStatus === 'expired' ? null : (
        <p className="token-left figures">{t('connection.tokenLeft', { span: durationText(t, minutes * minuteMs) })}</p>
      )}
      <p className="muted small">
        {t(
          tokenStatus === 'none'
            ? 'connection.tokenNone'
            : status?.oauthToken.autoRefreshEnabled === true
              ? 'connection.tokenRenews'
              : 'connection.tokenManual',
        )}
      </p>
      {needsRenewal && accountId !== null ? (
        <div>
          <Button size="small" icon="refresh" busy={isRefreshing} onClick={() => onRefresh(accountId)}>
            {t('connection.renewNow')}
          </Button>
        </div>
      ) : null}
    </section>
  );
};
