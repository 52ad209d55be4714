// The exports of the protocol package: schemas, types and signing of the wire formats of the exchanges.
export {
  lbankAccountSchema,
  lbankRefusal,
  lbankRestrictionsSchema,
  lbankTimeSchema,
  parseLbankEnvelope,
  type LbankRefusal,
} from './lbank/spot-responses.ts';
export { signLbank } from './lbank/signing.ts';
export { isLbankApiKey, lbankFormText, type LbankForm } from './lbank/signing-table.ts';
export {
  okxAccountConfigSchema,
  okxLeverageSchema,
  okxTradeFeeSchema,
  type OkxAccountConfig,
  type OkxTradeFee,
} from './okx/account/account-config.ts';
export { okxBalanceSchema, type OkxBalance } from './okx/account/balance.ts';
export { okxBillSchema, type OkxBill } from './okx/account/bills.ts';
export { okxFillSchema, type OkxFill } from './okx/account/fills.ts';
export { okxPositionSchema, type OkxPosition } from './okx/account/positions.ts';
export { okxBarMs, okxBars, okxCandleSchema, type OkxBar, type OkxCandle } from './okx/market/candles.ts';
export { okxFundingRateSchema, type OkxFundingRate } from './okx/market/funding.ts';
export { okxInstrumentSchema, type OkxInstrument } from './okx/market/instruments.ts';
export {
  okxBookSchema,
  okxMarkPriceSchema,
  okxTickerSchema,
  okxTradeSchema,
  type OkxMarkPrice,
  type OkxTicker,
} from './okx/market/tickers.ts';
export { okxTierSchema, type OkxTier } from './okx/market/tiers.ts';
export {
  type OkxAlgoAmendRequest,
  type OkxAlgoCancelRequest,
  type OkxAlgoRequest,
  type OkxAmendRequest,
  type OkxCancelRequest,
  type OkxPlaceRequest,
} from './okx/orders/order-requests.ts';
export { okxAlgoOrderSchema, okxOrderSchema, type OkxAlgoOrder, type OkxOrder } from './okx/orders/orders.ts';
export {
  okxAlgoAckSchema,
  okxOrderAckSchema,
  okxTimeRowSchema,
  parseOkxEnvelope,
  type OkxEnvelope,
} from './okx/transport/envelope.ts';
export { okxAnyRowSchema, type OkxSchema, type Unrecognised } from './okx/transport/field.ts';
export {
  okxAuthorizeUrl,
  okxFastApiKeySchema,
  okxScopes,
  okxTokenRefusalSchema,
  okxTokensSchema,
  type OkxAuthorization,
} from './okx/transport/oauth.ts';
export { readOkxRow } from './okx/transport/row-reader.ts';
export { okxLoginText, okxPrehash, signOkxLogin, signOkxRequest, type OkxPrehash } from './okx/transport/signing.ts';
export { isLoginTime, signingPurpose } from './okx/transport/signing-table.ts';
export { okxChannelKey, parseOkxFrame, type OkxChannelArg, type OkxFrame } from './okx/transport/socket-frames.ts';
export { okxTimestamp } from './okx/transport/timestamp.ts';
