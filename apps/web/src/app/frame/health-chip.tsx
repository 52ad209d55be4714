// The health button: one word for the state of this browser, the server, the trading keys and the bots, and a dialog with details.
import { Suspense, useState } from 'react';
import { useQuery } from '@tanstack/react-query';
import { useApi } from '../../api/calls/api-context.tsx';
import { intervals } from '../../api/queries/intervals.ts';
import { healthQuery, myBotsQuery, oauthStatusQuery } from '../../api/queries/queries.ts';
import { useFailure } from '../../api/queries/use-failure.ts';
import { useT } from '../../i18n/i18n-context.tsx';
import { lazyComponent } from '../../lib/page/lazy-component.ts';
import { useIdle } from '../../lib/page/use-idle.ts';
import { useOnline } from '../../lib/page/use-online.ts';
import { Icon } from '../../ui/basics/icon.tsx';
import { badKeysOf, heldBotsOf, type Attention } from './attention.ts';

/** The code of the dialog is loaded with the first click. */
const HealthDialog = lazyComponent(async () => (await import('./health-dialog.tsx')).HealthDialog);

type HealthWord = 'connected' | 'attention' | 'check' | 'offline' | 'checking';

/** Returns the word that the chip shows. A lost connection is more urgent than a key or a hold, because their data may then be old. */
const healthWord = (state: {
  readonly isOnline: boolean;
  readonly ready: boolean | undefined;
  readonly hasFailed: boolean;
  readonly attention: Attention;
}): HealthWord => {
  if (!state.isOnline) return 'offline';
  if (state.hasFailed || state.ready === false) return 'check';
  if (state.attention.keys.length > 0 || state.attention.bots.length > 0) return 'attention';
  return state.ready === undefined ? 'checking' : 'connected';
};

/** The connection monitor polls the accounts. The feed sends the changes of the bots, so they are polled less often than on the bots tab. */
const useAttention = (): Attention => {
  const api = useApi();
  const accounts = useQuery(oauthStatusQuery(api)).data?.accounts ?? [];
  const bots = useQuery({ ...myBotsQuery(api), select: heldBotsOf, refetchInterval: intervals.profileMs }).data ?? [];
  return { keys: badKeysOf(accounts), bots };
};

export const HealthChip = () => {
  const t = useT();
  const [isOpen, setOpen] = useState(false);
  const [wasOpened, setOpened] = useState(false);
  const isOnline = useOnline();
  const health = useQuery({ ...healthQuery(useApi()), enabled: useIdle() });
  const attention = useAttention();
  const word = healthWord({
    isOnline,
    ready: health.data?.ready,
    hasFailed: useFailure(health) !== null,
    attention,
  });
  const text = t(`shell.health.${word}`);
  return (
    <>
      <button
        type="button"
        className="health-chip"
        data-word={word}
        onClick={() => {
          setOpen(true);
          setOpened(true);
        }}
      >
        <Icon name={word === 'connected' || word === 'checking' ? 'pulse' : 'warning'} />
        {text}
      </button>
      {wasOpened ? (
        <Suspense fallback={null}>
          <HealthDialog
            isOpen={isOpen}
            onOpenChange={setOpen}
            title={text}
            isOnline={isOnline}
            isServerReady={health.isSuccess}
            parts={health.data?.parts ?? {}}
            attention={attention}
          />
        </Suspense>
      ) : null}
    </>
  );
};
