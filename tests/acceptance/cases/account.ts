// Cases 500-529: the balance, the positions, the settings, the leverage and both position modes of an account.
import { decimal, formatDecimal } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { valueOf, type Harness, type Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const hedge = { account: { posMode: 'long_short_mode' } } as const;
const unified = { account: { acctLv: '3' } } as const;
const lever = (harness: Harness, fields: Fields): ReturnType<Harness['post']> =>
  harness.post('account/set-leverage', { instId: ETH, mgnMode: 'cross', ...fields });
const mode = (harness: Harness, posMode: string): ReturnType<Harness['post']> =>
  harness.post('account/set-position-mode', { posMode });
const position = async (harness: Harness): Promise<Fields> => (await harness.get('account/positions')).row;

/** The cases of the account. */
export const accountCases = cases([
  [
    500,
    '3.1 balance acctLv 2',
    'the balance has its margin figures in the row of the currency when the account is in futures mode',
    async (harness) => {
      await harness.open('10');
      const { row } = await harness.get('account/balance');
      const [usdt] = row['details'] as readonly Fields[];
      expect([row['imr'], row['mgnRatio'], row['adjEq']]).toEqual(['', '', '']);
      expect(Number(usdt?.['imr'])).toBeGreaterThan(0);
      expect(Number(usdt?.['mgnRatio'])).toBeGreaterThan(1);
    },
  ],
  [
    501,
    '3.1 balance acctLv 3',
    'the balance has its margin figures in the row of the account when the account is in multi-currency mode',
    async (harness) => {
      await harness.open('10');
      const { row } = await harness.get('account/balance');
      const [usdt] = row['details'] as readonly Fields[];
      expect(usdt).toMatchObject({ imr: '', mgnRatio: '' });
      expect(Number(row['mgnRatio'])).toBeGreaterThan(1);
    },
    unified,
  ],
  [
    502,
    '3.1 identities',
    'equity equals cash plus unrealised profit',
    async (harness) => {
      await harness.open('10');
      harness.walk('2010');
      const { equity, cash } = valueOf(await harness.exchange.balance());
      const upl = valueOf(await harness.exchange.positions([harness.instrument]))[0]?.unrealisedPnl;
      expect(Number(formatDecimal(equity))).toBeCloseTo(
        Number(formatDecimal(cash)) + Number(upl && formatDecimal(upl)),
        9,
      );
    },
  ],
  [
    503,
    '7 liqPx',
    'the liquidation price follows the formula of docs/okx.md',
    async (harness) => {
      await harness.open('100');
      const row = await position(harness);
      const [usdt] = (await harness.get('account/balance')).row['details'] as readonly Fields[];
      const [coins, entry, cash] = [10, Number(row['avgPx']), Number(usdt?.['cashBal'])];
      expect(Number(row['liqPx'])).toBeCloseTo((coins * entry - cash) / (coins * (1 - 0.004 - 0.0005)), 6);
    },
  ],
  [
    504,
    '7 imr, mmr, upl',
    'the initial and the maintenance margin are computed from the mark price, and the profit ratio is the profit divided by the initial margin at the average entry price',
    async (harness) => {
      await lever(harness, { lever: '10' });
      await harness.open('100');
      harness.walk('2020');
      const row = await position(harness);
      expect(Number(row['imr'])).toBeCloseTo((10 * 2020) / 10, 9);
      expect(Number(row['mmr'])).toBeCloseTo(10 * 2020 * 0.004, 9);
      expect(Number(row['uplRatio'])).toBeCloseTo(Number(row['upl']) / ((10 * Number(row['avgPx'])) / 10), 9);
    },
  ],
  [
    505,
    '3.1 positions',
    'a closed position is listed only when its instrument is requested',
    async (harness) => {
      await harness.open();
      await harness.open('1', 'sell');
      expect((await harness.get('account/positions')).rows).toEqual([]);
      expect((await harness.get('account/positions', { instId: ETH })).row).toMatchObject({ pos: '0' });
    },
  ],
  [
    506,
    '3.1 posId',
    'a position that was closed and opened again has the id that the position had before',
    async (harness) => {
      await harness.open();
      const first = (await position(harness))['posId'];
      await harness.open('1', 'sell');
      await harness.open();
      expect((await position(harness))['posId']).toBe(first);
    },
  ],
  [
    507,
    '3.1 realizedPnl',
    'the realised result of a position is the sum of profit, fees and funding',
    async (harness) => {
      await harness.open('2');
      harness.walk('2010');
      await harness.open('1', 'sell');
      const row = await position(harness);
      const parts = ['pnl', 'fee', 'fundingFee'].reduce((sum, name) => sum + Number(row[name]), 0);
      expect(Number(row['realizedPnl'])).toBeCloseTo(parts, 9);
    },
  ],
  [
    508,
    '3.1 positions-history',
    'the position history has one row for a closed position, with the average entry price and the average exit price',
    async (harness) => {
      await harness.open('2');
      harness.walk('2010');
      await harness.open('2', 'sell');
      const { row } = await harness.get('account/positions-history', { instId: ETH });
      expect(row).toMatchObject({
        type: '2',
        direction: 'long',
        openAvgPx: '2000.01',
        closeAvgPx: '2009.99',
        pnl: '1.996',
      });
    },
  ],
  [
    509,
    '3.1 config',
    'the account configuration contains the account level, the position mode, the permissions and addresses of the key, and the role',
    async (harness) => {
      const { row } = await harness.get('account/config');
      expect(row).toMatchObject({
        acctLv: '2',
        posMode: 'net_mode',
        perm: 'read_only,trade',
        ip: '',
        roleType: '0',
        autoLoan: false,
      });
      expect(valueOf(await harness.exchange.account())).toMatchObject({
        level: '2',
        positionMode: 'net',
        permissions: ['read_only', 'trade'],
      });
    },
  ],
  [
    510,
    '3.1 set-leverage',
    'our client sets the leverage, and a later read returns the new leverage',
    async (harness) => {
      expect((await harness.exchange.setLeverage(ETH, decimal('7'))).kind).toBe('accepted');
      expect(formatDecimal(valueOf(await harness.exchange.leverage(ETH)))).toBe('7');
    },
  ],
  [
    511,
    '3.1 59102',
    'a leverage above the maximum is refused with 59102',
    async (harness) => {
      expect(await harness.exchange.setLeverage(ETH, decimal('101'))).toMatchObject({
        kind: 'rejected',
        code: '59102',
        reason: 'tier',
      });
    },
  ],
  [
    512,
    '3.1 59105',
    'a leverage below one is refused with 59105',
    async (harness) => {
      expect((await lever(harness, { lever: '0' })).code).toBe('59105');
    },
  ],
  [
    513,
    '9 row 2',
    'a change of the cross leverage is refused with 51000 when the request has a position side',
    async (harness) => {
      expect((await lever(harness, { lever: '5', posSide: 'long' })).code).toBe('51000');
    },
    hedge,
  ],
  [
    514,
    '3.1 59107',
    'a change of the leverage is refused while an order rests, and a request with the current leverage is accepted',
    async (harness) => {
      await harness.order();
      expect((await lever(harness, { lever: '5' })).code).toBe('59107');
      expect((await lever(harness, { lever: '3' })).code).toBe('0');
    },
  ],
  [
    515,
    '3.1 59668',
    'a change of the leverage is refused while a stop is open',
    async (harness) => {
      await harness.open();
      await harness.stop();
      expect((await lever(harness, { lever: '5' })).code).toBe('59668');
    },
  ],
  [
    516,
    '3.1 51004',
    'a leverage is refused with 51004 when the largest position that it allows is smaller than the open position',
    async (harness) => {
      await lever(harness, { lever: '50' });
      await harness.open('6000');
      expect((await lever(harness, { lever: '100' })).code).toBe('51004');
    },
    { account: { usdt: '1000000' } },
  ],
  [
    517,
    '3.1 59108',
    'a lower leverage that needs more than the free margin is refused with 59108',
    async (harness) => {
      await lever(harness, { lever: '20' });
      await harness.open('500');
      expect((await lever(harness, { lever: '1' })).code).toBe('59108');
    },
  ],
  [
    518,
    '3.1 leverage-info',
    'the cross leverage is listed once for each position side, with equal values, when the account is in hedge mode',
    async (harness) => {
      const rows = (await harness.get('account/leverage-info', { instId: ETH, mgnMode: 'cross' })).rows;
      expect(rows.map((row) => [row['posSide'], row['lever']])).toEqual([
        ['long', '3'],
        ['short', '3'],
      ]);
    },
    hedge,
  ],
  [
    519,
    '3.1 set-position-mode',
    'the position mode can be changed when the account has neither an order nor a position',
    async (harness) => {
      expect((await mode(harness, 'long_short_mode')).row).toMatchObject({ posMode: 'long_short_mode' });
      expect(valueOf(await harness.exchange.account()).positionMode).toBe('hedge');
    },
  ],
  [
    520,
    '3.1 59000',
    'a request to set the position mode is refused while an order rests, even when the mode does not change',
    async (harness) => {
      await harness.order();
      expect((await mode(harness, 'long_short_mode')).code).toBe('59000');
      expect((await mode(harness, 'net_mode')).code).toBe('59000');
    },
  ],
  [
    521,
    '3.1 59000',
    'a change of the position mode is refused while a position is open',
    async (harness) => {
      await harness.open();
      expect((await mode(harness, 'long_short_mode')).code).toBe('59000');
    },
  ],
  [
    522,
    '3.1 51041',
    'a change to hedge mode is refused when the account uses portfolio margin',
    async (harness) => {
      expect((await mode(harness, 'long_short_mode')).code).toBe('51041');
    },
    { account: { acctLv: '4' } },
  ],
  [
    523,
    '3.1 max-size',
    'an order of the largest size is accepted, and a second order is then refused because the margin is used',
    async (harness) => {
      const { row } = await harness.get('account/max-size', { instId: ETH, tdMode: 'cross', px: '1990' });
      expect((await harness.order({ sz: row['maxBuy'] })).outcome.kind).toBe('accepted');
      expect((await harness.order({ sz: '0.5' })).outcome).toMatchObject({ reason: 'margin' });
    },
  ],
  [
    524,
    '3.1 max-avail-size',
    'an order reduces the available balance by its margin and fees',
    async (harness) => {
      const free = async (): Promise<number> =>
        Number((await harness.get('account/max-avail-size', { instId: ETH, tdMode: 'cross' })).row['availBuy']);
      const before = await free();
      await harness.order({ sz: '10' });
      expect(before - (await free())).toBeCloseTo((1_990 / 3) * (1 + 0.0005 * 3), 6);
    },
  ],
  [
    525,
    '3.1 trade-fee',
    'fee rates are negative in the response of the exchange and positive in the reports of our client',
    async (harness) => {
      expect((await harness.get('account/trade-fee', { instType: 'SWAP' })).row).toMatchObject({
        makerU: '-0.0002',
        takerU: '-0.0005',
      });
      const fees = valueOf(await harness.exchange.fees('4'));
      expect([fees.maker, fees.taker].map(formatDecimal)).toEqual(['0.0002', '0.0005']);
    },
  ],
  [
    526,
    '3.1 bills',
    'the list of bills begins with the newest bill, and can be paged with the parameters `after` and `before`',
    async (harness) => {
      for (let count = 0; count < 3; count += 1) await harness.open('1', count % 2 === 0 ? 'buy' : 'sell');
      const ids = (await harness.get('account/bills', { type: '2' })).rows.map((row) => String(row['billId']));
      expect(ids).toHaveLength(3);
      expect(
        (await harness.get('account/bills', { type: '2', after: ids[0] ?? '' })).rows.map((row) => row['billId']),
      ).toEqual(ids.slice(1));
      expect(
        (await harness.get('account/bills', { type: '2', before: ids[2] ?? '' })).rows.map((row) => row['billId']),
      ).toEqual(ids.slice(0, 2));
    },
  ],
  [
    527,
    '3.1 bills',
    'the sum of all bills equals the cash balance',
    async (harness) => {
      await harness.open('3');
      harness.walk('2013');
      await harness.open('3', 'sell');
      const bills = valueOf(await harness.exchange.billsAfter([], { billId: null, sinceAt: 0 })).rows;
      const sum = bills.reduce((total, bill) => total + Number(formatDecimal(bill.balanceChange)), 0);
      expect(sum).toBeCloseTo(Number(formatDecimal(valueOf(await harness.exchange.balance()).cash)), 9);
    },
  ],
  [
    528,
    '3.1 subtypes',
    'the list of bill types contains funding',
    async (harness) => {
      expect((await harness.get('account/subtypes')).rows.map((row) => row['type'])).toContain('8');
    },
  ],
  [
    529,
    '8.2 asset/currencies',
    'the list of currencies has one row per chain of the margin currency, and is empty for other currencies',
    async (harness) => {
      expect((await harness.get('asset/currencies')).rows.map((row) => row['ccy'])).toEqual(['USDT', 'USDT']);
      expect(await harness.get('asset/currencies', { ccy: 'BTC' })).toMatchObject({ code: '0', rows: [] });
    },
  ],
]);
