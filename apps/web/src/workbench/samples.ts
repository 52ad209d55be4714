// Fixed data for the workbench and the component tests: one instrument, one running bot, its margin and its account.
import type {
  BotDetailResponse,
  BotFillWire,
  BotWire,
  ExchangeAccountWire,
  ForeignPositionWire,
  InstrumentWire,
  MarginResponse,
  OauthStatus,
  UserResponse,
} from '@rondo/contract';
import type { StoredUser } from '../lib/storage/storage.ts';

/** The time of the fixed data, in epoch ms. */
export const fixedTime = Date.UTC(2026, 2, 2, 12);

export const fixedInstrument: InstrumentWire = {
  instId: 'ETH-USDT-SWAP',
  baseCcy: 'ETH',
  quoteCcy: 'USDT',
  settleCcy: 'USDT',
  state: 'live',
  ends_at: null,
  tickSz: '0.01',
  lotSz: '0.01',
  minSz: '0.01',
  ctVal: '0.1',
  maxLmtSz: '100000000',
  maxMktSz: '90000',
  lever: '100',
  maker_fee: '0.0002',
  taker_fee: '0.0005',
  tiers: [{ max_size: null, mmr: '0.004', max_leverage: '100' }],
};

/** A bot with two of four steps filled. */
export const fixedBot: BotWire = {
  id: 'bot-1',
  title: 'ETH long 40%',
  symbol: 'ETH-USDT-SWAP',
  direction: 'LONG',
  leverage: 10,
  martin_steps: 4,
  cyclic_steps: 1,
  created_at: '2026-03-01T09:00:00.000Z',
  size_ratio: 0.5,
  basic: {
    symbol: 'ETH-USDT-SWAP',
    direction: 'long',
    leverage: 10,
    margin_type: 'cross',
    max_total_size: '10000',
    auto_reentry: { enabled: true, budget_type: 'percentage', compound: true },
  },
  entry: {
    type: 'market',
    count: 4,
    step_distance: 1.3333,
    cycle_credit: 50,
    data: [
      ['3412.55', '1250', '3.66', null, '6.2'],
      ['3367.04', '1250', '3.71', '680.18', '12.4'],
      ['3322.15', '2500', '7.52', '2022.4', '24.9'],
      ['3277.85', '5000', '15.25', '2665.45', '49.8'],
    ].map(([price, amount, size, liquidation, profit], index) => ({
      step: index + 1,
      price: price ?? '0',
      amount: amount ?? '0',
      size: size ?? '0',
      type: index === 0 ? 'market' : 'limit',
      cyclic: index === 3,
      liquidation_price: liquidation ?? null,
      expected_pnl: profit ?? '0',
    })),
    risk_management: { enabled: true, step: 1 },
  },
  exit: { take_profit: 0.5, stop_loss: { enabled: false, value: 0, on_bot_end: false } },
  metadata: { name: 'ETH long 40%', description: '' },
  account_id: 'account-1',
  status: 'active',
  phase: 'running',
  holds: [],
  is_last: false,
  round: 3,
  cycles: 2,
  current_step: 2,
  filled_steps: [1, 2],
  skipped_steps: [],
  allocation: '2000',
  reserved_margin: '2000',
  entry_price: '3389.64',
  mark_price: '3371.2',
  position_size: '7.37',
  dust_size: '0',
  trading: { state: 'live', ends_at: null },
  entry_wait: null,
  liquidation_price: '680.18',
  take_profit_price: '3406.59',
  next_moves: [
    {
      kind: 'baseExit',
      step: 0,
      side: 'sell',
      price: '3406.59',
      size: '7.37',
      net_pnl: '11.48',
      exit_after: null,
      liquidation_after: null,
    },
    {
      kind: 'entry',
      step: 3,
      side: 'buy',
      price: '3322.15',
      size: '7.52',
      net_pnl: null,
      exit_after: '3372.25',
      liquidation_after: '2022.4',
    },
    {
      kind: 'entry',
      step: 4,
      side: 'buy',
      price: '3277.85',
      size: '15.25',
      net_pnl: null,
      exit_after: '3294.24',
      liquidation_after: '2665.45',
    },
  ],
  realised_pnl: '41.2',
  unrealised_pnl: '-13.59',
  current_pnl: '27.61',
  pnl_percentage: 1.38,
  end_reason: null,
  updated_at: '2026-03-02T12:00:00.000Z',
  ended_at: null,
  simulated: true,
  logs: [],
};

