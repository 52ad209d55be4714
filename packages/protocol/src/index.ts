// Exports of the protocol package: schemas, types and signing of the exchanges' wire formats.
export {
  lbankAccount,
  lbankRefusal,
  lbankRestrictions,
  lbankTime,
  parseLbankEnvelope,
  type LbankRefusal,
} from './lbank/answers.ts';
export { signLbank } from './lbank/signing.ts';
export {
  okxAccountConfig,
  okxLeverage,
  okxTradeFee,
  type OkxAccountConfig,
  type OkxTradeFee,
} from './okx/account/account-config.ts';
export { okxBalance, type OkxBalance } from './okx/account/balance.ts';
export { okxBill, type OkxBill } from './okx/account/bills.ts';
export { okxFill, type OkxFill } from './okx/account/fills.ts';
export { okxPosition, type OkxPosition } from './okx/account/positions.ts';
export { okxBarMs, okxBars, okxCandle, type OkxBar, type OkxCandle } from './okx/market/candles.ts';
export { okxFundingRate, type OkxFundingRate } from './okx/market/funding.ts';
export { okxInstrument, type OkxInstrument } from './okx/market/instruments.ts';
export { okxBook, okxMarkPrice, okxTicker, okxTrade, type OkxTicker } from './okx/market/tickers.ts';
export { okxTier, type OkxTier } from './okx/market/tiers.ts';
export {
  type OkxAlgoAmendRequest,
  type OkxAlgoCancelRequest,
  type OkxAlgoRequest,
  type OkxAmendRequest,
  type OkxCancelRequest,
  type OkxPlaceRequest,
} from './okx/orders/order-requests.ts';
export { okxAlgoOrder, okxOrder, type OkxAlgoOrder, type OkxOrder } from './okx/orders/orders.ts';
export { okxAlgoAck, okxOrderAck, okxTimeRow, parseOkxEnvelope, type OkxEnvelope } from './okx/transport/envelope.ts';
export { type OkxSchema, type Unrecognised } from './okx/transport/field.ts';
export {
  okxAuthorizeUrl,
  okxFastApiKey,
  okxScopes,
  okxTokenRefusal,
  okxTokens,
  type OkxAuthorization,
} from './okx/transport/oauth.ts';
export { signOkxLogin, signOkxRequest } from './okx/transport/signing.ts';
export { okxChannelKey, parseOkxFrame, type OkxChannelArg, type OkxFrame } from './okx/transport/socket-frames.ts';
export { okxTimestamp } from './okx/transport/timestamp.ts';
