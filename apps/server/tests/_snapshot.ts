// A snapshot of an account, as its engine makes it.
import type { AccountSnapshot } from '@rondo/engine';
import { decimal } from '@rondo/decimal';

/** Returns a snapshot of an account without positions. Its balance is `equity` USDT, all of it available. */
export function snapshotOf(equity: string): AccountSnapshot {
  const amount = decimal(equity);
  const balance = { equity: amount, available: amount, cash: amount, at: 0 };
  return {
    account: null,
    balance,
    positions: [],
    reserved: '0',
    frozenBots: 0,
    orphanOrders: 0,
    isConnected: true,
    isLeaseHeld: true,
    epoch: 3n,
    balanceAgeMs: 0,
    positionsAgeMs: 0,
    readingAgeMs: 0,
    blindMs: null,
    hasPosition: false,
    waits: {},
    coveredLosses: {},
    surpluses: {},
  };
}
