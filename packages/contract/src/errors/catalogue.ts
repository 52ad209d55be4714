// The error catalogue of our own API. Each error has an HTTP status, the message key of its translations, and an English text. The
// catalogue has the errors of specification 8 and our additional errors.
import * as z from 'zod';
import type { ErrorEntry } from './error-entry.ts';
import { exchangeErrors } from './exchange-errors.ts';
import { findingSchema } from '../link/preflight.ts';
import { exchangeKeyErrors } from './exchange-key-errors.ts';
import { personErrors } from './person-errors.ts';

/** Every error code of our responses. An error of the exchange has the status 409 when the user has to act. Otherwise it has the status 502 or 503 (decision 15). */
export const errorCatalogue = {
  ...exchangeErrors,
  ...personErrors,
  ...exchangeKeyErrors,
  FAST_API_DISABLED: {
    status: 409,
    messageKey: 'errors.fastApiDisabled',
    message: 'The trading key service is disabled. Please contact support.',
    scope: 'exchange',
  },
  OAUTH_START_FAILED: {
    status: 502,
    messageKey: 'errors.oauthStartFailed',
    message: 'The exchange link could not be started. Please try again.',
    scope: 'exchange',
  },
  FAST_API_KEY_EXISTS: {
    status: 409,
    messageKey: 'errors.fastApiKeyExists',
    message: 'A trading key already exists. Delete it and create a new one.',
    scope: 'exchange',
  },
  FAST_API_PERMISSION_DENIED: {
    status: 409,
    messageKey: 'errors.fastApiPermissionDenied',
    message: 'The exchange refused the permission for a trading key. Link the account again and allow trading.',
    scope: 'exchange',
  },
  INVALID_PASSPHRASE: {
    status: 400,
    messageKey: 'errors.invalidPassphrase',
    message: 'A passphrase has 8 to 32 characters, including a special character.',
    scope: 'exchange',
  },
  WS_CONNECTION_FAILED: {
    status: 502,
    messageKey: 'errors.wsConnectionFailed',
    message: 'The live connection failed. It reconnects automatically.',
    scope: 'exchange',
  },
  WS_AUTH_FAILED: {
    status: 409,
    messageKey: 'errors.wsAuthFailed',
    message: 'The exchange refused the live connection. Check the API key there, or link the account again.',
    scope: 'exchange',
  },
  WS_ALREADY_CONNECTED: {
    status: 409,
    messageKey: 'errors.wsAlreadyConnected',
    message: 'The live connection is already open.',
    scope: 'exchange',
  },
  WS_NOT_CONNECTED: { status: 409, messageKey: 'errors.wsNotConnected', message: 'Connect first.', scope: 'exchange' },
  WS_SUBSCRIPTION_FAILED: {
    status: 502,
    messageKey: 'errors.wsSubscriptionFailed',
    message: 'The subscription failed.',
    scope: 'exchange',
  },
  EXCHANGE_NOT_LINKED: {
    status: 409,
    messageKey: 'errors.exchangeNotLinked',
    message: 'Link an exchange account first.',
    scope: 'exchange',
  },
  EXCHANGE_KEY_REFUSED: {
    status: 409,
    messageKey: 'errors.exchangeKeyRefused',
    message: 'The exchange refuses the account’s key. Please link the account again.',
    scope: 'exchange',
  },
  EXCHANGE_UNAVAILABLE: {
    status: 503,
    messageKey: 'errors.exchangeUnavailable',
    message: 'The exchange is not responding at the moment. Please try again shortly.',
    scope: 'exchange',
  },
  TOKEN_EXPIRED: {
    status: 401,
    messageKey: 'errors.tokenExpired',
    message: 'Your session has expired. Please log in again.',
  },
  TOKEN_INVALID: { status: 401, messageKey: 'errors.tokenInvalid', message: 'Please log in.' },
  TOKEN_REFRESH_FAILED: {
    status: 401,
    messageKey: 'errors.tokenRefreshFailed',
    message: 'Your session could not be renewed. Please log in again.',
  },
  LOGIN_REQUIRED_FIELDS: {
    status: 400,
    messageKey: 'errors.loginRequiredFields',
    message: 'Please enter your email and password.',
  },
  LOGIN_FAILED: { status: 401, messageKey: 'errors.loginFailed', message: 'Email or password is incorrect.' },
  NOT_GRANTED: {
    status: 403,
    messageKey: 'errors.notGranted',
    message: 'Your account is waiting for the operator’s approval.',
  },
  FORBIDDEN: { status: 403, messageKey: 'errors.forbidden', message: 'You do not have permission to do this.' },
  NOT_FOUND: { status: 404, messageKey: 'errors.notFound', message: 'This does not exist.' },
  /** A path of our API was called with a method that the path does not support. The header `Allow` lists the supported methods. No documented operation returns this error. */
  METHOD_NOT_ALLOWED: {
    status: 405,
    messageKey: 'errors.methodNotAllowed',
    message: 'This address does not support this method.',
  },
  /** The header `Host` names no host of this server. No documented operation returns this error. */
  HOST_NOT_ALLOWED: {
    status: 421,
    messageKey: 'errors.hostNotAllowed',
    message: 'This address does not belong to this server.',
  },
  VALIDATION: { status: 400, messageKey: 'errors.validation', message: 'Please check the values you entered.' },
  BAD_REQUEST: { status: 400, messageKey: 'errors.badRequest', message: 'The request could not be read.' },
  UNSUPPORTED_MEDIA_TYPE: {
    status: 415,
    messageKey: 'errors.unsupportedMediaType',
    message: 'The request must be JSON.',
  },
  PAYLOAD_TOO_LARGE: { status: 413, messageKey: 'errors.payloadTooLarge', message: 'The request is too large.' },
  TOO_MANY_REQUESTS: {
    status: 429,
    messageKey: 'errors.tooManyRequests',
    message: 'Too many requests. Please wait a moment.',
  },
  UNKNOWN_SYMBOL: {
    status: 400,
    messageKey: 'errors.unknownSymbol',
    message: '{symbol} is not a tradable pair.',
  },
  SYMBOL_IN_USE: {
    status: 409,
    messageKey: 'errors.symbolInUse',
    message: 'A bot is already running on {symbol} in this account.',
  },
  SYMBOL_SUSPENDED: {
    status: 409,
    messageKey: 'errors.symbolSuspended',
    message:
      'The exchange has suspended trading of {symbol}. Start the bot when trading resumes, or choose another pair.',
  },
  SYMBOL_ENDING: {
    status: 409,
    messageKey: 'errors.symbolEnding',
    message: 'The exchange ends trading of {symbol} on {day}. Choose another pair.',
  },
  SYMBOL_NOT_ALLOWED: {
    status: 409,
    messageKey: 'errors.symbolNotAllowed',
    message: 'The operator of this service does not offer {symbol} for new bots. Choose another pair.',
  },
  SYMBOL_THIN: {
    status: 409,
    messageKey: 'errors.symbolThin',
    message:
      'The trading volume of {symbol} is too low for a new bot: {volume} USDT in 24 hours, and {least} USDT is needed. Choose another pair.',
  },
  AI_NOT_CONFIGURED: {
    status: 409,
    messageKey: 'errors.aiNotConfigured',
    message: 'AI (GPT) is off: no model is configured.',
  },
  AI_INSTRUMENT: {
    status: 400,
    messageKey: 'errors.aiInstrument',
    message: 'AI (GPT) does not support {symbol}. Choose another pair, or open at once with a ladder span of 4%.',
  },
  AI_BALANCE: {
    status: 409,
    messageKey: 'errors.aiBalance',
    message: 'AI (GPT) needs a total balance of at least 1,000 USDT.',
  },
  INSUFFICIENT_MARGIN: {
    status: 409,
    messageKey: 'errors.insufficientMargin',
    message: 'Cannot create more bots: {needed} USDT needed, {available} USDT available.',
  },
  BELOW_MIN_SIZE: {
    status: 400,
    messageKey: 'errors.belowMinSize',
    message: 'Step {step} is below the smallest order size. Allocate at least {smallestAllocation} USDT.',
  },
  STEP_TOO_LARGE: {
    status: 400,
    messageKey: 'errors.stepTooLarge',
    message: 'Step {step} is above the largest order size of {maxSize} contracts. Allocate less.',
  },
  BEYOND_TIER: {
    status: 400,
    messageKey: 'errors.beyondTier',
    message:
      'At step {step} the position is above {maxSize} contracts, the most this leverage allows. Lower the leverage or the allocation.',
  },
  STEPS_TOO_CLOSE: {
    status: 400,
    messageKey: 'errors.stepsTooClose',
    message: 'Step {step} has the same price as the step before it. Choose a larger distance.',
  },
  STOP_LOSS_TOO_TIGHT: {
    status: 400,
    messageKey: 'errors.stopLossTooTight',
    message: 'The stop loss is too close to the opening price. Choose at least {smallest}%.',
  },
  STEP_UNAFFORDABLE: {
    status: 400,
    messageKey: 'errors.stepUnaffordable',
    message: 'There is not enough margin for step {step}: {reason}.',
  },
  PLAN_CHANGED: {
    status: 409,
    messageKey: 'errors.planChanged',
    message: 'The price has moved since the preview. Please check the new plan.',
  },
  IDEMPOTENCY_CONFLICT: {
    status: 409,
    messageKey: 'errors.idempotencyConflict',
    message: 'This request was already sent with different content.',
  },
  BOT_NOT_RUNNING: { status: 409, messageKey: 'errors.botNotRunning', message: 'This bot has ended.' },
  BOT_STOPPING: { status: 409, messageKey: 'errors.botStopping', message: 'This bot is being stopped.' },
  UNKNOWN_ERROR: {
    status: 500,
    messageKey: 'errors.unknown',
    message: 'Something went wrong. Please try again or contact support.',
  },
} as const satisfies Record<string, ErrorEntry>;

/** A code of the error catalogue. */
export type ErrorCode = keyof typeof errorCatalogue;

/** The body of every error response. `parameters` has the values for the placeholders of the message. `field` is the dotted path of the wrong field. */
export const errorBodySchema = z.object({
  message: z.string(),
  error_code: z.string(),
  message_key: z.string(),
  parameters: z.record(z.string(), z.string()),
  field: z.string().optional(),
  scope: z.literal('exchange').optional(),
  correlation_id: z.string(),
  /** The current plan of the server. Only PLAN_CHANGED has this field. */
  plan: z.unknown().optional(),
  /** The findings. Only PREFLIGHT_FAILED has this field. */
  findings: z.array(findingSchema).optional(),
});
/** The body of an error response. */
export type ErrorBody = z.infer<typeof errorBodySchema>;

/** Returns the English text of an error and replaces the placeholders with the parameters. */
export function errorText(code: ErrorCode, parameters: Readonly<Record<string, string>> = {}): string {
  return errorCatalogue[code].message.replaceAll(/\{(\w+)\}/g, (whole, name: string) => parameters[name] ?? whole);
}
