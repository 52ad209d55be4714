// Public face of the exchange clients: the engine's Exchange port and the public market, made real for OKX.
export { createNodeTransport, type NodeTransport } from './node-transport.ts';
export type { HttpAnswer, HttpRequest, TextSocket, Transport } from './transport.ts';
export {
  createLbankClient,
  type LbankCheck,
  type LbankClient,
  type LbankCredentials,
  type LbankKey,
} from './lbank/client.ts';
export { createOkxExchange, type OkxExchange, type OkxExchangeParts } from './okx/adapter.ts';
export {
  createOkxPublic,
  type FundingRate,
  type MarketTicker,
  type OkxPublic,
  type OkxPublicParts,
} from './okx/public-market.ts';
export { regularFees, type FeeRates, type ListedInstrument } from './okx/instrument-list.ts';
export type { Candle, CandleQuery } from './okx/candle-pages.ts';
export type { InstrumentRules } from './okx/translate.ts';
export type { OkxCredentials, OkxEnvironment } from './okx/rest.ts';
export type { OkxBar } from '@rondo/protocol';
