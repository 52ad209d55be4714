// The cards of the exchange tab in their states: linked accounts, LBank, the connection panel and the WebSocket manager.
import type {
  ComprehensiveStatus,
  ExchangeAccountWire,
  KeyedAccount,
  LinkMetrics,
  MetricsResponse,
  ViewerStatus,
} from '@rondo/contract';
import { ConnectionPanel } from '../../features/connection/panel/connection-panel.tsx';
import { ViewerCard } from '../../features/connection/viewer/viewer-card.tsx';
import { TokenCard } from '../../features/connection/token-card.tsx';
import { LbankAccount } from '../../features/lbank/lbank-account.tsx';
import { LbankDialog } from '../../features/lbank/lbank-dialog.tsx';
import { LbankSection } from '../../features/lbank/lbank-section.tsx';
import { AccountCard } from '../../features/link/accounts/account-card.tsx';
import { AccountsSection } from '../../features/link/accounts/accounts-section.tsx';
import { RightsCard } from '../../features/link/accounts/rights-card.tsx';
import { fixedAccount, fixedBot, fixedStatus, fixedTime } from '../samples.ts';
import { Opener, type Specimen } from '../specimen.tsx';
import { failing, Responding, type Responses } from '../world.tsx';

/** An LBank account whose key was tested. */
export const fixedKeyedAccount: KeyedAccount = {
  id: 'lbank-1',
  exchange_id: 'lbank',
  exchange_name: 'LBank',
  account_name: 'Spot one',
  api_key: 'lb12****90yz',
  secret_key: null,
  is_testnet: false,
  permissions: { read: true, trade: true },
  tags: ['spot', 'slow'],
  description: 'Savings',
  status: 'connected',
  checked_at: fixedTime,
  offers_bots: false,
  created_at: fixedTime,
};

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
      lastUpdate: fixedTime,
    }}
    isRefreshing={false}
    onRefresh={() => undefined}
  />
);

const keyed = (change: Partial<KeyedAccount>) => (
  <LbankAccount account={{ ...fixedKeyedAccount, ...change }} onEdit={() => undefined} />
);

const lbank = (accounts: readonly KeyedAccount[], status: 'available' | 'coming_soon' = 'available'): Responses => ({
  exchanges: () => ({ exchanges: [{ id: 'lbank', name: 'LBank', status, offers_bots: false }] }),
  exchangeAccounts: () => ({ accounts: [...accounts] }),
});

const section = (responses: Responses) => (
  <Responding responses={responses}>
    <LbankSection />
  </Responding>
);

const lbankDialog = (account: KeyedAccount | null) => (
  <Opener>
    {(isOpen, setOpen) =>
      isOpen ? <LbankDialog account={account} exchangeId="lbank" onClose={() => setOpen(false)} /> : null
    }
  </Opener>
);

/** A status without a problem. */
export const healthyStatus: ComprehensiveStatus = {
  accountId: 'account-1',
  healthScore: 97,
  scoreParts: {
    key: { points: 35, of: 35 },
    socket: { points: 30, of: 30 },
    api: { points: 25, of: 25 },
    token: { points: 7, of: 10 },
  },
  fastApi: {
    connected: true,
    accountId: 'account-1',
    state: 'active',
    apiKeyInfo: { api_key: 'abcd****wxyz', perm: 'read_only,trade', ip: '' },
  },
  websocket: {
    connected: true,
    domain: 'www.okx.com',
    subscriptions: ['account', 'orders:SWAP'],
    uptimeSeconds: 93_600,
  },
  oauthToken: { state: 'ok', expiresInMinutes: 600, autoRefreshEnabled: true },
  lastUpdate: fixedTime,
};

const brokenStatus: ComprehensiveStatus = {
  ...healthyStatus,
  healthScore: 41,
  scoreParts: {
    key: { points: 0, of: 35 },
    socket: { points: 13, of: 30 },
    api: { points: 18, of: 25 },
    token: { points: 10, of: 10 },
  },
  fastApi: { connected: false, accountId: 'account-1', state: 'refused', apiKeyInfo: null },
  websocket: { connected: false, domain: 'www.okx.com', subscriptions: [], uptimeSeconds: 0 },
};

const metrics: LinkMetrics = {
  period: '1h',
  connectionUptime: 99.8,
  apiSuccess: 100,
  apiCallCount: 1_204,
  apiErrorCount: 0,
  avgApiResponseTime: 82,
  reconnectCount: 0,
  messageReceived: 5_310,
  messagesPerMinute: 88.5,
  since: fixedTime - 3_600_000,
};

const keyRefused: MetricsResponse['alerts'][number] = {
  level: 'critical',
  message_key: 'alerts.keyRefused',
  message: 'The exchange refuses the trading key. New entries stop until a new key is created.',
  parameters: {},
};
const reconnects: MetricsResponse['alerts'][number] = {
  level: 'warning',
  message_key: 'alerts.reconnects',
  message: 'The live connection was lost 4 times.',
  parameters: { count: '4' },
};

