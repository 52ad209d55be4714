// Cases 870-876: public figures of the exchange, the conversion between contracts and coins, and paths that return empty lists or do not exist.
import { expect } from 'vitest';
import { cases } from '../support/case.ts';
import type { Harness, Fields } from '../support/harness.ts';
import { ETH } from '../support/venue.ts';

const converted = async (harness: Harness, query: Readonly<Record<string, string>>): Promise<unknown> =>
  (await harness.get('public/convert-contract-coin', { instId: ETH, ...query })).row['sz'];

/** The cases of figures that belong to no account. */
export const venueCases = cases([
  [
    870,
    '2.1 sizing',
    'coins are converted to contracts: the result is rounded down for an opening order and rounded up for a closing order',
    async (harness) => {
      expect(await converted(harness, { sz: '1.2345' })).toBe('12.34');
      expect(await converted(harness, { sz: '1.2345', opType: 'close' })).toBe('12.35');
      expect(await converted(harness, { sz: '1000', unit: 'usds', px: '2000' })).toBe('5');
    },
  ],
  [
    871,
    '2.1 notional',
    'contracts are converted to coins, and a conversion to USDT needs a price',
    async (harness) => {
      expect(await converted(harness, { type: '2', sz: '12.34' })).toBe('1.234');
      expect(await converted(harness, { type: '2', sz: '5', unit: 'usds', px: '2000' })).toBe('1000');
      expect((await harness.get('public/convert-contract-coin', { instId: ETH, sz: '1', unit: 'usds' })).code).toBe(
        '51000',
      );
    },
  ],
  [
    872,
    '3.2 category full_liquidation',
    'the public list of liquidations contains a position after its liquidation',
    async (harness) => {
      const query = { instType: 'SWAP', instFamily: 'ETH-USDT' };
      expect((await harness.get('public/liquidation-orders', query)).rows).toEqual([]);
      await harness.open('10');
      harness.accountAction('liquidate');
      const { row } = await harness.get('public/liquidation-orders', query);
      expect(row).toMatchObject({ instId: ETH, uly: 'ETH-USDT' });
      expect(row['details']).toMatchObject([{ side: 'sell', posSide: 'long', sz: '10' }]);
      expect((await harness.get('public/liquidation-orders', {})).code).toBe('50014');
    },
  ],
  [
    873,
    '2.2 funding-rate-history before, after',
    'the list of funding settlements can be paged by the funding time',
    async (harness) => {
      const all = (await harness.get('public/funding-rate-history', { instId: ETH, limit: '5' })).rows;
      const [newest, second, third] = all.map((row) => String(row['fundingTime']));
      const page = async (query: Fields): Promise<unknown[]> =>
        (
          await harness.get('public/funding-rate-history', { instId: ETH, ...(query as Record<string, string>) })
        ).rows.map((row) => row['fundingTime']);
      expect(await page({ after: newest, limit: '2' })).toEqual([second, third]);
      expect(await page({ before: third })).toEqual([newest, second]);
    },
  ],
  [
    874,
    '2.2 statistics',
    'the long-short ratio, the taker volume and the open interest are listed by period, and the newest period is first',
    async (harness) => {
      for (const path of [
        'rubik/stat/contracts/long-short-account-ratio-contract',
        'rubik/stat/taker-volume-contract',
        'rubik/stat/contracts/open-interest-history',
      ]) {
        const { rows } = await harness.get(path, { instId: ETH, period: '1H', limit: '3' });
        const times = rows.map((row) => Number((row as unknown as readonly string[])[0]));
        expect(times).toHaveLength(3);
        expect((times[0] ?? 0) - (times[1] ?? 0)).toBe(3_600_000);
        expect((await harness.get(path, { instId: ETH, period: '7q' })).code).toBe('51000');
      }
    },
  ],
  [
    875,
    '2.2 price index',
    'the insurance fund is listed by instrument family, and a request for the components of an unknown index is refused',
    async (harness) => {
      expect((await harness.get('market/index-components', { index: 'NO-PE' })).code).toBe('51000');
      expect((await harness.get('public/insurance-fund', { instType: 'SWAP', uly: 'ETH-USDT' })).row).toMatchObject({
        instFamily: 'ETH-USDT',
        details: [{ ccy: 'USDT' }],
      });
    },
  ],
  [
    876,
    '8.3 empty successes',
    'calls about loans, deposits and sub-accounts return empty lists, and an unknown path returns 404',
    async (harness) => {
      for (const path of ['account/interest-accrued', 'asset/deposit-history', 'users/subaccount/list'])
        expect(await harness.get(path)).toMatchObject({ code: '0', rows: [] });
      expect(await harness.get('account/no-such-path')).toMatchObject({ status: 404 });
    },
  ],
]);
