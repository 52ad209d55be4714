// The venue LBank. Accounts are linked with a key and a secret. The key and the secret are checked before they are stored.
import type { ErrorCode } from '@rondo/contract';
import { createLbankClient, type LbankClient, type LbankKey, type Transport } from '@rondo/exchange';
import { ApiError } from '../../api/api-error.ts';
import { wallChance, wallClock } from '../../async/wall-clock.ts';
import type { KeyedVenue, KeyRequest } from '../venue.ts';

export interface LbankVenueDeps {
  readonly environment: 'sandbox' | 'live';
  /** The origin of LBank, or null when LBank is shown as coming soon. */
  readonly origin: string | null;
  readonly transport: Transport;
}

/** Creates the venue. The venue sends the first request when a key is checked. */
export function createLbankVenue({ environment, origin, transport }: LbankVenueDeps): KeyedVenue {
  const client =
    origin === null ? null : createLbankClient({ origin, transport, clock: wallClock, chance: wallChance });
  return {
    id: 'lbank',
    name: 'LBank',
    environment,
    isOpen: client !== null,
    async checkKey(request) {
      if (client === null) throw new ApiError('EXCHANGE_COMING_SOON');
      return checkKey(client, request);
    },
  };
}

/** Returns LBank's description of the key. Throws when the key is refused, may withdraw, or lacks a requested permission. */
async function checkKey(client: LbankClient, request: KeyRequest): Promise<LbankKey> {
  const check = await client.checkKey(request.key);
  if (!check.ok) throw new ApiError(refusalCodes[check.why], { parameters: { reason: check.cause } });
  if (check.key.mayWithdraw) throw new ApiError('KEY_MAY_WITHDRAW');
  if (!check.key.mayRead) throw new ApiError('KEY_MAY_NOT_READ');
  if (request.mayTrade && !check.key.mayTradeSpot) throw new ApiError('KEY_MAY_NOT_TRADE');
  return check.key;
}

const refusalCodes = {
  key: 'EXCHANGE_KEY_REFUSED',
  // The calls of the check only read. When LBank refuses a call because of a missing permission, the key lacks the permission to read.
  permission: 'KEY_MAY_NOT_READ',
  access: 'EXCHANGE_KEY_REFUSED',
  region: 'EXCHANGE_KEY_REFUSED',
  clock: 'EXCHANGE_UNAVAILABLE',
  rate: 'EXCHANGE_UNAVAILABLE',
  unknown: 'EXCHANGE_KEY_REFUSED',
  unavailable: 'EXCHANGE_UNAVAILABLE',
} as const satisfies Record<string, ErrorCode>;
