// Lists of products that the sandbox does not have: loans, options, deposits, bots and sub-accounts. OKX returns an empty list to an account without these
// products.
import { failure, success, text } from '../wire/envelope.ts';
import type { PrivateRoute } from './account-routes.ts';
import type { PublicRoute } from './market-routes.ts';

const privatePaths = [
  'account/interest-accrued',
  'account/interest-rate',
  'account/interest-limits',
  'account/max-loan',
  'account/position-tiers',
  'account/spot-borrow-repay-history',
  'account/collateral-assets',
  'account/mmp-config',
  'account/move-positions-history',
  'asset/non-tradable-assets',
  'asset/deposit-address',
  'asset/deposit-history',
  'asset/withdrawal-history',
  'asset/deposit-withdraw-status',
  'asset/convert/currencies',
  'asset/convert/history',
  'users/subaccount/list',
  'tradingBot/grid/orders-algo-pending',
  'tradingBot/grid/orders-algo-history',
  'copytrading/current-subpositions',
  'copytrading/subpositions-history',
  'trade/easy-convert-history',
  'trade/one-click-repay-history',
  'finance/savings/balance',
];

const publicPaths = [
  'public/opt-summary',
  'public/option-trades',
  'public/delivery-exercise-history',
  'public/settlement-history',
  'public/estimated-price',
  'public/estimated-settlement-info',
  'public/instrument-tick-bands',
  'public/discount-rate-interest-free-quota',
  'public/interest-rate-loan-quota',
  'public/vip-interest-rate-loan-quota',
  'public/block-trades',
  'market/option/instrument-family-trades',
  'market/block-tickers',
  'market/block-ticker',
  'rubik/stat/option/open-interest-volume',
  'rubik/stat/option/open-interest-volume-ratio',
  'rubik/stat/option/open-interest-volume-expiry',
  'rubik/stat/option/open-interest-volume-strike',
  'finance/savings/lending-rate-history',
];

/** Private lists that are always empty, by method and path. */
export const emptyPrivateLists: Readonly<Record<string, PrivateRoute>> = Object.fromEntries(
  privatePaths.map((path) => [`GET /api/v5/${path}`, () => success([])]),
);

/** Public lists that are always empty, by path. The announcements are also empty. */
export const emptyPublicLists: Readonly<Record<string, PublicRoute>> = {
  ...Object.fromEntries(publicPaths.map((path): [string, PublicRoute] => [`/api/v5/${path}`, () => success([])])),
  '/api/v5/support/announcement-types': () => success([]),
  '/api/v5/support/announcements': (_world, query) =>
    /^\d*$/.test(text(query, 'page'))
      ? success([{ details: [], totalPage: '0' }])
      : failure('51000', 'Parameter page error', 400),
};
