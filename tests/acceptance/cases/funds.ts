// Cases 850-863: the funding account, transfers, filters of the bills and positions, and the settings of the account except leverage and position mode.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness, Fields } from '../support/harness.ts';
import { listening, rows } from '../support/sockets.ts';

const transfer = (harness: Harness, fields: Fields = {}): ReturnType<Harness['post']> =>
  harness.post('asset/transfer', { ccy: 'USDT', amt: '100', from: '18', to: '6', ...fields });
const cash = async (harness: Harness): Promise<unknown> =>
  ((await harness.get('account/balance')).row['details'] as readonly Fields[])[0]?.['cashBal'];

/** The cases of funds and settings. */
export const fundCases = cases([
  [
    850,
    '3.1 bill type 1 (11, 12)',
    'a transfer between the trading account and the funding account writes a bill in each of the two accounts',
    async (harness) => {
      const { row } = await transfer(harness, { clientId: 'mine1' });
      expect(row).toMatchObject({ ccy: 'USDT', clientId: 'mine1', from: '18', to: '6', amt: '100' });
      expect(await cash(harness)).toBe('9900');
      expect((await harness.get('asset/balances')).rows).toEqual([
        { ccy: 'USDT', bal: '100', frozenBal: '0', availBal: '100' },
      ]);
      await transfer(harness, { from: '6', to: '18', amt: '40' });
      expect((await harness.get('account/bills', { type: '1' })).rows.slice(0, 2)).toMatchObject([
        { subType: '11', balChg: '40', from: '6', to: '18' },
        { subType: '12', balChg: '-100', from: '18', to: '6' },
      ]);
      expect((await harness.get('asset/bills')).rows).toMatchObject([
        { type: '131', balChg: '-40', bal: '60' },
        { type: '130', balChg: '100', bal: '100' },
      ]);
    },
  ],
  [
    851,
    '3.1 transfer state',
    'a transfer is found by its id or by its client id, and a request with an unknown id is refused',
    async (harness) => {
      const { row } = await transfer(harness, { clientId: 'mine1' });
      const byId = await harness.get('asset/transfer-state', { transId: String(row['transId']) });
      expect(byId.row).toMatchObject({ state: 'success', clientId: 'mine1', amt: '100' });
      expect((await harness.get('asset/transfer-state', { clientId: 'mine1' })).row).toEqual(byId.row);
      expect((await harness.get('asset/transfer-state', { transId: '1' })).code).toBe('58129');
      expect((await harness.get('asset/transfer-state')).code).toBe('50015');
    },
  ],
  [
    852,
    '3.1 transfer amount',
    'margin in use and unrealised profit cannot be transferred out of the trading account',
    async (harness) => {
      await harness.open('100');
      harness.walk('2090');
      const { row } = await harness.get('account/max-withdrawal', { ccy: 'USDT' });
      expect(Number(row['maxWd'])).toBeLessThan(10_000 - 20_000 / 3);
      expect((await transfer(harness, { amt: '5000' })).code).toBe('58350');
      expect((await transfer(harness, { amt: String(row['maxWd']) })).code).toBe('0');
    },
  ],
  [
    853,
    '3.1 transfer parameters',
    'a transfer is refused when its currency, its amount, its account or its type is invalid',
    async (harness) => {
      const asked = [{ ccy: '' }, { ccy: 'NOPE' }, { amt: '0' }, { from: '1' }, { to: '18' }, { type: '9' }];
      const codes = [];
      for (const fields of asked) codes.push((await transfer(harness, fields)).code);
      expect(codes).toEqual(['50014', '51000', '51000', '51000', '51000', '51000']);
      expect(await cash(harness)).toBe('10000');
    },
  ],
  [
    854,
    '4.4 eventType transferred',
    'a balance push after a transfer has the event type `transferred`',
    async (harness) => {
      const socket = listening(harness, { channel: 'balance_and_position' });
      await transfer(harness);
      expect(rows(socket, 'balance_and_position').at(-1)).toMatchObject({
        eventType: 'transferred',
        balData: [{ ccy: 'USDT', cashBal: '9900' }],
      });
    },
  ],
  [
    855,
    '3.1 valuation',
    'the asset valuation is the sum of the trading account and the funding account, and can be converted to another currency',
    async (harness) => {
      await transfer(harness);
      const { row } = await harness.get('asset/asset-valuation', { ccy: 'USDT' });
      expect(row).toMatchObject({ totalBal: '10000', details: { funding: '100', trading: '9900' } });
      expect((await harness.get('asset/asset-valuation', { ccy: 'ETH' })).row['totalBal']).toBe('5');
    },
  ],
  [
    856,
    '3.1 balance ccy',
    'the balance contains no details of a currency that the account does not hold',
    async (harness) => {
      expect((await harness.get('account/balance', { ccy: 'BTC' })).row['details']).toEqual([]);
      expect((await harness.get('account/balance', { ccy: 'BTC,USDT' })).row['details']).toHaveLength(1);
    },
  ],
  [
    857,
    '3.1 bills filters',
    'bills can be filtered by margin mode, contract type and currency',
    async (harness) => {
      await harness.open('1');
      const count = async (query: Readonly<Record<string, string>>): Promise<number> =>
        (await harness.get('account/bills', query)).rows.length;
      expect(await count({ mgnMode: 'cross' })).toBe(1);
      expect(await count({ mgnMode: 'isolated' })).toBe(0);
      expect(await count({ ctType: 'linear', instType: 'SWAP' })).toBe(1);
      expect(await count({ ccy: 'BTC' })).toBe(0);
      expect(await count({})).toBe(2);
    },
  ],
  [
    858,
    '3.1 acctLv',
    'a change of the account level is refused while an order is open',
    async (harness) => {
      expect((await harness.post('account/set-account-level', { acctLv: '3' })).row).toEqual({ acctLv: '3' });
      expect((await harness.get('account/config')).row['acctLv']).toBe('3');
      await harness.order();
      expect((await harness.post('account/set-account-level', { acctLv: '2' })).code).toBe('59000');
      expect((await harness.post('account/set-account-level', { acctLv: '9' })).code).toBe('51000');
    },
  ],
  [
    859,
    '3.1 config greeksType, ctIsoMode',
    'the settings for Greeks, isolated margin and loans can be set and read',
    async (harness) => {
      await harness.post('account/set-greeks', { greeksType: 'BS' });
      await harness.post('account/set-isolated-mode', { isoMode: 'autonomy', type: 'CONTRACTS' });
      await harness.post('account/set-auto-loan', { autoLoan: true });
      expect((await harness.get('account/config')).row).toMatchObject({
        greeksType: 'BS',
        ctIsoMode: 'autonomy',
        autoLoan: true,
      });
      expect((await harness.post('account/set-greeks', { greeksType: 'XX' })).code).toBe('51000');
    },
  ],
  [
    860,
    '3.1 positions posId 30 days',
    'a request with the position id of a closed position returns this position for 30 days, and the list of positions can be filtered by instrument type',
    async (harness) => {
      await harness.open('1');
      const { row } = await harness.get('account/positions', { instType: 'SWAP' });
      expect((await harness.get('account/positions', { instType: 'FUTURES' })).rows).toEqual([]);
      const posId = String(row['posId']);
      harness.accountAction('close', { instId: 'ETH-USDT-SWAP' });
      expect((await harness.get('account/positions', { posId })).row['pos']).toBe('0');
      await harness.pass(31 * 86_400_000);
      expect((await harness.get('account/positions', { posId })).rows).toEqual([]);
    },
  ],
  [
    861,
    '3.1 greeks',
    'the delta of a swap position equals its size in coins',
    async (harness) => {
      await harness.open('3', 'sell');
      expect((await harness.get('account/greeks', { ccy: 'ETH' })).row).toMatchObject({ ccy: 'ETH', deltaBS: '-0.3' });
      expect((await harness.get('account/greeks', { ccy: 'BTC' })).rows).toEqual([]);
    },
  ],
  [
    862,
    '3.1 balance acctLv 1',
    'the balance of an account in spot mode has an available balance and an empty available equity',
    async (harness) => {
      const [usdt] = (await harness.get('account/balance')).row['details'] as readonly Fields[];
      expect(usdt).toMatchObject({ availEq: '', availBal: '10000' });
    },
    { account: { acctLv: '1' } },
  ],
  [
    863,
    '3.1 balance acctLv 4',
    'the balance has its margin figures in the row of the account when the account uses portfolio margin',
    async (harness) => {
      await harness.open('10');
      const { row } = await harness.get('account/balance');
      expect(Number(row['mgnRatio'])).toBeGreaterThan(1);
      expect((row['details'] as readonly Fields[])[0]).toMatchObject({ imr: '', mgnRatio: '' });
      expect(Number((await harness.get('account/account-position-risk')).row['adjEq'])).toBeGreaterThan(9_000);
    },
    { account: { acctLv: '4' } },
  ],
]);
