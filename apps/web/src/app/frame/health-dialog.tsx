// The dialog of the health button: the trading keys with a problem and the bots on hold, each with what to do and where, and the state of each part of the connection.
import { Link } from 'react-router';
import type { RouteResponse } from '../../api/calls/client.ts';
import { healthPartText } from '../../api/texts/health-part.ts';
import { ExchangeLink } from '../../features/bots/card/banners/key-banner.tsx';
import { holdAdvice, holdCause, keyText } from '../../features/bots/card/banners/hold-text.ts';
import { TextsOf, useT } from '../../i18n/i18n-context.tsx';
import { useFormat } from '../../lib/numbers/use-format.ts';
import { paths } from '../../paths.ts';
import { Banner } from '../../ui/basics/banner.tsx';
import { Button } from '../../ui/basics/button.tsx';
import { Pairs } from '../../ui/figures/stat.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import type { Attention } from './attention.ts';

export type HealthDialogProps = {
  readonly isOpen: boolean;
  readonly onOpenChange: (isOpen: boolean) => void;
  readonly title: string;
  readonly isOnline: boolean;
  readonly isServerReady: boolean;
  readonly parts: RouteResponse<'health'>['parts'];
  readonly attention: Attention;
};

type ProblemsProps = { readonly attention: Attention; readonly onLeave: () => void };

const Problems = ({ attention: { keys, bots }, onLeave }: ProblemsProps) => {
  const t = useT();
  const format = useFormat();
  return (
    <>
      {keys.map(({ id, name, problem }) => (
        <Banner key={id} tone="danger" title={name} action={<ExchangeLink onClick={onLeave} />}>
          {keyText(t, format, problem)}
        </Banner>
      ))}
      {bots.map(({ id, title, holds }) => (
        <Banner
          key={id}
          tone="warning"
          title={title}
          action={
            <Link to={paths.bots} onClick={onLeave}>
              {t('shell.tab.bots')}
            </Link>
          }
        >
          {format.sentences(holds.flatMap((hold) => [holdCause(t, hold), holdAdvice(t, hold)]))}
        </Banner>
      ))}
    </>
  );
};

export const HealthDialog = ({ isOpen, onOpenChange, title, isOnline, isServerReady, ...rest }: HealthDialogProps) => {
  const t = useT();
  const close = (): void => onOpenChange(false);
  const state = (isReady: boolean): string => t(isReady ? 'shell.health.part.ok' : 'shell.health.part.bad');
  const parts = Object.entries(rest.parts).map(([name, part]) => ({
    label: healthPartText(t, name),
    value: state(part.ready),
  }));
  return (
    <TextsOf part="banners">
      <Dialog
        open={isOpen}
        onOpenChange={onOpenChange}
        title={title}
        buttons={
          <Button size="large" onClick={close}>
            {t('common.close')}
          </Button>
        }
      >
        <div className="stack">
          <Problems attention={rest.attention} onLeave={close} />
          <Pairs
            framed
            pairs={[
              { label: t('shell.health.browser'), value: state(isOnline) },
              { label: t('shell.health.server'), value: state(isServerReady) },
              ...parts,
            ]}
          />
        </div>
      </Dialog>
    </TextsOf>
  );
};
