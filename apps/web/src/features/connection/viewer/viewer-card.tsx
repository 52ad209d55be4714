// The WebSocket manager: the user's own connection to the exchange, for diagnosis. It does not affect the connection of the bots.
import { useState } from 'react';
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { viewerInstTypes, type ViewerChannel, type ViewerStatus } from '@rondo/contract';
import { useApi } from '../../../api/calls/api-context.tsx';
import { codeText, errorText } from '../../../api/texts/error-text.ts';
import { viewerSocketQuery } from '../../../api/queries/queries.ts';
import { queryKeys } from '../../../api/queries/query-keys.ts';
import { useI18n } from '../../../i18n/i18n-context.tsx';
import { unknownText } from '../../../lib/numbers/format.ts';
import { durationText } from '../../../lib/numbers/duration-text.ts';
import { useFormat } from '../../../lib/numbers/use-format.ts';
import { wait } from '../../../lib/page/wait.ts';
import { Banner } from '../../../ui/basics/banner.tsx';
import { Button, IconButton } from '../../../ui/basics/button.tsx';
import { Chip } from '../../../ui/figures/chip.tsx';
import { Segmented } from '../../../ui/fields/segmented.tsx';
import { Pairs } from '../../../ui/figures/stat.tsx';
import { socketStatusOf, type SocketStatus } from '../panel/panel-facts.ts';
import { channelOf, connectViewer, subscribeViewer, subscriptionOf } from './viewer-commands.ts';
import { ViewerLog } from './viewer-log.tsx';
import '../connection.css';

const secondMs = 1_000;
const defaultChannels: readonly ViewerChannel[] = ['account'];
const channels: readonly ViewerChannel[] = ['account', 'orders', 'balance', 'positions'];

const isChannel = (text: string): text is ViewerChannel => Object.hasOwn(viewerInstTypes, text);

/** Runs one command at a time and fetches the status after each command. */
const useViewer = (accountId: string) => {
  const api = useApi();
  const queries = useQueryClient();
  const command = useMutation({
    mutationFn: (action: () => Promise<unknown>) => action(),
    onSettled: () => queries.invalidateQueries({ queryKey: queryKeys.viewerSocket }),
  });
  return {
    command,
    connect: () => command.mutate(() => connectViewer({ call: api.call, wait }, accountId, defaultChannels)),
    disconnect: () => command.mutate(() => api.call('socketDisconnect', {})),
    subscribe: (channel: ViewerChannel) => command.mutate(() => subscribeViewer({ call: api.call, wait }, channel)),
    unsubscribe: (channel: ViewerChannel) =>
      command.mutate(() => api.call('socketUnsubscribe', { body: subscriptionOf(channel) })),
  };
};

type SubscriptionsProps = {
  readonly status: ViewerStatus | undefined;
  readonly isBusy: boolean;
  readonly onSubscribe: (channel: ViewerChannel) => void;
  readonly onUnsubscribe: (channel: ViewerChannel) => void;
};

const Subscriptions = ({ status, isBusy, onSubscribe, onUnsubscribe }: SubscriptionsProps) => {
  const { t } = useI18n();
  const [chosen, setChosen] = useState<ViewerChannel>('account');
  const isConnected = status?.connected === true;
  const watched = (status?.subscriptions ?? []).map(channelOf).filter(isChannel);
  return (
    <div className="stack">
      <h3>{t('connection.subscriptions')}</h3>
      <ul className="row subscriptions">
        {watched.length === 0 ? <li className="muted">{t('common.none')}</li> : null}
        {watched.map((channel) => (
          <li key={channel} className="subscription">
            {t(`connection.channel.${channel}`)}
            <IconButton
              icon="close"
              label={t('connection.unsubscribe', { channel: t(`connection.channel.${channel}`) })}
              disabled={isBusy}
              onClick={() => onUnsubscribe(channel)}
            />
          </li>
        ))}
      </ul>
      <Segmented
        size="small"
        wide
        label={t('connection.channel')}
        value={chosen}
        options={channels.map((channel) => ({ value: channel, label: t(`connection.channel.${channel}`) }))}
        onChange={setChosen}
      />
      <div className="row">
        <Button
          size="small"
          icon="plus"
          busy={isBusy}
          disabled={!isConnected || watched.includes(chosen)}
          onClick={() => onSubscribe(chosen)}
        >
          {t('connection.subscribe')}
        </Button>
        {isConnected ? null : <span className="muted small">{t('connection.connectFirst')}</span>}
      </div>
    </div>
  );
};

