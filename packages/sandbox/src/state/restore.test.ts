// Tests of the restore of single journal lines: a later line replaces earlier lines of the same record.
import { expect, test } from 'vitest';
import type { Account, Order } from './records.ts';
import { finishRestore, restoreChange } from './restore.ts';
import { createWorld, ledgerOf } from './world.ts';

const account: Account = {
  accountId: 'a1',
  label: 'a',
  createdAt: 1,
  keys: [],
  posMode: 'net_mode',
  acctLv: '2',
  cash: 0n,
  leverage: {},
  cancelAllAt: {},
  updatedAt: 1,
};

const order: Order = {
  ordId: '1',
  seq: 1,
  accountId: 'a1',
  instId: 'ETH-USDT-SWAP',
  clOrdId: 'entry',
  tag: '',
  side: 'buy',
  posSide: 'net',
  ordType: 'limit',
  reduceOnly: false,
  stpMode: '',
  category: 'normal',
  source: '',
  algoId: '',
  lever: 1,
  createdAt: 1,
  ticks: 100n,
  lots: 2n,
  filledLots: 0n,
  filledTickLots: 0n,
  fills: 0,
  fee: 0n,
  pnl: 0n,
  last: undefined,
  state: 'live',
  cancelSource: '',
  updatedAt: 1,
};

test('a later journal line replaces the whole record of an account, so a field that is missing in the later line is removed', () => {
  const world = createWorld('seed', { now: () => 0 });
  restoreChange(world, { kind: 'account', value: { ...account, site: 'eea' } });
  restoreChange(world, { kind: 'account', value: { ...account, cash: 5n } });
  expect(ledgerOf(world, 'a1').account).toEqual({ ...account, cash: 5n });
});

test('a later journal line replaces an order in every index, and only live orders are pending', () => {
  const world = createWorld('seed', { now: () => 0 });
  const filled: Order = { ...order, state: 'filled', filledLots: 2n, updatedAt: 2 };
  const open: Order = { ...order, ordId: '2', clOrdId: 'exit' };
  restoreChange(world, { kind: 'account', value: account });
  for (const value of [order, open, filled]) restoreChange(world, { kind: 'order', value });
  finishRestore(world);
  const ledger = ledgerOf(world, 'a1');
  expect(ledger.orders).toEqual([filled, open]);
  expect(world.ordersById.get('1')).toBe(filled);
  expect(ledger.ordersByClientId.get('entry')).toBe(filled);
  expect([...ledger.pending]).toEqual([open]);
});
