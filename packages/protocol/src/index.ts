// Public face of the protocol package: what the exchanges say on the wire.
export { okxPrehash, signOkxLogin, signOkxRequest, type OkxPrehash } from './okx/signing.ts';
export * from './okx/account-config.ts';
export * from './okx/balance.ts';
export * from './okx/bills.ts';
export * from './okx/candles.ts';
export * from './okx/codes.ts';
export * from './okx/envelope.ts';
export * from './okx/field.ts';
export * from './okx/fills.ts';
export * from './okx/funding.ts';
export * from './okx/instruments.ts';
export * from './okx/order-requests.ts';
export * from './okx/orders.ts';
export * from './okx/positions.ts';
export * from './okx/socket-frames.ts';
export * from './okx/tickers.ts';
export * from './okx/tiers.ts';
export * from './okx/timestamp.ts';
