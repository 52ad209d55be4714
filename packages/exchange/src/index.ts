// Public face of the exchange clients: the engine's Exchange port and the public market, made real for OKX.
export { createNodeTransport, type NodeTransport } from './node-transport.ts';
export { limitHandshakes } from './handshakes.ts';
export type { LinkMeter, MeteredCall } from './meter.ts';
export { createRateBudget, type RateBudget } from './okx/rate-budget.ts';
export type { HttpAnswer, HttpRequest, TextSocket, Transport } from './transport.ts';
export {
  createLbankClient,
  type LbankCheck,
  type LbankClient,
  type LbankCredentials,
  type LbankKey,
} from './lbank/client.ts';
export type { AccountSettings, SettingsReport } from './okx/account-settings.ts';
export { createOkxExchange, type OkxExchange, type OkxExchangeParts, type RawPosition } from './okx/adapter.ts';
export {
  createOkxOauth,
  isKeyLimit,
  type Bearer,
  type OauthAnswer,
  type OauthTokens,
  type OkxOauth,
} from './okx/oauth.ts';
export {
  createOkxPublic,
  type FundingRate,
  type MarketTicker,
  type OkxPublic,
  type OkxPublicParts,
} from './okx/public-market.ts';
export type { ViewerEvent, ViewerSocket } from './okx/viewer-socket.ts';
export { regularFees, type FeeRates, type ListedInstrument } from './okx/instrument-list.ts';
export type { Candle, CandleQuery } from './okx/candle-pages.ts';
export type { InstrumentRules } from './okx/translate.ts';
export type { OkxCredentials, OkxEnvironment } from './okx/rest.ts';
export type { OkxBar } from '@rondo/protocol';
