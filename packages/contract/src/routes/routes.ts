// The table of every call of the API. The validation, the OpenAPI document and the web client are made from this table.
import { doneResponseSchema, loginResponseSchema, loginRequestSchema } from '../people/auth.ts';
import { balanceSchema, balanceQuerySchema, marginSchema, marginQuerySchema } from '../link/balance.ts';
import {
  botDetailSchema,
  botListSchema,
  botParamsSchema,
  botQuerySchema,
  botStatusResponseSchema,
  botRecoverRequestSchema,
  botStatusRequestSchema,
  createBotResponseSchema,
  fillListSchema,
} from '../bots/bots.ts';
import { botRecordRoutes } from '../bots/bot-record-routes.ts';
import { entrySignalRoutes } from '../bots/entry-signal-routes.ts';
import { pageQuerySchema } from '../bots/bot-records.ts';
import { createBotRequestSchema, idempotencyHeadersSchema } from '../bots/create-bot.ts';
import { oauthStatusSchema } from '../link/exchange-accounts.ts';
import { ticketResponseSchema, ticketRequestSchema } from '../market/feed.ts';
import { exchangeKeyRoutes } from '../link/exchange-key-routes.ts';
import { healthSchema, livenessSchema } from '../showcase/health.ts';
import { historyListSchema, historyQuerySchema } from '../bots/history.ts';
import {
  candleListSchema,
  candlesQuerySchema,
  instrumentListSchema,
  instrumentParamsSchema,
  tickerSchema,
} from '../market/instruments.ts';
import { leaderboardSchema } from '../showcase/leaderboard.ts';
import { candleStoreRoutes } from '../market/candle-routes.ts';
import { linkRoutes } from '../link/link-routes.ts';
import { passkeyRoutes } from '../people/passkey-routes.ts';
import { personRoutes } from '../people/person-routes.ts';
import type { ApiRoute } from './route.ts';
import { showcaseRoutes } from '../showcase/showcase-routes.ts';
import { sessionRoutes } from '../people/session-routes.ts';
import { userSchema } from '../people/user.ts';

/** The calls by name. A path contains a parameter as `:id`. */
export const routes = {
  ...personRoutes,
  ...botRecordRoutes,
  ...entrySignalRoutes,
  ...showcaseRoutes,
  ...exchangeKeyRoutes,
  ...sessionRoutes,
  ...passkeyRoutes,
  ...candleStoreRoutes,
  login: {
    method: 'POST',
    path: '/api/auth/login',
    access: 'public',
    summary: 'Log in with e-mail and password',
    body: loginRequestSchema,
    response: loginResponseSchema,
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh',
    access: 'cookie',
    summary: 'Renew the access token of the session',
    response: loginResponseSchema,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'cookie',
    summary: 'End the session',
    response: doneResponseSchema,
  },
  me: {
    method: 'GET',
    path: '/api/user/me',
    access: 'session',
    summary: 'Return the profile of the caller',
    response: userSchema,
  },
  myBots: {
    method: 'GET',
    path: '/api/bots/my-bots',
    access: 'session',
    summary: 'List the running bots of the caller',
    response: botListSchema,
  },
  history: {
    method: 'GET',
    path: '/api/bots',
    access: 'granted',
    summary: 'List the finished bots of a range of days',
    query: historyQuerySchema,
    response: historyListSchema,
  },
  bot: {
    method: 'GET',
    path: '/api/bots/:id',
    access: 'session',
    summary: 'Return one bot with its orders, fills and log',
    params: botParamsSchema,
    query: botQuerySchema,
    response: botDetailSchema,
  },
  botFills: {
    method: 'GET',
    path: '/api/bots/:id/fills',
    access: 'session',
    summary: 'List every fill of a bot',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: fillListSchema,
  },
  createBot: {
    method: 'POST',
    path: '/api/bots',
    access: 'granted',
    summary: 'Create and start a bot',
    headers: idempotencyHeadersSchema,
    body: createBotRequestSchema,
    response: createBotResponseSchema,
  },
  botStatus: {
    method: 'PATCH',
    path: '/api/bots/:id/status',
    access: 'session',
    summary: 'Stop a bot immediately or after the next take-profit',
    params: botParamsSchema,
    body: botStatusRequestSchema,
    response: botStatusResponseSchema,
    otherResponses: { 202: botStatusResponseSchema },
  },
  releaseGuard: {
    method: 'POST',
    path: '/api/bots/:id/loss-guard/release',
    access: 'session',
    summary: 'Release the loss guard of a bot, so that the bot may open new rounds',
    params: botParamsSchema,
    response: botStatusResponseSchema,
    otherResponses: { 202: botStatusResponseSchema },
  },
  recoverBot: {
    method: 'POST',
    path: '/api/bots/:id/recover',
    access: 'session',
    summary: 'Recover a bot that missed its entry or whose position was reduced outside of the bot',
    params: botParamsSchema,
    body: botRecoverRequestSchema,
    response: botStatusResponseSchema,
    otherResponses: { 202: botStatusResponseSchema },
  },
  balance: {
    method: 'GET',
    path: '/api/okx/account/balance',
    access: 'session',
    summary: 'Return the balance of a linked account',
    query: balanceQuerySchema,
    response: balanceSchema,
  },
  oauthStatus: {
    method: 'GET',
    path: '/api/okx/oauth/status',
    access: 'session',
    summary: 'List the linked accounts',
    response: oauthStatusSchema,
  },
  ...linkRoutes,
  margin: {
    method: 'GET',
    path: '/api/margin',
    access: 'session',
    summary: 'Return the total, the reserved and the available margin',
    query: marginQuerySchema,
    response: marginSchema,
  },
  instruments: {
    method: 'GET',
    path: '/api/instruments',
    access: 'public',
    summary: 'List the tradable instruments with their rules',
    response: instrumentListSchema,
  },
  ticker: {
    method: 'GET',
    path: '/api/instruments/:id/ticker',
    access: 'public',
    summary: 'Return the last price of an instrument',
    params: instrumentParamsSchema,
    response: tickerSchema,
  },
  candles: {
    method: 'GET',
    path: '/api/instruments/:id/candles',
    access: 'public',
    summary: 'Return the candles of an instrument',
    params: instrumentParamsSchema,
    query: candlesQuerySchema,
    response: candleListSchema,
  },
  leaderboard: {
    method: 'GET',
    path: '/api/leaderboard',
    access: 'public',
    summary: 'Return the members with the highest profit of the last 30 days',
    response: leaderboardSchema,
  },
  wsTicket: {
    method: 'POST',
    path: '/api/ws-ticket',
    access: 'session',
    summary: 'Create a single-use ticket for the live feed',
    body: ticketRequestSchema,
    response: ticketResponseSchema,
  },
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Return whether every part of the product is ready',
    response: healthSchema,
    otherResponses: { 503: healthSchema },
  },
  live: {
    method: 'GET',
    path: '/api/health/live',
    access: 'public',
    summary: 'Return 200 while the process responds',
    response: livenessSchema,
  },
  ready: {
    method: 'GET',
    path: '/api/health/ready',
    access: 'public',
    summary: 'Return whether the server accepts requests',
    response: healthSchema,
    otherResponses: { 503: healthSchema },
  },
} as const satisfies Record<string, ApiRoute>;

/** The name of a call. */
export type RouteName = keyof typeof routes;
