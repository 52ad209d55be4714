// Cases 700-724: request limits, bans, maintenance, and invalid requests.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { brokerTag, valueOf, type Harness } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const item = { instId: ETH, tdMode: 'cross', side: 'buy', ordType: 'limit', sz: '0.01', px: '1990', tag: brokerTag };
const batchOf = (count: number, instId = ETH): readonly object[] =>
  Array.from({ length: count }, () => ({ ...item, instId }));

async function codesOf(count: number, ask: () => Promise<{ readonly code: string }>): Promise<readonly string[]> {
  const codes: string[] = [];
  for (let index = 0; index < count; index += 1) codes.push((await ask()).code);
  return codes;
}

const maintain = (harness: Harness, inMs: number, forMs: number): void => {
  if (!harness.core.administer('maintenance', { title: 'Upgrade', inMs, forMs }))
    throw new Error('The sandbox refused to plan a maintenance.');
};

/** The cases of request limits and maintenance. */
export const limitCases = cases([
  [
    700,
    '1.4 trade/order 60 / 2 s',
    'the 61st order within two seconds is refused with 50011',
    async (harness) => {
      const codes = await codesOf(61, () => harness.post('trade/order', item));
      expect(codes.slice(0, 60).every((code) => code === '0')).toBe(true);
      expect(codes[60]).toBe('50011');
    },
  ],
  [
    701,
    '1.4 windows',
    'an order is accepted two seconds after an order was refused because of the limit',
    async (harness) => {
      await codesOf(61, () => harness.post('trade/order', item));
      await harness.pass(2_000);
      expect((await harness.post('trade/order', item)).code).toBe('0');
    },
  ],
  [
    702,
    '1.4 user and instrument',
    'the limit of orders applies to each instrument separately',
    async (harness) => {
      await codesOf(61, () => harness.post('trade/order', item));
      const other = await harness.post('trade/order', { ...item, instId: 'BTC-USDT-SWAP', px: '60000' });
      expect(other.code).not.toBe('50011');
    },
  ],
  [
    703,
    '1.4 batches 300 / 2 s',
    'the exchange counts the orders of batches separately from single orders',
    async (harness) => {
      const codes = await codesOf(16, () => harness.post('trade/batch-orders', batchOf(20)));
      expect(codes.slice(0, 15).every((code) => code === '0')).toBe(true);
      expect(codes[15]).toBe('50011');
      expect((await harness.post('trade/order', item)).code).toBe('0');
    },
  ],
  [
    704,
    '1.4 50061',
    'a new order is refused with 50061 when the account has sent 1,000 new orders in two seconds over all instruments',
    async (harness) => {
      const instruments = ['ETH', 'BTC', 'SOL', 'XRP'].map((base) => `${base}-USDT-SWAP`);
      for (let sent = 0; sent < 1_000; sent += 20) {
        const instId = instruments[Math.floor(sent / 250)] ?? ETH;
        expect((await harness.post('trade/batch-orders', batchOf(20, instId))).code, String(sent)).not.toMatch(/^500/);
      }
      expect((await harness.post('trade/order', item)).code).toBe('50061');
    },
  ],
  [
    705,
    '1.4 account/balance 10 / 2 s',
    'the eleventh balance request within two seconds is refused with 50011',
    async (harness) => {
      const codes = await codesOf(11, () => harness.get('account/balance'));
      expect(codes[10]).toBe('50011');
    },
  ],
  [
    706,
    '1.4 public reads',
    'the 21st ticker request from one address within two seconds is refused',
    async (harness) => {
      const codes = await codesOf(25, () => harness.get('market/ticker', { instId: ETH }));
      expect(codes.filter((code) => code === '0').length).toBe(20);
    },
  ],
  [
    707,
    '10 local budget',
    'when 150 placements are requested at the same time, our client delays the requests, so that the exchange never returns 50011',
    async (harness) => {
      const outcomes = Array.from({ length: 150 }, (_, index) =>
        harness.place({ clientId: `l${index}`, deadlineAt: harness.clock.now() + 60_000, reduces: false }),
      );
      await harness.pass(60_000);
      const kinds = (await Promise.all(outcomes)).map((outcome) =>
        outcome.kind === 'rejected' ? outcome.code : outcome.kind,
      );
      expect(kinds).not.toContain('50011');
      expect(kinds.filter((kind) => kind === 'accepted').length).toBeGreaterThan(50);
    },
  ],
  [
    708,
    '6 50011',
    'a placement is rejected during a ban, and a read fails with the reason `busy`',
    async (harness) => {
      harness.fault('ban', { forMs: 5_000 });
      expect(await harness.place({ clientId: 'l708' })).toMatchObject({ kind: 'rejected' });
      expect(await harness.exchange.balance()).toMatchObject({ ok: false, reason: 'busy' });
    },
  ],
  [
    709,
    '1.4 F-BAN',
    'a read succeeds after the end of a ban',
    async (harness) => {
      harness.fault('ban', { forMs: 5_000 });
      await harness.exchange.balance();
      await harness.pass(8_000);
      expect((await harness.exchange.balance()).ok).toBe(true);
    },
  ],
  [
    720,
    '2.2 system/status',
    'system/status lists a maintenance as scheduled, then as ongoing, and then as completed',
    async (harness) => {
      const state = async (): Promise<unknown> => (await harness.get('system/status')).row['state'];
      expect(await state()).toBeUndefined();
      maintain(harness, 60_000, 60_000);
      expect(await state()).toBe('scheduled');
      await harness.pass(61_000);
      expect(await state()).toBe('ongoing');
      await harness.pass(60_000);
      expect(await state()).toBeUndefined();
      expect((await harness.get('system/status', { state: 'completed' })).rows).toHaveLength(1);
    },
  ],
  [
    721,
    '6 50001',
    'private calls return 503 during a maintenance: a read fails with the reason `unavailable`, and a command has the outcome `unknown`',
    async (harness) => {
      await harness.exchange.account();
      maintain(harness, 0, 60_000);
      expect(await harness.get('account/balance')).toMatchObject({ status: 503, code: '50001' });
      expect(await harness.exchange.balance()).toMatchObject({ ok: false, reason: 'unavailable' });
      expect(await harness.place({ clientId: 'l721' })).toMatchObject({ kind: 'unknown' });
      expect((await harness.get('public/time')).code).toBe('0');
    },
  ],
  [
    722,
    '6 50404',
    'a request to an unknown path returns 404',
    async (harness) => {
      expect(await harness.get('trade/nothing')).toMatchObject({ status: 404 });
    },
  ],
  [
    723,
    '6 any code',
    'when the instrument id of a request contains an error code, the response has this code',
    async (harness) => {
      expect((await harness.get('market/ticker', { instId: 'FAULT-50026' })).code).toBe('50026');
      expect((await harness.post('trade/order', { ...item, instId: 'FAULT-50013' })).code).toBe('50013');
    },
  ],
  [
    724,
    '1.1 malformed parameters',
    'a query without a required parameter returns 50014, and a query with a wrong value returns 51000',
    async (harness) => {
      expect(await harness.get('public/instruments')).toMatchObject({ status: 400, code: '50014' });
      expect((await harness.get('public/instruments', { instType: 'STOCK' })).code).toBe('51000');
      expect(valueOf(await harness.exchange.openOrders([harness.instrument]))).toEqual([]);
    },
  ],
]);