const tones: Readonly<Record<SocketStatus, 'ok' | 'warning' | 'neutral'>> = {
  authenticated: 'ok',
  connected: 'warning',
  connecting: 'warning',
  disconnected: 'neutral',
};

type ViewerFactsProps = { readonly status: ViewerStatus | undefined; readonly accountName: string };

const ViewerFacts = ({ status, accountName }: ViewerFactsProps) => {
  const { t } = useI18n();
  const format = useFormat();
  const socketStatus = socketStatusOf(status);
  const connectedAt = status?.lastConnectedAt ?? null;
  return (
    <Pairs
      pairs={[
        {
          label: t('connection.state'),
          value: (
            <Chip tone={tones[socketStatus]} icon={socketStatus === 'authenticated' ? 'check' : 'dot'}>
              {t(`connection.socket.${socketStatus}`)}
            </Chip>
          ),
        },
        { label: t('connection.accountId'), value: accountName },
        { label: t('connection.site'), value: status?.domain ?? unknownText },
        { label: t('connection.attempts'), value: status === undefined ? unknownText : status.reconnectAttempts },
        {
          label: t('connection.lastConnected'),
          value: connectedAt === null ? unknownText : format.dateTime(connectedAt),
        },
        {
          label: t('connection.uptime'),
          value: status?.connected === true ? durationText(t, status.uptimeSeconds * secondMs) : unknownText,
        },
      ]}
    />
  );
};

export type ViewerCardProps = {
  readonly accountId: string;
  /** Returns the name of an account, or undefined when the account is not linked. */
  readonly nameOf: (accountId: string) => string | undefined;
};

export const ViewerCard = ({ accountId, nameOf }: ViewerCardProps) => {
  const i18n = useI18n();
  const { t } = i18n;
  const status = useQuery(viewerSocketQuery(useApi())).data;
  const { command, connect, disconnect, subscribe, unsubscribe } = useViewer(accountId);
  const socketStatus = socketStatusOf(status);
  const failure = status?.error ?? null;
  const isOff = socketStatus === 'disconnected';
  const watched = isOff ? accountId : (status?.accountId ?? accountId);
  const watchedName = nameOf(watched) ?? unknownText;
  return (
    <details className="card viewer-card">
      <summary className="between">
        <h2>{t('connection.manager')}</h2>
        <span className="muted small">{t(`connection.socket.${socketStatus}`)}</span>
      </summary>
      <div className="card-body stack">
        <p className="muted small">{t('connection.managerText')}</p>
        {command.isError ? (
          <Banner tone="warning" role="alert">
            {errorText(i18n, command.error)}
          </Banner>
        ) : null}
        {failure === null ? null : <Banner tone="warning">{codeText(i18n, failure)}</Banner>}
        {watched === accountId ? null : (
          <Banner tone="warning">{t('connection.otherAccount', { name: watchedName })}</Banner>
        )}
        <ViewerFacts status={status} accountName={watchedName} />
        <div className="row">
          <Button size="small" busy={command.isPending} disabled={!isOff} onClick={connect}>
            {t('connection.connect')}
          </Button>
          <Button size="small" disabled={command.isPending || isOff} onClick={disconnect}>
            {t('connection.disconnect')}
          </Button>
        </div>
        <Subscriptions status={status} isBusy={command.isPending} onSubscribe={subscribe} onUnsubscribe={unsubscribe} />
        <ViewerLog messages={status?.messages ?? []} />
      </div>
    </details>
  );
};
