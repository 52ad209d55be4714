// An API client for tests. It uses plain fetch and no code of the product.
import type { Product } from './product.ts';

export const demoMember = { email: 'member@rondo.test', password: 'rondo-demo-member' };
export const demoOperator = { email: 'operator@rondo.test', password: 'rondo-demo-operator' };

/** The fields of a sign-up that accept the rules of the service. */
export const signUpFields = {
  ref: '111111',
  consents: { terms: true, privacy: true, version: '2025-08-01' },
  is_adult: true,
  region: 'KR',
};

export type ApiResponse = { readonly status: number; readonly body: Record<string, unknown> };

export type Client = {
  readonly call: (method: string, path: string, body?: unknown) => Promise<ApiResponse>;
  readonly token: string;
};

/** Logs in and returns a client that sends the access token. */
export async function logIn(product: Pick<Product, 'origin'>, account = demoMember): Promise<Client> {
  const first = await send(product.origin, { method: 'POST', path: '/api/auth/login', body: account });
  if (first.status !== 200)
    throw new Error(`The log-in returned the status ${first.status}: ${JSON.stringify(first.body)}.`);
  const token = String(first.body['access_token']);
  return {
    token,
    call: (method, path, body) =>
      send(product.origin, { method, path, body, headers: { authorization: `Bearer ${token}` } }),
  };
}

type Sending = {
  readonly method: string;
  readonly path: string;
  readonly body?: unknown;
  readonly headers?: Readonly<Record<string, string>>;
};

export async function send(origin: string, { method, path, body, headers = {} }: Sending): Promise<ApiResponse> {
  const response = await fetch(origin + path, {
    method,
    headers: { ...headers, ...(body === undefined ? {} : { 'content-type': 'application/json' }) },
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  });
  const text = await response.text();
  return { status: response.status, body: text === '' ? {} : JSON.parse(text) };
}

/** Returns the creation request of the specification with a narrow ladder, so that small price moves fill the ladder. */
export function botOrder(
  change: {
    symbol?: string;
    name?: string;
    allocation?: number;
    takeProfit?: string;
    stepDistance?: string;
    count?: number;
    cyclic?: number;
    leverage?: number;
  } = {},
) {
  const leverage = change.leverage ?? 10;
  const sizeRatio = 0.5;
  return {
    size_ratio: sizeRatio,
    basic: {
      symbol: change.symbol ?? 'ETH-USDT-SWAP',
      direction: 'long',
      leverage,
      margin_type: 'cross',
      max_total_size: (change.allocation ?? 2000) * leverage * sizeRatio,
      auto_reentry: { enabled: true, budget_type: 'percentage' },
    },
    entry: {
      type: 'market',
      count: change.count ?? 4,
      auto_amount: true,
      data: [],
      ai_style: 'aggressive',
      risk_management: {
        enabled: true,
        step: change.cyclic ?? 1,
        trigger_type: 'immediate',
        ai_trigger_style: 'boost',
      },
      step_distance: change.stepDistance ?? '0.1',
    },
    exit: { take_profit: change.takeProfit ?? '0.1', stop_loss: { enabled: false, value: 0, on_bot_end: false } },
    metadata: { name: change.name ?? 'test', description: '' },
  };
}
