// Checks an LBank key: it can read, it may not withdraw, and it has the permissions that its owner wants.
import type { ErrorCode } from '@rondo/contract';
import type { LbankClient, LbankKey } from '@rondo/exchange';
import { ApiError } from '../../api/api-error.ts';

/** The configuration of LBank on this server. `client` null: LBank is shown as coming soon. */
export interface LbankVenue {
  readonly client: LbankClient | null;
  readonly environment: 'sandbox' | 'live';
}

export interface LbankKeyRequest {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly mayTrade: boolean;
}

/** Returns LBank's description of the key. Throws when it is refused, may withdraw, or lacks a requested permission. */
export async function checkLbankKey(venue: LbankVenue, request: LbankKeyRequest): Promise<LbankKey> {
  if (venue.client === null) throw new ApiError('EXCHANGE_COMING_SOON');
  const check = await venue.client.checkKey({ apiKey: request.apiKey, secretKey: request.secretKey });
  if (!check.ok) throw new ApiError(refusalCodes[check.why], { parameters: { reason: check.cause } });
  if (check.key.mayWithdraw) throw new ApiError('KEY_MAY_WITHDRAW');
  if (!check.key.mayRead) throw new ApiError('KEY_MAY_NOT_READ');
  if (request.mayTrade && !check.key.mayTradeSpot) throw new ApiError('KEY_MAY_NOT_TRADE');
  return check.key;
}

const refusalCodes = {
  key: 'EXCHANGE_KEY_REFUSED',
  // Both calls of the check only read.
  permission: 'KEY_MAY_NOT_READ',
  access: 'EXCHANGE_KEY_REFUSED',
  region: 'EXCHANGE_KEY_REFUSED',
  clock: 'EXCHANGE_UNAVAILABLE',
  rate: 'EXCHANGE_UNAVAILABLE',
  unknown: 'EXCHANGE_KEY_REFUSED',
  unavailable: 'EXCHANGE_UNAVAILABLE',
} as const satisfies Record<string, ErrorCode>;