const hourMs = 3_600_000;

/** Returns a fill of the running round of `fixedBot`, so many hours before `fixedTime`. */
const fixedFill = (
  hoursAgo: number,
  { kind, step, price }: Pick<BotFillWire, 'kind' | 'step' | 'price'>,
): BotFillWire => ({
  fill_id: `fill-${hoursAgo}`,
  order_id: `order-${hoursAgo}`,
  client_id: `client-${hoursAgo}`,
  round: fixedBot.round,
  kind,
  step,
  side: kind === 'entry' ? 'buy' : 'sell',
  price,
  size: '3.66',
  fee: '0.1',
  liquidity: 'maker',
  at: fixedTime - hoursAgo * hourMs,
});

/** The detail of `fixedBot`: its fourth step has cycled twice in the running round. */
export const fixedDetail: BotDetailResponse = {
  ...fixedBot,
  plan: null,
  orders: [],
  fills: [
    fixedFill(24, { kind: 'entry', step: 1, price: '3412.55' }),
    fixedFill(20, { kind: 'entry', step: 2, price: '3367.04' }),
    fixedFill(16, { kind: 'entry', step: 4, price: '3340' }),
    fixedFill(12, { kind: 'takeProfit', step: 4, price: '3360' }),
    fixedFill(9, { kind: 'entry', step: 4, price: '3340' }),
    fixedFill(5, { kind: 'takeProfit', step: 4, price: '3360' }),
  ],
  exit_steps: [
    { at: fixedTime - 24 * hourMs, price: '3429.62', cycle: null },
    { at: fixedTime - 20 * hourMs, price: '3418.33', cycle: null },
    { at: fixedTime - 12 * hourMs, price: '3412.46', cycle: { step: 4, count: 1, net_pnl: '11.85' } },
    { at: fixedTime - 5 * hourMs, price: '3406.59', cycle: { step: 4, count: 2, net_pnl: '11.85' } },
  ],
};

export const fixedMargin: MarginResponse = {
  account_id: 'account-1',
  total: '7303.18',
  reserved_total: '2000',
  covered_loss: '0',
  available: '5303.18',
  reserved: [{ bot_id: 'bot-1', title: fixedBot.title, symbol: fixedBot.symbol, amount: '2000' }],
  foreign_positions: [],
  foreign_margin: '0',
  at: fixedTime,
};

/** A position that its owner kept when the bot was stopped. */
export const fixedPosition: ForeignPositionWire = {
  symbol: 'SOL-USDT-SWAP',
  side: 'long',
  pnl: '-37.12',
  pnl_percentage: -4.92,
  entry_price: '115.98',
  position_size: '65.42',
  mark_price: '115.41',
  liquidation_price: '88.2',
  margin: '755.01',
  beside: null,
};

export const fixedAccount: ExchangeAccountWire = {
  id: 'account-1',
  name: 'Main account',
  exchange: 'okx',
  environment: 'demo',
  is_expired: false,
  expires_at: null,
  api_key: 'abcd****wxyz',
  permissions: ['read_only', 'trade'],
  key_state: 'active',
  minutes_left: null,
  has_auto_refresh: false,
  domain: 'www.okx.com',
};

export const fixedStatus: OauthStatus = { connected: true, accounts: [fixedAccount], broker_code: 'a1b2c3d4' };

/** A member whose sign-up the operator has approved. */
export const fixedUser: StoredUser = {
  id: 'user-1',
  username: 'mina',
  email: 'mina@example.com',
  name: 'Mina',
  level: 1,
  role: 'member',
  has_okx_connected: true,
  has_granted: true,
  approval: 'approved',
  has_run_bot: true,
  integrations: { okx: true, lbank: false },
  okx_api_key: null,
  okx_api_secret: null,
  okx_api_passphrase: null,
};

/** The profile of the same member as the server returns it. */
export const fixedProfile: UserResponse = {
  id: fixedUser.id,
  username: fixedUser.username,
  email: fixedUser.email,
  name: fixedUser.name,
  level: 1,
  role: 'member',
  has_okx_connected: true,
  has_granted: true,
  approval: 'approved',
  has_run_bot: true,
  integrations: { okx: true, lbank: false },
  okx_account: { api_key: null, secret_key: null, passphrase: null },
  environment: { venue: 'sandbox', is_simulated: true },
};
