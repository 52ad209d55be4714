// The urgent dialog, which opens ten minutes before an account expires. It has an explanation, advice and a reload button.
import { useRef } from 'react';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Button } from '../../../ui/basics/button.tsx';
import { AlertBox } from '../../../ui/overlays/dialog.tsx';
import { HelpLink } from '../../../ui/basics/help-link.tsx';
import { withAccountName } from '../account-text.ts';

export type UrgentDialogProps = {
  /** The names of the urgent accounts, or null when only one account is linked. */
  readonly name: string | null;
  readonly minutes: number;
  readonly onLater: () => void;
  readonly onReload: () => void;
};

export const UrgentDialog = ({ name, minutes, onLater, onReload }: UrgentDialogProps) => {
  const t = useT();
  const later = useRef<HTMLButtonElement>(null);
  return (
    <AlertBox
      open
      onOpenChange={(open) => !open && onLater()}
      tone="warning"
      title={withAccountName(
        t,
        name,
        minutes > 0 ? t('connection.urgent.title', { count: minutes }) : t('connection.urgent.titleExpired'),
      )}
      sentence={t('connection.urgent.bots')}
      initialFocus={later}
      buttons={
        <>
          <Button ref={later} size="large" onClick={onLater}>
            {t('connection.urgent.later')}
          </Button>
          <Button size="large" variant="primary" icon="refresh" onClick={onReload}>
            {t('connection.urgent.reload')}
          </Button>
        </>
      }
    >
      <ol className="advice">
        <li>{t('connection.urgent.advice1')}</li>
        <li>{t('connection.urgent.advice2')}</li>
        <li>
          {t('connection.urgent.advice3')} <HelpLink to="support_url" />
        </li>
      </ol>
    </AlertBox>
  );
};
