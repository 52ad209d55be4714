// The connection from this browser to the engine and from the engine to the exchange, as a chain. A broken part is dashed and has a label.
import type { ReactNode } from 'react';
import { useT } from '../../../i18n/i18n-context.tsx';
import { Icon, type IconName } from '../../../ui/basics/icon.tsx';

export type ChainProps = {
  readonly isOnline: boolean;
  /** True when the server responded to the last request. */
  readonly isServerReachable: boolean;
  readonly isExchangeReachable: boolean;
  readonly isSignedIn: boolean;
  readonly runningBots: number;
  /** The latency in ms between this browser and the server, and between the server and the exchange. It is null when it is unknown. */
  readonly serverMs: number | null;
  readonly exchangeMs: number | null;
};

const Node = ({ icon, name, note }: { readonly icon: IconName; readonly name: string; readonly note: ReactNode }) => (
  <li className="chain-node">
    <span className="chain-icon">
      <Icon name={icon} />
    </span>
    <span>
      <strong>{name}</strong>
      <span className="chain-note">{note}</span>
    </span>
  </li>
);

const Wire = ({ isWhole, ms }: { readonly isWhole: boolean; readonly ms: number | null }) => {
  const t = useT();
  const text = ms === null ? t('connection.live') : t('connection.liveMs', { ms: Math.round(ms) });
  return (
    <li className="chain-wire" data-whole={isWhole}>
      <span>{isWhole ? text : t('connection.broken')}</span>
    </li>
  );
};

export const ConnectionChain = (props: ChainProps) => {
  const t = useT();
  const isServerThere = props.isOnline && props.isServerReachable;
  const isExchangeThere = isServerThere && props.isExchangeReachable;
  return (
    <ol className="chain" aria-label={t('connection.chain')}>
      <Node
        icon="table"
        name={t('shell.health.browser')}
        note={t(props.isOnline ? 'connection.online' : 'shell.health.offline')}
      />
      <Wire isWhole={isServerThere} ms={props.serverMs} />
      <Node
        icon="pulse"
        name={t('connection.engine')}
        note={isServerThere ? t('connection.botsRunning', { count: props.runningBots }) : t('connection.noAnswer')}
      />
      <Wire isWhole={isExchangeThere} ms={props.exchangeMs} />
      <Node
        icon="exchange"
        name="OKX"
        note={t(
          isExchangeThere
            ? props.isSignedIn
              ? 'connection.signedIn'
              : 'connection.notSignedIn'
            : 'connection.noAnswer',
        )}
      />
    </ol>
  );
};
