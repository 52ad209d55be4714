// The requests that our program may have signed. A transfer, a withdrawal, a sub-account or a new key is not in the table, so a signer refuses it.
import type { OkxPrehash } from './signing.ts';

/** What a signed request is for. A command changes an order or a setting of trading, and a reading changes nothing. */
export type SigningPurpose = 'command' | 'reading';

const commands = [
  'trade/order',
  'trade/amend-order',
  'trade/cancel-order',
  'trade/batch-orders',
  'trade/amend-batch-orders',
  'trade/cancel-batch-orders',
  'trade/order-algo',
  'trade/amend-algos',
  'trade/cancel-algos',
  'account/set-leverage',
];
const readings = [
  'trade/order',
  'trade/order-algo',
  'trade/orders-pending',
  'trade/orders-algo-pending',
  'trade/orders-history',
  'trade/orders-history-archive',
  'trade/orders-algo-history',
  'trade/fills',
  'trade/fills-history',
  'account/bills',
  'account/bills-archive',
  'account/positions',
  'account/balance',
  'account/config',
  'account/leverage-info',
  'account/trade-fee',
];
const purposes: ReadonlyMap<string, SigningPurpose> = new Map([
  ...commands.map((path) => [`POST /api/v5/${path}`, 'command'] as const),
  ...readings.map((path) => [`GET /api/v5/${path}`, 'reading'] as const),
]);

/** The time of a request: ISO-8601 UTC with three fractional digits. */
const timestampForm = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/;
const queryForm = /^[A-Za-z0-9_.,%=&:~-]*$/;
/** The time of a socket login: epoch seconds. */
const loginForm = /^\d{10,11}$/;

/**
 * Returns the purpose of a request, or null when it must not be signed. The signed text has no separators, so each part must have its form: otherwise a part could
 * contain the beginning of the next one, and the signature would be valid for another request.
 */
export function signingPurpose({ timestamp, method, path, body }: OkxPrehash): SigningPurpose | null {
  const [name = '', query = '', ...others] = path.split('?');
  const purpose = purposes.get(`${method} ${name}`) ?? null;
  if (others.length > 0 || !timestampForm.test(timestamp) || !queryForm.test(query)) return null;
  const isWhole = purpose === 'command' ? path === name && /^[[{]/.test(body) : body === '';
  return isWhole ? purpose : null;
}

/** Returns whether a text is the time of a socket login, so that the signed text is a login and no request. */
export function isLoginTime(timestamp: string): boolean {
  return loginForm.test(timestamp);
}
