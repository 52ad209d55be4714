// The OKX endpoints that this client uses, with their rate limits.

interface Endpoint {
  readonly path: string;
  readonly limit: number;
}

function endpoint(path: string, limit: number): Endpoint {
  return { path: `/api/v5/${path}`, limit };
}

/** The path of each endpoint and its documented limit in requests per 2 s. For a batch endpoint, the limit counts orders. Source: OKX v5, "Rate limits". */
export const endpoints = {
  placeOrder: endpoint('trade/order', 60),
  amendOrder: endpoint('trade/amend-order', 60),
  cancelOrder: endpoint('trade/cancel-order', 60),
  placeOrders: endpoint('trade/batch-orders', 300),
  amendOrders: endpoint('trade/amend-batch-orders', 300),
  cancelOrders: endpoint('trade/cancel-batch-orders', 300),
  placeTrigger: endpoint('trade/order-algo', 20),
  amendTrigger: endpoint('trade/amend-algos', 20),
  cancelTrigger: endpoint('trade/cancel-algos', 20),
  orderDetails: endpoint('trade/order', 60),
  triggerDetails: endpoint('trade/order-algo', 20),
  pendingOrders: endpoint('trade/orders-pending', 60),
  pendingTriggers: endpoint('trade/orders-algo-pending', 20),
  orderHistory: endpoint('trade/orders-history', 40),
  orderArchive: endpoint('trade/orders-history-archive', 20),
  triggerHistory: endpoint('trade/orders-algo-history', 20),
  recentFills: endpoint('trade/fills', 60),
  olderFills: endpoint('trade/fills-history', 10),
  recentBills: endpoint('account/bills', 5),
  olderBills: endpoint('account/bills-archive', 5),
  positions: endpoint('account/positions', 10),
  balance: endpoint('account/balance', 10),
  accountConfig: endpoint('account/config', 5),
  leverage: endpoint('account/leverage-info', 20),
  setLeverage: endpoint('account/set-leverage', 20),
  tradeFee: endpoint('account/trade-fee', 5),
  instruments: endpoint('public/instruments', 20),
  tiers: endpoint('public/position-tiers', 10),
  markPrice: endpoint('public/mark-price', 10),
  fundingRate: endpoint('public/funding-rate', 10),
  ticker: endpoint('market/ticker', 20),
  tickers: endpoint('market/tickers', 20),
  recentCandles: endpoint('market/candles', 40),
  olderCandles: endpoint('market/history-candles', 20),
} as const satisfies Record<string, Endpoint>;
/** The name of an endpoint. The name of the rate-limit bucket of an endpoint begins with the name of the endpoint. */
export type EndpointName = keyof typeof endpoints;
