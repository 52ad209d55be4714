// Cases 750-766: the public figures of the market and the rules of the instruments.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import { valueOf, type Harness, type Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const rowOf = async (
  harness: Harness,
  path: string,
  query: Readonly<Record<string, string>> = { instId: ETH },
): Promise<Fields> => (await harness.get(path, query)).row;
const instrument = (harness: Harness): Promise<Fields> =>
  rowOf(harness, 'public/instruments', { instType: 'SWAP', instId: ETH });

/** The cases of the market. */
export const marketCases = cases([
  [
    750,
    '2.1 ETH-USDT-SWAP',
    'the instrument has the values that were recorded at OKX',
    async (harness) => {
      expect(await instrument(harness)).toMatchObject({
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
    'the list of instruments is empty when the instrument type is not SWAP',
    async (harness) => {
      for (const instType of ['SPOT', 'FUTURES', 'OPTION', 'MARGIN'])
        expect((await harness.get('public/instruments', { instType })).rows).toEqual([]);
    },
  ],
  [
    752,
    '2.2 ticker row',
    'every field of a ticker is a text',
    async (harness) => {
      const row = await rowOf(harness, 'market/ticker');
      expect(row).toMatchObject({ instType: 'SWAP', last: '2000', askPx: '2000.01', bidPx: '1999.99' });
      expect(Object.values(row).every((value) => typeof value === 'string')).toBe(true);
    },
  ],
  [
    753,
    '2.2 candles',
    'a candle has nine texts, the newest candle is first in the list, and the parameter `after` selects older candles',
    async (harness) => {
      const response = await harness.get('market/candles', { instId: ETH, bar: '1m', limit: '2' });
      const rows = response.rows as unknown as readonly (readonly string[])[]; // The exchange sends a candle as a list of texts.
      expect(rows.map((row) => row.length)).toEqual([9, 9]);
      expect(rows.map((row) => row[8])).toEqual(['0', '1']);
      const older = await harness.get('market/history-candles', {
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
    'a request for candles is accepted with every documented bar, and is refused with an unknown bar',
    async (harness) => {
      for (const bar of ['1s', '1m', '15m', '4H', '1D', '1Dutc', '1W', '1M', '3Mutc'])
        expect((await harness.get('market/candles', { instId: 'BTC-USDT-SWAP', bar, limit: '1' })).code, bar).toBe('0');
      expect((await harness.get('market/candles', { instId: ETH, bar: '7m' })).code).toBe('51000');
    },
  ],
  [
    755,
    '2.2 mark-price-candles',
    'candles of the mark price and of the index price have six columns',
    async (harness) => {
      for (const path of ['market/mark-price-candles', 'market/index-candles']) {
        const [row] = (await harness.get(path, { instId: path.includes('index') ? 'ETH-USDT' : ETH, limit: '1' })).rows;
        expect(row).toHaveLength(6);
      }
    },
  ],
  [
    756,
    '2.2 funding-rate',
    'the funding row contains the next two funding times and the last settlement',
    async (harness) => {
      const row = await rowOf(harness, 'public/funding-rate');
      expect(Number(row['nextFundingTime']) - Number(row['fundingTime'])).toBe(8 * 3_600_000);
      expect(row).toMatchObject({ method: 'current_period', settState: 'settled', nextFundingRate: '' });
    },
  ],
  [
    757,
    '7.3 tiers',
    'the first position tier has the values that were recorded at OKX, and the tiers can be filtered with the parameter `uly`',
    async (harness) => {
      const query = { instType: 'SWAP', tdMode: 'cross' };
      expect(await rowOf(harness, 'public/position-tiers', { ...query, uly: 'ETH-USDT' })).toMatchObject({
        tier: '1',
        maxSz: '5000',
        mmr: '0.004',
        imr: '0.01',
        maxLever: '100',
      });
      expect((await harness.get('public/position-tiers', { ...query, instFamily: 'NO-USDT' })).code).toBe('51000');
    },
  ],
  [
    758,
    '2.2 price-limit',
    'the price limits change when the market price changes',
    async (harness) => {
      expect(await rowOf(harness, 'public/price-limit')).toMatchObject({
        buyLmt: '2100',
        sellLmt: '1900',
        enabled: true,
      });
      harness.walk('2050');
      expect(await rowOf(harness, 'public/price-limit')).toMatchObject({ buyLmt: '2152.5' });
    },
  ],
  [
    759,
    '2.2 books',
    'the book is sorted by price, and each level has a price, a size, a zero and the number of orders',
    async (harness) => {
      const row = await rowOf(harness, 'market/books', { instId: ETH, sz: '3' });
      expect(row).toMatchObject({
        asks: [['2000.01', expect.any(String), '0', '1'], ['2000.02', expect.any(String), '0', '1'], expect.anything()],
      });
    },
  ],
  [
    760,
    '2.2 trades',
    'the list of public trades begins with the newest trade, and each trade has a price and a side',
    async (harness) => {
      harness.walk('2001', '2002');
      expect((await harness.get('market/trades', { instId: ETH, limit: '1' })).rows).toMatchObject([
        { px: '2002', side: 'buy' },
      ]);
    },
  ],
  [
    761,
    '2.1 upcChg',
    'the instrument row announces a new tick size before the new tick size takes effect',
    async (harness) => {
      harness.core.administer('instruments', { instId: ETH, tickSz: '0.1', inMs: 60_000 });
      expect(await instrument(harness)).toMatchObject({
        tickSz: '0.01',
        upcChg: [{ param: 'tickSz', newValue: '0.1' }],
      });
      await harness.pass(61_000);
      expect(await instrument(harness)).toMatchObject({ tickSz: '0.1', upcChg: [] });
    },
  ],
  [
    762,
    '2.1 expTime',
    'the row of an instrument that will be delisted has an expiry time while the instrument is still live',
    async (harness) => {
      harness.core.administer('instruments', { instId: ETH, expTime: '1800000000000' });
      expect(await instrument(harness)).toMatchObject({ expTime: '1800000000000', state: 'live' });
    },
  ],
  [
    763,
    '2.2 ticker row, F-STALEPX',
    'a frozen ticker keeps its price and its time when the market price changes',
    async (harness) => {
      harness.fault('freeze', { instId: ETH, forMs: 60_000 });
      const since = harness.clock.now();
      await harness.pass(10_000);
      harness.walk('2020');
      expect(await rowOf(harness, 'market/ticker')).toMatchObject({ last: '2000', ts: String(since) });
    },
  ],
  [
    764,
    '2.2 ticker row, F-PXJUMP',
    'a price of zero and an inverted book are returned unchanged, and our client refuses a ticker without a price',
    async (harness) => {
      harness.fault('quote', { instId: ETH, quote: 'inverted' });
      expect(await rowOf(harness, 'market/ticker')).toMatchObject({ askPx: '1999.99', bidPx: '2000.01' });
      harness.fault('quote', { instId: ETH, quote: 'zero' });
      expect(await rowOf(harness, 'market/ticker')).toMatchObject({ last: '0' });
      harness.fault('quote', { instId: ETH, quote: 'missing' });
      expect((await harness.market.ticker(harness.instrument)).ok).toBe(false);
    },
  ],
  [
    765,
    '2.2 public/time',
    'the server time is a text with the epoch milliseconds',
    async (harness) => {
      expect((await harness.get('public/time')).row).toEqual({ ts: String(harness.clock.now()) });
    },
  ],
  [
    766,
    '2.1 instIdCode',
    'the numeric id of an instrument is a JSON number',
    async (harness) => {
      expect(typeof (await instrument(harness))['instIdCode']).toBe('number');
      expect(valueOf(await harness.market.instrument(ETH))?.rules.id).toBe(ETH);
    },
  ],
]);
