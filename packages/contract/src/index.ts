// The exports of the package contract, which defines the wire format of our own API.
export type { OrderRecordWire, LedgerItem, LedgerList } from './bots/bot-records.ts';
export { allocationOf, createBotPayload, settingsOfRequest, type CreateBotContent } from './bots/bot-settings.ts';
export {
  botPhases,
  type BotLogWire,
  type BotPhase,
  type HoldWire,
  type ExitStepWire,
  type NextMoveWire,
  type BotWire,
  type BotFillWire,
  type BotOrderWire,
  type BotDetailResponse,
  type FillList,
  type CreateBotResponse,
  type BotStatusRequest,
} from './bots/bots.ts';
export { createBotRequestSchema, type CreateBotRequest, type ParsedCreateBotRequest } from './bots/create-bot.ts';
export { entryWaits, type EntryWaitWire } from './bots/entry-wait.ts';
export type { BotShadow, BotSignalList, BotSignalWire, EntryOptions } from './bots/entry-signals.ts';
export type { BotRoundList, BotRoundWire } from './bots/bot-rounds.ts';
export type { HistoryItem, HistoryList } from './bots/history.ts';
export type { Portfolio } from './bots/portfolio.ts';
export type { PlanResponse } from './bots/plan.ts';
export { errorCatalogue, errorBodySchema, errorText, type ErrorCode, type ErrorBody } from './errors/catalogue.ts';
export type { ErrorEntry } from './errors/error-entry.ts';
export { classifyFailure } from './errors/classify.ts';
export { exchangeKeyErrors } from './errors/exchange-key-errors.ts';
export { isRecoverable, recoveryDelayMs, recover, type RecoveryAttempt } from './errors/recovery.ts';
export { contractLimits } from './limits.ts';
export type { MarginResponse } from './link/balance.ts';
export type { ExchangeAccountWire, OauthStatus } from './link/exchange-accounts.ts';
export {
  findExchange,
  createKeyedAccountRequestSchema,
  updateKeyedAccountRequestSchema,
  type ExchangeItem,
  type KeyedAccount,
  type CreateKeyedAccountRequest,
  type UpdateKeyedAccountRequest,
  type KeyTestResponse,
} from './link/exchange-keys.ts';
export {
  oauthKindSchema,
  oauthStateSchema,
  callbackQuerySchema,
  createKeyRequestSchema,
  type OauthKind,
  type AuthResponse,
  type CallbackResponse,
  type CreateKeyResponse,
} from './link/exchange-link.ts';
export {
  minutesLeft,
  expiryLevel,
  healthScore,
  healthLabel,
  metricsPeriods,
  alertTexts,
  type ExpiryLevel,
  type ComprehensiveStatus,
  type MetricsPeriod,
  type LinkMetrics,
  type LinkAlert,
  type AlertKey,
  type MetricsResponse,
} from './link/link-health.ts';
export {
  preflightCatalogue,
  findingWords,
  findingOf,
  type FindingWord,
  type PreflightCode,
  type Finding,
} from './link/preflight.ts';
export { viewerInstTypes, type ViewerChannel, type ViewerStatus } from './link/viewer-socket.ts';
export {
  feedMessageSchema,
  feedCloseCodes,
  feedQuerySchema,
  type TicketResponse,
  type FeedMessage,
} from './market/feed.ts';
export { candleCoverageSchema, storedBars, type CandleCoverage, type StoredMonthWire } from './market/candle-store.ts';
export type { InstrumentWire, InstrumentList, CandlesQuery, CandleWire, CandleList } from './market/instruments.ts';
export { loginResponseSchema, type LoginResponse } from './people/auth.ts';
export {
  approvalStates,
  approveRequestSchema,
  reasonRequestSchema,
  type ApprovalState,
  type OperatorUser,
  type OperatorUserList,
  type OperatorLink,
  type AuditEntryWire,
  type OperatorUserDetail,
} from './people/operator.ts';
export type { PasskeyAssertion, PasskeyChallenge, PasskeyItem, PasskeySetup } from './people/passkeys.ts';
export {
  emailSchema,
  newPasswordSchema,
  registerRequestSchema,
  type RegisterRequest,
  type ParsedRegisterRequest,
  type RegisterResponse,
  type RegistrationRules,
} from './people/registration.ts';
export type { LoginItem, SessionItem, PersonalExport } from './people/sessions.ts';
export type { UserResponse } from './people/user.ts';
export { errorStatuses, type RouteAccess, type ApiRoute } from './routes/route.ts';
export { routes, type RouteName } from './routes/routes.ts';
export type { HealthResponse } from './showcase/health.ts';
export {
  healthReason,
  healthSentence,
  healthSentences,
  type HealthCode,
  type HealthReason,
  type HealthReasonWire,
} from './showcase/health-reasons.ts';
export { helpLinksSchema, type HelpLinks } from './showcase/help.ts';
export { leaderboardSchema, type LeaderboardItem, type Leaderboard } from './showcase/leaderboard.ts';
export type { Replays } from './showcase/replay.ts';
export {
  testimonialListSchema,
  planSlotsSchema,
  type Testimonial,
  type TestimonialList,
  type PlanSlots,
} from './showcase/showcase.ts';
export { venueSchema, type VenueName } from './wire/venues.ts';
export type { ForeignPositionWire, PositionWire } from './link/positions.ts';
