// Cases 890-912: isolated margin in both position modes, and positions that are closed in parts.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness, Fields } from '../support/harness.ts';
import { listening, rows } from '../support/sockets.ts';
import { ETH } from '../support/venue.ts';

const isolated = { tdMode: 'isolated' };
const hedge = { account: { posMode: 'long_short_mode' } } as const;
const lever = (harness: Harness, fields: Fields): ReturnType<Harness['post']> =>
  harness.post('account/set-leverage', { instId: ETH, mgnMode: 'isolated', ...fields });
const margin = (harness: Harness, fields: Fields): ReturnType<Harness['post']> =>
  harness.post('account/position/margin-balance', { instId: ETH, posSide: 'net', ...fields });
const usdt = async (harness: Harness): Promise<Fields> =>
  ((await harness.get('account/balance')).row['details'] as readonly Fields[])[0] ?? {};
const position = async (harness: Harness): Promise<Fields> => (await harness.get('account/positions')).row;

/** The cases of isolated margin. */
export const isolatedCases = cases([
  [
    890,
    '3.1 positions margin (isolated)',
    'an isolated position has its own leverage and margin, and its cross margin is empty',
    async (harness) => {
      await lever(harness, { lever: '10' });
      await harness.open('10', 'buy', isolated);
      const row = await position(harness);
      expect(row).toMatchObject({ mgnMode: 'isolated', posSide: 'net', lever: '10', imr: '', margin: '200.001' });
      expect(Number(row['mgnRatio'])).toBeGreaterThan(1);
    },
  ],
  [
    891,
    '3.1 isoEq',
    'opening an isolated position subtracts its margin from the cash but not from the equity',
    async (harness) => {
      await lever(harness, { lever: '10' });
      await harness.open('10', 'buy', isolated);
      harness.walk('2010');
      const row = await usdt(harness);
      // The profit of one coin is 2010 - 2000.01 = 9.99. The fee is 0.05 % of 2000.01.
      expect(row).toMatchObject({ isoUpl: '9.99', isoEq: '209.991', cashBal: '9798.998995' });
      expect(Number(row['eq'])).toBeCloseTo(9_798.998995 + 209.991, 9);
      expect(row['imr']).toBe('0');
    },
  ],
  [
    892,
    '7 liqPx (isolated)',
    'the liquidation price of an isolated position depends only on the margin of this position',
    async (harness) => {
      await lever(harness, { lever: '10' });
      await harness.open('10', 'buy', isolated);
      const row = await position(harness);
      // The expected price is (2000.01 - 200.001) / (1 - 0.004 - 0.0005).
      expect(Number(row['liqPx'])).toBeCloseTo(1_800.009 / 0.9955, 6);
      await harness.open('100');
      const modes = (await harness.get('account/positions')).rows.map((one) => one['mgnMode']);
      expect(new Set(modes)).toEqual(new Set(['cross', 'isolated']));
      const again = (await harness.get('account/positions')).rows.find((one) => one['mgnMode'] === 'isolated');
      expect(again?.['liqPx']).toBe(row['liqPx']);
    },
  ],
  [
    893,
    '7 liquidation (isolated)',
    'the liquidation of an isolated position costs only the margin and the fees of this position',
    async (harness) => {
      await lever(harness, { lever: '10' });
      await harness.open('10', 'buy', isolated);
      await harness.open('10');
      harness.walk('1800');
      expect((await harness.get('account/positions')).rows).toMatchObject([{ mgnMode: 'cross', pos: '10' }]);
      const { rows: episodes } = await harness.get('account/positions-history', { mgnMode: 'isolated' });
      expect(episodes).toMatchObject([{ type: '3', mgnMode: 'isolated', lever: '10' }]);
      // The cash loses only the margin of 200.001 and both opening fees.
      const { row } = await harness.get('account/balance');
      expect(Number(row['totalEq'])).toBeGreaterThan(10_000 - 200.001 - 2.1 - 201);
      expect((await harness.get('account/bills', { type: '5' })).row).toMatchObject({ mgnMode: 'isolated' });
    },
  ],
  [
    894,
    '3.1 position/margin-balance add',
    'a call that adds margin to a long position writes a bill and lowers the liquidation price',
    async (harness) => {
      await harness.open('10', 'buy', isolated);
      const before = await position(harness);
      const { row } = await margin(harness, { type: 'add', amt: '100' });
      expect(row).toMatchObject({ instId: ETH, posSide: 'net', amt: '100', type: 'add', ccy: 'USDT' });
      const after = await position(harness);
      expect(Number(after['margin']) - Number(before['margin'])).toBeCloseTo(100, 9);
      expect(Number(after['liqPx'])).toBeLessThan(Number(before['liqPx']));
      expect((await harness.get('account/bills', { type: '6' })).row).toMatchObject({
        subType: '160',
        balChg: '-100',
        posBalChg: '100',
        posBal: after['margin'],
        mgnMode: 'isolated',
      });
    },
  ],
  [
    895,
    '3.1 position/margin-balance reduce',
    'the part of an isolated margin that is above the margin required by the leverage can be removed',
    async (harness) => {
      await harness.open('10', 'buy', isolated);
      expect((await margin(harness, { type: 'reduce', amt: '1' })).code).toBe('59301');
      await margin(harness, { type: 'add', amt: '50' });
      expect((await margin(harness, { type: 'reduce', amt: '49' })).code).toBe('0');
      expect((await harness.get('account/bills', { subType: '161' })).row).toMatchObject({
        balChg: '49',
        posBalChg: '-49',
      });
    },
  ],
  [
    896,
    '3.1 position/margin-balance refusals',
    'a change of the margin is refused when the position does not exist, a parameter is invalid, or the amount is above the cash',
    async (harness) => {
      expect((await margin(harness, { type: 'add', amt: '1' })).code).toBe('59300');
      await harness.open('10', 'buy', isolated);
      expect((await margin(harness, { type: 'give', amt: '1' })).code).toBe('51000');
      expect((await margin(harness, { type: 'add', amt: '0' })).code).toBe('51000');
      expect((await margin(harness, { type: 'add', amt: '99999' })).code).toBe('59301');
      expect((await margin(harness, { type: 'add', amt: '1', posSide: 'long' })).code).toBe('51000');
    },
  ],
  [
    897,
    '3.1 set-leverage isolated, hedge',
    'each position side has its own isolated leverage in hedge mode, and a change of the leverage must contain the position side',
    async (harness) => {
      expect((await lever(harness, { lever: '5' })).code).toBe('51000');
      expect((await lever(harness, { lever: '5', posSide: 'long' })).row).toMatchObject({
        posSide: 'long',
        lever: '5',
      });
      await lever(harness, { lever: '8', posSide: 'short' });
      const { rows: listed } = await harness.get('account/leverage-info', { instId: ETH, mgnMode: 'isolated' });
      expect(listed.map((row) => [row['posSide'], row['lever']])).toEqual([
        ['long', '5'],
        ['short', '8'],
      ]);
      expect((await harness.get('account/leverage-info', { instId: ETH, mgnMode: 'cross' })).row['lever']).toBe('3');
    },
    hedge,
  ],
  [
    898,
    '3.1 set-leverage isolated, open position',
    'the margin of an open isolated position changes when its leverage changes',
    async (harness) => {
      await lever(harness, { lever: '10' });
      await harness.open('10', 'buy', isolated);
      await lever(harness, { lever: '5' });
      expect(await position(harness)).toMatchObject({ margin: '400.002', lever: '5' });
      await lever(harness, { lever: '20' });
      expect(await position(harness)).toMatchObject({ margin: '100.0005', lever: '20' });
    },
  ],
  [
    899,
    '3.1 59112, 59669',
    'a change of the isolated leverage is refused while an isolated order or stop is open, and the cross leverage can be changed',
    async (harness) => {
      await harness.order(isolated);
      expect((await lever(harness, { lever: '7' })).code).toBe('59112');
      expect((await lever(harness, { lever: '7', mgnMode: 'cross' })).code).toBe('0');
      harness.accountAction('cancelAll');
      await harness.open('1', 'buy', isolated);
      await harness.stop({ ...isolated, slTriggerPx: '1900' });
      expect((await lever(harness, { lever: '7' })).code).toBe('59669');
    },
  ],
  [
    900,
    '3.2 tdMode isolated, reduceOnly',
    'a reduce-only order reduces only the position of its own margin mode',
    async (harness) => {
      await harness.open('2');
      const refused = await harness.order({ ...isolated, side: 'sell', px: '2010', reduceOnly: true });
      expect(refused.row['sCode']).toBe('51169');
      await harness.open('2', 'buy', isolated);
      expect((await harness.order({ ...isolated, side: 'sell', px: '2010', reduceOnly: true })).row['sCode']).toBe('0');
      expect((await harness.get('trade/orders-pending')).row).toMatchObject({ tdMode: 'isolated', reduceOnly: 'true' });
    },
  ],
  [
    901,
    '3.2 close-position isolated',
    'the cross position stays open when close-position closes the isolated position',
    async (harness) => {
      await harness.open('2');
      await harness.open('3', 'buy', isolated);
      expect((await harness.post('trade/close-position', { instId: ETH, mgnMode: 'isolated' })).code).toBe('0');
      expect((await harness.get('account/positions')).rows).toMatchObject([{ mgnMode: 'cross', pos: '2' }]);
      expect((await harness.post('trade/close-position', { instId: ETH, mgnMode: 'isolated' })).code).toBe('51023');
    },
  ],
  [
    902,
    '3.1 bill posBal, posBalChg',
    'when an isolated position closes, its margin returns to the cash, and the sum of all bills equals the cash',
    async (harness) => {
      await harness.open('10', 'buy', isolated);
      harness.walk('2020');
      await harness.open('4', 'sell', { ...isolated, reduceOnly: true });
      await harness.open('6', 'sell', { ...isolated, reduceOnly: true });
      const { rows: bills } = await harness.get('account/bills', { mgnMode: 'isolated' });
      expect(bills).toHaveLength(3);
      expect(bills[0]).toMatchObject({ posBal: '0' });
      expect(bills.reduce((sum, bill) => sum + Number(bill['posBalChg']), 0)).toBeCloseTo(0, 9);
      const all = (await harness.get('account/bills')).rows.reduce((sum, bill) => sum + Number(bill['balChg']), 0);
      expect(Number((await usdt(harness))['cashBal'])).toBeCloseTo(all, 9);
    },
  ],
  [
    903,
    '3.1 max-size isolated',
    'the largest size is computed with the isolated leverage, and one request can contain several instruments',
    async (harness) => {
      await lever(harness, { lever: '10' });
      const ask = async (tdMode: string): Promise<number> =>
        Number((await harness.get('account/max-size', { instId: ETH, tdMode })).row['maxBuy']);
      expect(await ask('isolated')).toBeGreaterThan(3 * (await ask('cross')));
      const two = await harness.get('account/max-size', { instId: `${ETH},BTC-USDT-SWAP`, tdMode: 'isolated' });
      expect(two.rows.map((row) => row['instId'])).toEqual([ETH, 'BTC-USDT-SWAP']);
      expect((await harness.get('account/max-size', { instId: ETH, tdMode: 'cash' })).code).toBe('51000');
    },
  ],
  [
    904,
    '3.1 max-avail-size isolated',
    'the available size for isolated margin does not include the unrealised profit of other positions',
    async (harness) => {
      await harness.open('100');
      harness.walk('2090');
      const ask = async (tdMode: string): Promise<number> =>
        Number((await harness.get('account/max-avail-size', { instId: ETH, tdMode })).row['availBuy']);
      expect((await ask('cross')) - (await ask('isolated'))).toBeGreaterThan(800);
    },
  ],
  [
    905,
    '4.4 eventType adjust_margin, set_leverage',
    'a change of the margin is pushed with the event type `adjust_margin`, and a change of the leverage is pushed with the event type `set_leverage`',
    async (harness) => {
      await harness.open('10', 'buy', isolated);
      const socket = listening(
        harness,
        { channel: 'balance_and_position' },
        { channel: 'positions', instType: 'SWAP' },
      );
      await margin(harness, { type: 'add', amt: '10' });
      await lever(harness, { lever: '4' });
      const events = rows(socket, 'balance_and_position').map((row) => row['eventType']);
      expect(events).toEqual(expect.arrayContaining(['snapshot', 'adjust_margin', 'set_leverage']));
      expect(rows(socket, 'positions').at(-1)).toMatchObject({ mgnMode: 'isolated', lever: '4' });
    },
  ],
  [
    906,
    '3.3 tdMode isolated',
    'a stop with isolated margin closes only the isolated position when it triggers',
    async (harness) => {
      await harness.open('2');
      await harness.open('2', 'buy', isolated);
      const stop = await harness.stop({ ...isolated, sz: '', closeFraction: '1', slTriggerPx: '1990' });
      expect((await harness.get('trade/orders-algo-pending', { ordType: 'conditional' })).row).toMatchObject({
        algoId: stop.row['algoId'],
        tdMode: 'isolated',
      });
      harness.walk('1990');
      expect((await harness.get('account/positions')).rows).toMatchObject([{ mgnMode: 'cross', pos: '2' }]);
    },
  ],
  [
    907,
    '3.1 posSide, isolated hedge',
    'both position sides can have isolated positions in hedge mode, and each position has its own margin',
    async (harness) => {
      await lever(harness, { lever: '5', posSide: 'long' });
      await lever(harness, { lever: '10', posSide: 'short' });
      await harness.open('10', 'buy', { ...isolated, posSide: 'long' });
      await harness.open('10', 'sell', { ...isolated, posSide: 'short' });
      const { rows: open } = await harness.get('account/positions');
      const of = (posSide: string): Fields | undefined => open.find((row) => row['posSide'] === posSide);
      expect(of('long')).toMatchObject({ lever: '5', margin: '400.002' });
      expect(of('short')).toMatchObject({ lever: '10', margin: '199.999' });
      expect(Number(of('short')?.['liqPx'])).toBeGreaterThan(2_100);
    },
    hedge,
  ],
  [
    908,
    '7.4 funding (isolated)',
    'the funding of an isolated position is paid from the cash, and the bill of this funding has the margin mode `isolated`',
    async (harness) => {
      await harness.open('10', 'buy', isolated);
      const before = await position(harness);
      harness.accountAction('funding', { instId: ETH, rate: '0.001' });
      expect((await harness.get('account/bills', { type: '8' })).row).toMatchObject({ mgnMode: 'isolated', pnl: '-2' });
      expect(await position(harness)).toMatchObject({ margin: before['margin'], fundingFee: '-2' });
    },
  ],
  [
    909,
    '3.1 adjust-leverage-info',
    'adjust-leverage-info returns the margin and the liquidation price at another leverage, and does not change the leverage',
    async (harness) => {
      await harness.open('10', 'buy', isolated);
      const query = { instType: 'SWAP', instId: ETH, mgnMode: 'isolated', lever: '20' };
      const { row } = await harness.get('account/adjust-leverage-info', query);
      expect(row).toMatchObject({ estMgn: '100.0005', maxLever: '100', existOrd: false });
      expect(Number(row['estLiqPx'])).toBeGreaterThan(1_900);
      expect((await position(harness))['lever']).toBe('3');
      expect((await harness.get('account/adjust-leverage-info', { ...query, lever: '101' })).code).toBe('59102');
    },
  ],
  [
    910,
    '3.1 positions-history type 1',
    'the position history has a row for a partly closed position, and this row is updated when the position closes completely',
    async (harness) => {
      await harness.open('3');
      await harness.open('1', 'sell', { reduceOnly: true });
      const ask = async (): Promise<readonly Fields[]> => (await harness.get('account/positions-history')).rows;
      expect(await ask()).toMatchObject([{ type: '1', closeTotalPos: '1', openMaxPos: '3' }]);
      await harness.open('2', 'sell', { reduceOnly: true });
      expect(await ask()).toMatchObject([{ type: '2', closeTotalPos: '3' }]);
    },
  ],
  [
    911,
    '3.1 positions-history type 4',
    'a position is liquidated in parts when its size is above the first tier',
    async (harness) => {
      await lever(harness, { lever: '50' });
      await harness.open('6000', 'buy', { ...isolated });
      harness.walk('1970');
      const { rows: positions } = await harness.get('account/positions-history', { mgnMode: 'isolated' });
      const { rows: orders } = await harness.get('trade/orders-history', { instType: 'SWAP' });
      expect(orders.map((row) => row['category'])).toContain('partial_liquidation');
      expect(['3', '4']).toContain(positions[0]?.['type']);
      expect(Number((await usdt(harness))['cashBal'])).toBeGreaterThanOrEqual(0);
    },
    { account: { usdt: '100000' } },
  ],
  [
    912,
    '6 51008 (isolated)',
    'an isolated order is refused when its margin is larger than the cash',
    async (harness) => {
      expect((await harness.order({ ...isolated, sz: '200' })).row['sCode']).toBe('51008');
      expect((await harness.order({ ...isolated, sz: '100' })).row['sCode']).toBe('0');
      expect(Number((await usdt(harness))['ordFrozen'])).toBeGreaterThan(6_000);
    },
  ],
]);
