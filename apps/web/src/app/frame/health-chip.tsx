// The health button: one word for the state of this browser, the server and its parts, and a dialog with details.
import { useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { healthPartText } from '../../api/texts/health-part.ts';
import { healthQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { useOnline } from '../../lib/page/use-online.ts';
import { Button } from '../../ui/basics/button.tsx';
import { Dialog } from '../../ui/overlays/dialog.tsx';
import { Icon } from '../../ui/basics/icon.tsx';
import { Pairs } from '../../ui/figures/stat.tsx';

type HealthWord = 'connected' | 'check' | 'offline' | 'checking';

/** Returns the word that the chip shows. */
export const healthWord = (state: {
  readonly isOnline: boolean;
  readonly ready: boolean | undefined;
  readonly hasFailed: boolean;
}): HealthWord => {
  if (!state.isOnline) return 'offline';
  if (state.hasFailed || state.ready === false) return 'check';
  return state.ready === undefined ? 'checking' : 'connected';
};

export const HealthChip = () => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const isOnline = useOnline();
  const health = useQuery(healthQuery(useApi()));
  const word = healthWord({ isOnline, ready: health.data?.ready, hasFailed: useFailure(health) !== null });
  const state = (isReady: boolean): string => t(isReady ? 'shell.health.part.ok' : 'shell.health.part.bad');
  const parts = Object.entries(health.data?.parts ?? {}).map(([name, part]) => ({
    label: healthPartText(t, name),
    value: state(part.ready),
  }));
  const text = t(`shell.health.${word}`);
  return (
    <>
      <button type="button" className="health-chip" data-word={word} onClick={() => setOpen(true)}>
        <Icon name={word === 'connected' || word === 'checking' ? 'pulse' : 'warning'} />
        {text}
      </button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={text}
        buttons={
          <Button size="large" onClick={() => setOpen(false)}>
            {t('common.close')}
          </Button>
        }
      >
        <Pairs
          framed
          pairs={[
            { label: t('shell.health.browser'), value: state(isOnline) },
            { label: t('shell.health.server'), value: state(health.isSuccess) },
            ...parts,
          ]}
        />
      </Dialog>
    </>
  );
};
