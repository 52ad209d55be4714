// Replaces the exchange of the measured server. The balance of each linked account changes once a second, at a different instant for each account.
// The benchmark must measure only the API. With a real engine and a thousand accounts, the request limits of the exchange would determine the figures.
import { performance } from 'node:perf_hooks';
import { decimal } from '@rondo/decimal';
import type { LiveAccount, LiveAccounts, LiveChange } from '../../apps/server/src/trading/live-accounts.ts';

export interface ScriptedLive extends LiveAccounts {
  /** Changes every balance once a second after this call. */
  move(): void;
}

const slices = 100;

/** The balance has one open position, as the balance of a running bot has. */
export function createScriptedLive(accountIds: readonly string[]): ScriptedLive {
  const listeners = new Set<(change: LiveChange) => void>();
  const accounts = new Map(accountIds.map((id) => [id, accountWith('10000')] as const));
  let second = 0;
  const moveSlice = (slice: number): void => {
    if (slice === 0) second += 1;
    for (let place = slice; place < accountIds.length; place += slices) {
      const accountId = accountIds[place] ?? '';
      accounts.set(accountId, accountWith(`10000.${String(second % 100).padStart(2, '0')}`));
      for (const listener of listeners) listener({ kind: 'account', accountId });
    }
  };
  return {
    startBot: async () => undefined,
    command: async () => true,
    end: async () => undefined,
    account: (accountId) => accounts.get(accountId) ?? null,
    see: async () => undefined,
    glance: async () => undefined,
    isRead: (accountId) => accounts.has(accountId),
    watch: () => ({ close: () => undefined }),
    onChange(listener) {
      listeners.add(listener);
      return { close: () => listeners.delete(listener) };
    },
    move() {
      const startedAt = performance.now();
      let done = 0;
      setInterval(() => {
        const due = Math.floor(((performance.now() - startedAt) / 1_000) * slices);
        for (; done < due; done += 1) moveSlice(done % slices);
      }, 1_000 / slices);
    },
  };
}

function accountWith(equity: string): LiveAccount {
  return {
    // The generator subtracts `at` from the time at which it receives the balance. The difference is the latency of the message.
    balance: { equity: decimal(equity), cash: decimal('10000'), available: decimal('8000'), at: Date.now() },
    positions: [
      {
        instrumentId: 'ETH-USDT-SWAP',
        positionSide: 'long',
        lots: 625n,
        size: decimal('6.25'),
        averagePrice: decimal('2000'),
        markPrice: decimal('2001.5'),
        liquidationPrice: decimal('1200.1'),
        unrealisedPnl: decimal('0.94'),
        leverage: decimal('10'),
        updatedAt: 0,
      },
    ],
    permissions: ['read_only', 'trade'],
    addresses: [],
    waits: {},
    coveredLosses: {},
    surpluses: {},
  };
}
