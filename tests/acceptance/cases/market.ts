// Cases 750-799: public figures and the rules of instruments.
import { expect } from 'vitest';
import { cases } from '../_cases.ts';
import { valueOf, type Desk, type Fields } from '../_harness.ts';
import { ETH } from '../_venue.ts';

const rowOf = async (
  desk: Desk,
  path: string,
  query: Readonly<Record<string, string>> = { instId: ETH },
): Promise<Fields> => (await desk.get(path, query)).row;
const instrument = (desk: Desk): Promise<Fields> =>
  rowOf(desk, 'public/instruments', { instType: 'SWAP', instId: ETH });

/** Cases of the market. */
export const marketCases = cases([
  [
    750,
    '2.1 ETH-USDT-SWAP',
    'the contract is the recorded one',
    async (desk) => {
      expect(await instrument(desk)).toMatchObject({
        ctVal: '0.1',
        ctMult: '1',
        ctValCcy: 'ETH',
        ctType: 'linear',
        settleCcy: 'USDT',
        lotSz: '0.01',
        minSz: '0.01',
        tickSz: '0.01',
        lever: '100',
        maxLmtSz: '100000000',
        maxMktSz: '90000',
        maxLmtAmt: '20000000',
        instFamily: 'ETH-USDT',
        uly: 'ETH-USDT',
        baseCcy: '',
        quoteCcy: '',
        groupId: '4',
        ruleType: 'normal',
        state: 'live',
      });
    },
  ],
  [
    751,
    '2.1 other types',
    'other kinds of instruments list nothing',
    async (desk) => {
      for (const instType of ['SPOT', 'FUTURES', 'OPTION', 'MARGIN'])
        expect((await desk.get('public/instruments', { instType })).rows).toEqual([]);
    },
  ],
  [
    752,
    '2.2 ticker row',
    'the ticker has every field as a text',
    async (desk) => {
      const row = await rowOf(desk, 'market/ticker');
      expect(row).toMatchObject({ instType: 'SWAP', last: '2000', askPx: '2000.01', bidPx: '1999.99' });
      expect(Object.values(row).every((value) => typeof value === 'string')).toBe(true);
    },
  ],
  [
    753,
    '2.2 candles',
    'candles are nine texts, newest first, after is older',
    async (desk) => {
      const answer = await desk.get('market/candles', { instId: ETH, bar: '1m', limit: '2' });
      const rows = answer.rows as unknown as readonly (readonly string[])[]; // candle rows are lists of texts
      expect(rows.map((row) => row.length)).toEqual([9, 9]);
      expect(rows.map((row) => row[8])).toEqual(['0', '1']);
      const older = await desk.get('market/history-candles', {
        instId: ETH,
        bar: '1m',
        after: rows[1]?.[0] ?? '',
        limit: '1',
      });
      expect(older.rows).toHaveLength(1);
    },
  ],
  [
    754,
    '2.2 bars',
    'case matters: 1m is a minute, 1M a month, and nonsense is refused',
    async (desk) => {
      for (const bar of ['1s', '1m', '15m', '4H', '1D', '1Dutc', '1W', '1M', '3Mutc'])
        expect((await desk.get('market/candles', { instId: 'BTC-USDT-SWAP', bar, limit: '1' })).code, bar).toBe('0');
      expect((await desk.get('market/candles', { instId: ETH, bar: '7m' })).code).toBe('51000');
    },
  ],
  [
    755,
    '2.2 mark-price-candles',
    'mark and index candles have six columns',
    async (desk) => {
      for (const path of ['market/mark-price-candles', 'market/index-candles']) {
        const [row] = (await desk.get(path, { instId: path.includes('index') ? 'ETH-USDT' : ETH, limit: '1' })).rows;
        expect(row).toHaveLength(6);
      }
    },
  ],
  [
    756,
    '2.2 funding-rate',
    'the funding row has its next two instants and its last settlement',
    async (desk) => {
      const row = await rowOf(desk, 'public/funding-rate');
      expect(Number(row['nextFundingTime']) - Number(row['fundingTime'])).toBe(8 * 3_600_000);
      expect(row).toMatchObject({ method: 'current_period', settState: 'settled', nextFundingRate: '' });
    },
  ],
  [
    757,
    '7.3 tiers',
    'the first tier is the recorded one; uly is understood as well',
    async (desk) => {
      const query = { instType: 'SWAP', tdMode: 'cross' };
      expect(await rowOf(desk, 'public/position-tiers', { ...query, uly: 'ETH-USDT' })).toMatchObject({
        tier: '1',
        maxSz: '5000',
        mmr: '0.004',
        imr: '0.01',
        maxLever: '100',
      });
      expect((await desk.get('public/position-tiers', { ...query, instFamily: 'NO-USDT' })).code).toBe('51000');
    },
  ],
  [
    758,
    '2.2 price-limit',
    'the band follows the price',
    async (desk) => {
      expect(await rowOf(desk, 'public/price-limit')).toMatchObject({ buyLmt: '2100', sellLmt: '1900', enabled: true });
      desk.walk('2050');
      expect(await rowOf(desk, 'public/price-limit')).toMatchObject({ buyLmt: '2152.5' });
    },
  ],
  [
    759,
    '2.2 books',
    'the book is sorted, its rows are price, size, zero and orders',
    async (desk) => {
      const row = await rowOf(desk, 'market/books', { instId: ETH, sz: '3' });
      expect(row).toMatchObject({
        asks: [['2000.01', expect.any(String), '0', '1'], ['2000.02', expect.any(String), '0', '1'], expect.anything()],
      });
    },
  ],
  [
    760,
    '2.2 trades',
    'public trades tell price, size and side, newest first',
    async (desk) => {
      desk.walk('2001', '2002');
      expect((await desk.get('market/trades', { instId: ETH, limit: '1' })).rows).toMatchObject([
        { px: '2002', side: 'buy' },
      ]);
    },
  ],
  [
    761,
    '2.1 upcChg',
    'a change of the grid is announced before it holds',
    async (desk) => {
      desk.core.order('instruments', { instId: ETH, tickSz: '0.1', inMs: 60_000 });
      expect(await instrument(desk)).toMatchObject({ tickSz: '0.01', upcChg: [{ param: 'tickSz', newValue: '0.1' }] });
      await desk.pass(61_000);
      expect(await instrument(desk)).toMatchObject({ tickSz: '0.1', upcChg: [] });
    },
  ],
  [
    762,
    '2.1 expTime',
    'a delisting is announced by the time it happens',
    async (desk) => {
      desk.core.order('instruments', { instId: ETH, expTime: '1800000000000' });
      expect(await instrument(desk)).toMatchObject({ expTime: '1800000000000', state: 'live' });
    },
  ],
  [
    763,
    '2.2 ticker row, F-STALEPX',
    'a frozen ticker keeps its old time',
    async (desk) => {
      desk.fault('freeze', { instId: ETH, forMs: 60_000 });
      const since = desk.clock.now();
      await desk.pass(10_000);
      desk.walk('2020');
      expect(await rowOf(desk, 'market/ticker')).toMatchObject({ last: '2000', ts: String(since) });
    },
  ],
  [
    764,
    '2.2 ticker row, F-PXJUMP',
    'a price of zero, a missing price and an inverted book are told as they are',
    async (desk) => {
      desk.fault('quote', { instId: ETH, quote: 'inverted' });
      expect(await rowOf(desk, 'market/ticker')).toMatchObject({ askPx: '1999.99', bidPx: '2000.01' });
      desk.fault('quote', { instId: ETH, quote: 'zero' });
      expect(await rowOf(desk, 'market/ticker')).toMatchObject({ last: '0' });
      desk.fault('quote', { instId: ETH, quote: 'missing' });
      expect((await desk.exchange.ticker(desk.instrument)).ok).toBe(false);
    },
  ],
  [
    765,
    '2.2 public/time',
    'the time is epoch milliseconds as a text',
    async (desk) => {
      expect((await desk.get('public/time')).row).toEqual({ ts: String(desk.clock.now()) });
    },
  ],
  [
    766,
    '2.1 instIdCode',
    'the number of an instrument is a JSON number',
    async (desk) => {
      expect(typeof (await instrument(desk))['instIdCode']).toBe('number');
      expect(valueOf(await desk.market.instrument(ETH))?.rules.id).toBe(ETH);
    },
  ],
]);
