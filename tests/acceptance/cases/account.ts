// Cases 500-549: balance, positions, settings, leverage and both position modes.
import { decimal, formatDecimal } from '@rondo/decimal';
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import { valueOf, type Harness, type Fields } from '../_harness.ts';
import { ETH } from '../_venue.ts';

const hedge = { account: { posMode: 'long_short_mode' } } as const;
const unified = { account: { acctLv: '3' } } as const;
const lever = (harness: Harness, fields: Fields): ReturnType<Harness['post']> =>
  harness.post('account/set-leverage', { instId: ETH, mgnMode: 'cross', ...fields });
const mode = (harness: Harness, posMode: string): ReturnType<Harness['post']> =>
  harness.post('account/set-position-mode', { posMode });
const position = async (harness: Harness): Promise<Fields> => (await harness.get('account/positions')).row;

/** Cases of the account. */
export const accountCases = cases([
  [
    500,
    '3.1 balance acctLv 2',
    'in futures mode the margin figures are those of the currency',
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
    'in multi-currency mode they are those of the account',
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
    'equity is cash and unrealised profit, exactly',
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
    'the liquidation price is the one of the sheet',
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
    'initial and maintenance margin follow the mark, the ratio the entry',
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
    'a closed position is told only when it is named',
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
    'the position keeps its id over closing and opening again',
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
    'what a position has realised is profit, fees and funding',
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
    'a round from flat to flat is one row with both average prices',
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
    'the configuration tells level, mode, permissions, address and role',
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
    'our client sets the leverage and reads it back',
    async (harness) => {
      expect((await harness.exchange.setLeverage(ETH, decimal('7'))).kind).toBe('accepted');
      expect(formatDecimal(valueOf(await harness.exchange.leverage(ETH)))).toBe('7');
    },
  ],
  [
    511,
    '3.1 59102',
    'a leverage above the maximum',
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
    'a leverage below one',
    async (harness) => {
      expect((await lever(harness, { lever: '0' })).code).toBe('59105');
    },
  ],
  [
    513,
    '9 row 2',
    'cross margin takes no position side',
    async (harness) => {
      expect((await lever(harness, { lever: '5', posSide: 'long' })).code).toBe('51000');
    },
    hedge,
  ],
  [
    514,
    '3.1 59107',
    'resting orders block another leverage, not the same one',
    async (harness) => {
      await harness.order();
      expect((await lever(harness, { lever: '5' })).code).toBe('59107');
      expect((await lever(harness, { lever: '3' })).code).toBe('0');
    },
  ],
  [
    515,
    '3.1 59668',
    'stops block another leverage',
    async (harness) => {
      await harness.open();
      await harness.stop();
      expect((await lever(harness, { lever: '5' })).code).toBe('59668');
    },
  ],
  [
    516,
    '3.1 51004',
    'a position too large for the wanted leverage blocks it',
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
    'so does too little margin for a lower one',
    async (harness) => {
      await lever(harness, { lever: '20' });
      await harness.open('500');
      expect((await lever(harness, { lever: '1' })).code).toBe('59108');
    },
  ],
  [
    518,
    '3.1 leverage-info',
    'cross leverage is one number, told for each side in hedge mode',
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
    'the mode changes while nothing is open',
    async (harness) => {
      expect((await mode(harness, 'long_short_mode')).row).toMatchObject({ posMode: 'long_short_mode' });
      expect(valueOf(await harness.exchange.account()).positionMode).toBe('hedge');
    },
  ],
  [
    520,
    '3.1 59000',
    'a resting order blocks the mode, also the one that is set',
    async (harness) => {
      await harness.order();
      expect((await mode(harness, 'long_short_mode')).code).toBe('59000');
      expect((await mode(harness, 'net_mode')).code).toBe('59000');
    },
  ],
  [
    521,
    '3.1 59000',
    'a position blocks the mode',
    async (harness) => {
      await harness.open();
      expect((await mode(harness, 'long_short_mode')).code).toBe('59000');
    },
  ],
  [
    522,
    '3.1 51041',
    'a portfolio account has net mode only',
    async (harness) => {
      expect((await mode(harness, 'long_short_mode')).code).toBe('51041');
    },
    { account: { acctLv: '4' } },
  ],
  [
    523,
    '3.1 max-size',
    'the largest size is what the margin pays for, and it can be placed',
    async (harness) => {
      const { row } = await harness.get('account/max-size', { instId: ETH, tdMode: 'cross', px: '1990' });
      expect((await harness.order({ sz: row['maxBuy'] })).outcome.kind).toBe('accepted');
      expect((await harness.order({ sz: '0.5' })).outcome).toMatchObject({ reason: 'margin' });
    },
  ],
  [
    524,
    '3.1 max-avail-size',
    'the free balance shrinks by what orders hold',
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
    'the fee rates are negative on the wire and paid in our reports',
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
    'bills are told newest first, and after and before page through them',
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
    'the sum of all bills is the balance',
    async (harness) => {
      await harness.open('3');
      harness.walk('2013');
      await harness.open('3', 'sell');
      const bills = valueOf(await harness.exchange.billsAfter({ billId: null, sinceAt: 0 }));
      const sum = bills.reduce((total, bill) => total + Number(formatDecimal(bill.balanceChange)), 0);
      expect(sum).toBeCloseTo(Number(formatDecimal(valueOf(await harness.exchange.balance()).cash)), 9);
    },
  ],
  [
    528,
    '3.1 subtypes',
    'the kinds of bills can be listed',
    async (harness) => {
      expect((await harness.get('account/subtypes')).rows.map((row) => row['type'])).toContain('8');
    },
  ],
  [
    529,
    '8.2 asset/currencies',
    'the currency of the margin is listed by its chains, another one is not',
    async (harness) => {
      expect((await harness.get('asset/currencies')).rows.map((row) => row['ccy'])).toEqual(['USDT', 'USDT']);
      expect(await harness.get('asset/currencies', { ccy: 'BTC' })).toMatchObject({ code: '0', rows: [] });
    },
  ],
]);
