// Cases 850-869: the funding account, transfers, and settings that are neither leverage nor position mode.
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import type { Desk, Fields } from '../_harness.ts';
import { listening, rows } from '../_sockets.ts';

const transfer = (desk: Desk, fields: Fields = {}): ReturnType<Desk['post']> =>
  desk.post('asset/transfer', { ccy: 'USDT', amt: '100', from: '18', to: '6', ...fields });
const cash = async (desk: Desk): Promise<unknown> =>
  ((await desk.get('account/balance')).row['details'] as readonly Fields[])[0]?.['cashBal'];

/** Cases of funds and settings. */
export const fundCases = cases([
  [
    850,
    '3.1 bill type 1 (11, 12)',
    'a transfer to the funding account leaves bills on both sides and comes back',
    async (desk) => {
      const { row } = await transfer(desk, { clientId: 'mine1' });
      expect(row).toMatchObject({ ccy: 'USDT', clientId: 'mine1', from: '18', to: '6', amt: '100' });
      expect(await cash(desk)).toBe('9900');
      expect((await desk.get('asset/balances')).rows).toEqual([
        { ccy: 'USDT', bal: '100', frozenBal: '0', availBal: '100' },
      ]);
      await transfer(desk, { from: '6', to: '18', amt: '40' });
      expect((await desk.get('account/bills', { type: '1' })).rows.slice(0, 2)).toMatchObject([
        { subType: '11', balChg: '40', from: '6', to: '18' },
        { subType: '12', balChg: '-100', from: '18', to: '6' },
      ]);
      expect((await desk.get('asset/bills')).rows).toMatchObject([
        { type: '131', balChg: '-40', bal: '60' },
        { type: '130', balChg: '100', bal: '100' },
      ]);
    },
  ],
  [
    851,
    '3.1 transfer state',
    'a transfer is found by either id, an unknown one is refused',
    async (desk) => {
      const { row } = await transfer(desk, { clientId: 'mine1' });
      const byId = await desk.get('asset/transfer-state', { transId: String(row['transId']) });
      expect(byId.row).toMatchObject({ state: 'success', clientId: 'mine1', amt: '100' });
      expect((await desk.get('asset/transfer-state', { clientId: 'mine1' })).row).toEqual(byId.row);
      expect((await desk.get('asset/transfer-state', { transId: '1' })).code).toBe('58129');
      expect((await desk.get('asset/transfer-state')).code).toBe('50015');
    },
  ],
  [
    852,
    '3.1 transfer amount',
    'what is in use or only unrealised stays in the trading account',
    async (desk) => {
      await desk.open('100');
      desk.walk('2090');
      const { row } = await desk.get('account/max-withdrawal', { ccy: 'USDT' });
      expect(Number(row['maxWd'])).toBeLessThan(10_000 - 20_000 / 3);
      expect((await transfer(desk, { amt: '5000' })).code).toBe('58350');
      expect((await transfer(desk, { amt: String(row['maxWd']) })).code).toBe('0');
    },
  ],
  [
    853,
    '3.1 transfer parameters',
    'currency, amount and both accounts are read before anything moves',
    async (desk) => {
      const asked = [{ ccy: '' }, { ccy: 'NOPE' }, { amt: '0' }, { from: '1' }, { to: '18' }, { type: '9' }];
      const codes = [];
      for (const fields of asked) codes.push((await transfer(desk, fields)).code);
      expect(codes).toEqual(['50014', '51000', '51000', '51000', '51000', '51000']);
      expect(await cash(desk)).toBe('10000');
    },
  ],
  [
    854,
    '4.4 eventType transferred',
    'a transfer is pushed as one',
    async (desk) => {
      const socket = listening(desk, { channel: 'balance_and_position' });
      await transfer(desk);
      expect(rows(socket, 'balance_and_position').at(-1)).toMatchObject({
        eventType: 'transferred',
        balData: [{ ccy: 'USDT', cashBal: '9900' }],
      });
    },
  ],
  [
    855,
    '3.1 valuation',
    'all funds are worth the same in another currency',
    async (desk) => {
      await transfer(desk);
      const { row } = await desk.get('asset/asset-valuation', { ccy: 'USDT' });
      expect(row).toMatchObject({ totalBal: '10000', details: { funding: '100', trading: '9900' } });
      expect((await desk.get('asset/asset-valuation', { ccy: 'ETH' })).row['totalBal']).toBe('5');
    },
  ],
  [
    856,
    '3.1 balance ccy',
    'a currency that the account does not hold has no details',
    async (desk) => {
      expect((await desk.get('account/balance', { ccy: 'BTC' })).row['details']).toEqual([]);
      expect((await desk.get('account/balance', { ccy: 'BTC,USDT' })).row['details']).toHaveLength(1);
    },
  ],
  [
    857,
    '3.1 bills filters',
    'bills are chosen by margin mode, kind of instrument and currency',
    async (desk) => {
      await desk.open('1');
      const count = async (query: Readonly<Record<string, string>>): Promise<number> =>
        (await desk.get('account/bills', query)).rows.length;
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
    'the account level changes while nothing is open, and not otherwise',
    async (desk) => {
      expect((await desk.post('account/set-account-level', { acctLv: '3' })).row).toEqual({ acctLv: '3' });
      expect((await desk.get('account/config')).row['acctLv']).toBe('3');
      await desk.order();
      expect((await desk.post('account/set-account-level', { acctLv: '2' })).code).toBe('59000');
      expect((await desk.post('account/set-account-level', { acctLv: '9' })).code).toBe('51000');
    },
  ],
  [
    859,
    '3.1 config greeksType, ctIsoMode',
    'Greeks, isolated mode and loans are set and read back',
    async (desk) => {
      await desk.post('account/set-greeks', { greeksType: 'BS' });
      await desk.post('account/set-isolated-mode', { isoMode: 'autonomy', type: 'CONTRACTS' });
      await desk.post('account/set-auto-loan', { autoLoan: true });
      expect((await desk.get('account/config')).row).toMatchObject({
        greeksType: 'BS',
        ctIsoMode: 'autonomy',
        autoLoan: true,
      });
      expect((await desk.post('account/set-greeks', { greeksType: 'XX' })).code).toBe('51000');
    },
  ],
  [
    860,
    '3.1 positions posId 30 days',
    'a closed position is found by its id for 30 days, and its kind of instrument counts',
    async (desk) => {
      await desk.open('1');
      const { row } = await desk.get('account/positions', { instType: 'SWAP' });
      expect((await desk.get('account/positions', { instType: 'FUTURES' })).rows).toEqual([]);
      const posId = String(row['posId']);
      desk.act('close', { instId: 'ETH-USDT-SWAP' });
      expect((await desk.get('account/positions', { posId })).row['pos']).toBe('0');
      await desk.pass(31 * 86_400_000);
      expect((await desk.get('account/positions', { posId })).rows).toEqual([]);
    },
  ],
  [
    861,
    '3.1 greeks',
    'the delta of a swap is its coins',
    async (desk) => {
      await desk.open('3', 'sell');
      expect((await desk.get('account/greeks', { ccy: 'ETH' })).row).toMatchObject({ ccy: 'ETH', deltaBS: '-0.3' });
      expect((await desk.get('account/greeks', { ccy: 'BTC' })).rows).toEqual([]);
    },
  ],
  [
    862,
    '3.1 balance acctLv 1',
    'a spot account has a balance to use and no equity to use',
    async (desk) => {
      const [usdt] = (await desk.get('account/balance')).row['details'] as readonly Fields[];
      expect(usdt).toMatchObject({ availEq: '', availBal: '10000' });
    },
    { account: { acctLv: '1' } },
  ],
  [
    863,
    '3.1 balance acctLv 4',
    'under portfolio margin the figures are those of the account, too',
    async (desk) => {
      await desk.open('10');
      const { row } = await desk.get('account/balance');
      expect(Number(row['mgnRatio'])).toBeGreaterThan(1);
      expect((row['details'] as readonly Fields[])[0]).toMatchObject({ imr: '', mgnRatio: '' });
      expect(Number((await desk.get('account/account-position-risk')).row['adjEq'])).toBeGreaterThan(9_000);
    },
    { account: { acctLv: '4' } },
  ],
]);