const unmeasured: LinkMetrics = { ...metrics, connectionUptime: null, apiSuccess: null, avgApiResponseTime: null };

const panel = (responses: Responses) => (
  <Responding responses={{ myBots: () => [fixedBot], ...responses }}>
    <ConnectionPanel
      chosen={{ accounts: [fixedAccount], account: fixedAccount, isKnown: true, choose: () => undefined }}
      accountId={fixedAccount.id}
    />
  </Responding>
);

const closedViewer: ViewerStatus = {
  connected: false,
  authenticated: false,
  connecting: false,
  accountId: null,
  termId: null,
  domain: null,
  reconnectAttempts: 0,
  subscriptions: [],
  lastConnectedAt: null,
  uptimeSeconds: 0,
  messages: [],
  error: null,
};

const viewer = (change: Partial<ViewerStatus>) => (
  <Responding responses={{ socketStatus: () => ({ ...closedViewer, ...change }) }}>
    <ViewerCard accountId={fixedAccount.id} nameOf={() => fixedAccount.name} />
  </Responding>
);

const accounts = (responses: Responses) => (
  <Responding responses={{ myBots: () => [fixedBot], ...responses }}>
    <AccountsSection onAsk={() => undefined} />
  </Responding>
);

export const venueCards: readonly Specimen[] = [
  {
    name: 'AccountCard',
    states: {
      active: account(),
      refused: account({ key_state: 'refused' }),
      'may withdraw': account({ permissions: ['read_only', 'trade', 'withdraw'] }),
      'without a key': account({ key_state: 'none' }),
      expired: account({ is_expired: true, expires_at: fixedTime / 1_000 }),
    },
  },
  {
    name: 'RightsCard',
    states: {
      'read and trade': <RightsCard accounts={[fixedAccount]} />,
      'may withdraw': <RightsCard accounts={[{ ...fixedAccount, permissions: ['read_only', 'trade', 'withdraw'] }]} />,
      'without an account': <RightsCard accounts={[]} />,
    },
  },
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
    name: 'AccountsSection',
    states: {
      linked: accounts({
        oauthStatus: () => ({
          ...fixedStatus,
          accounts: [{ ...fixedAccount, expires_at: 4_102_444_800, minutes_left: 600, has_auto_refresh: true }],
        }),
      }),
      'by key alone': accounts({ oauthStatus: () => fixedStatus }),
      none: accounts({ oauthStatus: () => ({ ...fixedStatus, connected: false, accounts: [] }) }),
      loading: accounts({}),
    },
  },
  {
    name: 'LbankAccount',
    states: {
      connected: keyed({}),
      'failed test': keyed({ status: 'failed', permissions: { read: true, trade: false }, tags: [] }),
      unchecked: keyed({ status: 'unchecked', checked_at: null, description: '' }),
      testnet: keyed({ is_testnet: true, permissions: { read: false, trade: false } }),
    },
  },
  {
    name: 'LbankSection',
    states: {
      linked: section(lbank([fixedKeyedAccount])),
      none: section(lbank([])),
      'coming soon': section(lbank([], 'coming_soon')),
      loading: section({}),
      failed: section({ ...lbank([]), exchangeAccounts: failing(500) }),
    },
  },
  { name: 'LbankDialog', states: { link: lbankDialog(null), edit: lbankDialog(fixedKeyedAccount) } },
  {
    name: 'ConnectionPanel',
    states: {
      healthy: panel({
        comprehensiveStatus: () => healthyStatus,
        metrics: () => ({ metrics, alerts: [] }),
      }),
      broken: panel({
        comprehensiveStatus: () => brokenStatus,
        metrics: () => ({
          metrics: { ...metrics, connectionUptime: 61.2, apiSuccess: 74, reconnectCount: 4 },
          alerts: [keyRefused, reconnects],
        }),
      }),
      unmeasured: panel({
        comprehensiveStatus: () => ({ ...healthyStatus, healthScore: null, scoreParts: null }),
        metrics: () => ({ metrics: unmeasured, alerts: [] }),
      }),
      loading: panel({}),
      failed: panel({ comprehensiveStatus: failing(503), metrics: failing(503) }),
    },
  },
  {
    name: 'ViewerCard',
    states: {
      closed: viewer({}),
      connecting: viewer({ connecting: true, accountId: 'account-1', reconnectAttempts: 2 }),
      connected: viewer({
        connected: true,
        authenticated: true,
        accountId: 'account-1',
        domain: 'www.okx.com',
        subscriptions: ['account'],
        lastConnectedAt: fixedTime,
        uptimeSeconds: 3_600,
        messages: [{ at: fixedTime, channel: 'account', event: 'update', rows: 1 }],
      }),
      failed: viewer({ error: { code: 'OKX_UNREACHABLE', message: 'The exchange cannot be reached.' } }),
    },
  },
];
