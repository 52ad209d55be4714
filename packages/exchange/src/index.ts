// The exports of the exchange clients: an implementation of the engine's Exchange port for OKX, the public market data
// of OKX, and the check of LBank keys.
export { botExchange } from './bot-exchange.ts';
export { createNodeTransport, type NodeTransport } from './transport/node-transport.ts';
export { createAddressShares } from './transport/address-shares.ts';
export { createEgress, type Egress, type EgressLine, type Network } from './transport/egress.ts';
export type { HandshakeFigures } from './transport/handshakes.ts';
export type { LinkMeter } from './meter.ts';
export { localSigner, type OkxSigner } from './okx/rest/signer.ts';
export { createRateBudget, type RateBudget } from './okx/rest/rate-budget.ts';
export type { HttpResponse, HttpRequest, TextSocket, Transport } from './transport/transport.ts';
export { createLbankClient, type LbankClient, type LbankKey, type LbankSigningKey } from './lbank/client.ts';
export type { AccountSettings, SettingsReport } from './okx/account/account-settings.ts';
export { createOkxExchange, type OkxExchange, type RawPosition } from './okx/adapter.ts';
export {
  createOkxOauth,
  isKeyLimit,
  type Bearer,
  type FastApiKey,
  type OauthResult,
  type OauthTokens,
  type OkxOauth,
} from './okx/account/oauth.ts';
export { createOkxPublic, type OkxPublic } from './okx/market/public-market.ts';
export type { PricePort } from './okx/market/price-relay.ts';
export type { ViewerEvent, ViewerSocket } from './okx/socket/viewer-socket.ts';
export type { ExchangeCandle } from './okx/market/candle-pages.ts';
export type { OkxBar } from '@rondo/protocol';
export { okxSiteOf, okxSites } from './okx/sites.ts';
export { okxVenue } from './okx/venue.ts';
