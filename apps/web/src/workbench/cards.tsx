// Cards of the product in their states: a bot, its margin and stops, a linked account, log-in and sign-up.
import { useReducer } from 'react';
import type { BotWire, ComprehensiveStatus, ExchangeAccountWire, MarginResponse } from '@rondo/contract';
import { LoginCard } from '../features/auth/login-card.tsx';
import { PendingApproval } from '../features/auth/pending-approval.tsx';
import { RegisterCard } from '../features/auth/register-card.tsx';
import { BotsTable } from '../features/bots/bots-table.tsx';
import { BotCard } from '../features/bots/card/bot-card.tsx';
import { RoundCard } from '../features/bots/card/round-card.tsx';
import { MarginCard, ShortMarginNotice } from '../features/bots/margin-card.tsx';
import { StopDialogs } from '../features/bots/stop/stop-dialogs.tsx';
import { StopProgress } from '../features/bots/stop/stop-progress.tsx';
import { idleStop, stepStop, type StopKind, type StopState } from '../features/bots/stop/stop-command.ts';
import type { StopCommand } from '../features/bots/stop/use-stop-command.ts';
import { TokenCard } from '../features/connection/token-card.tsx';
import { AccountCard } from '../features/link/accounts/account-card.tsx';
import { RightsCard } from '../features/link/accounts/rights-card.tsx';
import { ConsentCard } from '../features/security/consent-card.tsx';
import { PasswordCard } from '../features/security/password-card.tsx';
import { Button } from '../ui/basics/button.tsx';
import { ReviewSample } from './review-sample.tsx';
import { fixedAccount, fixedBot, fixedInstrument, fixedMargin } from './samples.ts';
import { Opener, type Specimen } from './specimen.tsx';

const receivedAt = Date.UTC(2026, 2, 2, 12);
const bot = (change: Partial<BotWire> = {}) => (
  <BotCard bot={{ ...fixedBot, ...change }} receivedAt={receivedAt} instrument={fixedInstrument} />
);

const margin = (change: Partial<MarginResponse> | null, hasFailed = false) => (
  <MarginCard
    margin={change === null ? undefined : { ...fixedMargin, ...change }}
    bots={[fixedBot]}
    isLive={!hasFailed}
    hasFailed={hasFailed}
  />
);

const account = (change: Partial<ExchangeAccountWire> = {}) => (
  <AccountCard account={{ ...fixedAccount, ...change }} bots={[fixedBot]} onAsk={() => undefined} />
);

const token = (state: ComprehensiveStatus['oauthToken']['state'], minutes: number | null) => (
  <TokenCard
    status={{
      accountId: 'account-1',
      healthScore: 90,
      scoreParts: null,
      fastApi: { connected: true, accountId: 'account-1', state: 'active', apiKeyInfo: null },
      websocket: { connected: true, domain: 'www.okx.com', subscriptions: [], uptimeSeconds: 60 },
      oauthToken: { state, expiresInMinutes: minutes, autoRefreshEnabled: false },
      lastUpdate: receivedAt,
    }}
    isRefreshing={false}
    onRefresh={() => undefined}
  />
);

/** A stop command that nobody sends: its buttons only move its state. */
const useFixedCommand = (initial: StopState): StopCommand => {
  const [state, dispatch] = useReducer(stepStop, initial);
  return {
    state,
    choose: (stop: StopKind) => dispatch({ kind: 'choose', stop }),
    cancel: () => dispatch({ kind: 'cancel' }),
    confirm: () => dispatch({ kind: 'send' }),
    retry: () => dispatch({ kind: 'retry' }),
    setLast: () => undefined,
  };
};

const StopSample = ({ stop }: { readonly stop: StopKind }) => {
  const command = useFixedCommand(idleStop);
  return (
    <>
      <Button onClick={() => command.choose(stop)}>Open</Button>
      <StopDialogs bot={fixedBot} markedAt={null} command={command} baseSize="0.737" instrument={fixedInstrument} />
    </>
  );
};

const ProgressSample = ({ state }: { readonly state: StopState }) => (
  <StopProgress bot={fixedBot} command={useFixedCommand(state)} />
);

const botCards: readonly Specimen[] = [
  {
    name: 'BotCard',
    states: {
      running: bot(),
      'near liquidation': bot({ mark_price: '700' }),
      'last round': bot({ is_last: true }),
      stopping: bot({ phase: 'stopping' }),
      error: bot({ phase: 'error' }),
      'without a position': bot({ entry_price: null, position_size: '0', unrealised_pnl: null, current_step: 0 }),
    },
  },
  {
    name: 'BotsTable',
    states: { three: <BotsTable bots={[fixedBot, { ...fixedBot, id: 'bot-2', direction: 'SHORT' }]} /> },
  },
  { name: 'RoundCard', states: { running: <RoundCard bot={fixedBot} instrument={fixedInstrument} /> } },
  {
    name: 'MarginCard',
    states: {
      live: margin({}),
      loading: margin(null),
      failed: margin(null, true),
      negative: margin({ available: '-12.5' }),
    },
  },
  { name: 'ShortMarginNotice', states: { short: <ShortMarginNotice margin={fixedMargin} /> } },
  { name: 'StopDialogs', states: { close: <StopSample stop="close" />, keep: <StopSample stop="keep" /> } },
  {
    name: 'StopProgress',
    states: {
      sending: <ProgressSample state={{ kind: 'sending', stop: 'close' }} />,
      slow: <ProgressSample state={{ kind: 'slow', stop: 'close', at: receivedAt }} />,
      failed: <ProgressSample state={{ kind: 'failed', stop: 'close', reason: 'No connection.' }} />,
    },
  },
  {
    name: 'ReviewDialog',
    states: {
      ready: <ReviewSample />,
      'first bot': <ReviewSample isFirstBot />,
      blocked: <ReviewSample blocked="No price of ETH-USDT-SWAP." />,
    },
  },
];

const personCards: readonly Specimen[] = [
  {
    name: 'AccountCard',
    states: {
      active: account(),
      refused: account({ key_state: 'refused' }),
      'without a key': account({ key_state: 'none' }),
      expired: account({ is_expired: true, expires_at: receivedAt / 1_000 }),
    },
  },
  { name: 'RightsCard', states: { plain: <RightsCard /> } },
  {
    name: 'TokenCard',
    states: {
      normal: token('ok', 600),
      warning: token('warning', 25),
      critical: token('critical', 8),
      expired: token('expired', 0),
      none: token('none', null),
    },
  },
  {
    name: 'LoginCard',
    states: {
      open: (
        <Opener>
          {(isOpen, setOpen) => (
            <LoginCard isOpen={isOpen} onClose={() => setOpen(false)} returnTo={{ current: null }} />
          )}
        </Opener>
      ),
    },
  },
  { name: 'RegisterCard', states: { empty: <RegisterCard invitation="111111" /> } },
  { name: 'PendingApproval', states: { waiting: <PendingApproval /> } },
  { name: 'PasswordCard', states: { plain: <PasswordCard /> } },
  { name: 'ConsentCard', states: { loading: <ConsentCard /> } },
];

export const cards: readonly Specimen[] = [...botCards, ...personCards];
