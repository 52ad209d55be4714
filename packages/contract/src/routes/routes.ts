// Every call of the API in one table. Validation, the OpenAPI document and the web client derive from this table.
import { doneResponseSchema, loginResponseSchema, loginRequestSchema } from '../people/auth.ts';
import { balanceSchema, balanceQuerySchema, marginSchema, marginQuerySchema } from '../link/balance.ts';
import {
  botDetailSchema,
  botListSchema,
  botParamsSchema,
  botStatusResponseSchema,
  botStatusRequestSchema,
  createBotResponseSchema,
  fillListSchema,
} from '../bots/bots.ts';
import { botRecordRoutes } from '../bots/bot-record-routes.ts';
import { pageQuerySchema } from '../bots/bot-records.ts';
import { createBotRequestSchema, idempotencyHeadersSchema } from '../bots/create-bot.ts';
import { oauthStatusSchema } from '../link/exchange-accounts.ts';
import { ticketResponseSchema, ticketRequestSchema } from '../market/feed.ts';
import { exchangeKeyRoutes } from '../link/exchange-key-routes.ts';
import { healthSchema } from '../showcase/health.ts';
import { historyListSchema, historyQuerySchema } from '../bots/history.ts';
import {
  candleListSchema,
  candlesQuerySchema,
  instrumentListSchema,
  instrumentParamsSchema,
  tickerSchema,
} from '../market/instruments.ts';
import { leaderboardSchema } from '../showcase/leaderboard.ts';
import { linkRoutes } from '../link/link-routes.ts';
import { personRoutes } from '../people/person-routes.ts';
import type { ApiRoute } from './route.ts';
import { showcaseRoutes } from '../showcase/showcase-routes.ts';
import { sessionRoutes } from '../people/session-routes.ts';
import { userSchema } from '../people/user.ts';

/** The calls by name. Paths spell parameters `:id`. */
export const routes = {
  ...personRoutes,
  ...botRecordRoutes,
  ...showcaseRoutes,
  ...exchangeKeyRoutes,
  ...sessionRoutes,
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
    summary: 'Renew the access token',
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
    summary: 'The profile of the caller',
    response: userSchema,
  },
  myBots: {
    method: 'GET',
    path: '/api/bots/my-bots',
    access: 'session',
    summary: 'Running bots',
    response: botListSchema,
  },
  history: {
    method: 'GET',
    path: '/api/bots',
    access: 'granted',
    summary: 'Finished bots of a range of days',
    query: historyQuerySchema,
    response: historyListSchema,
  },
  bot: {
    method: 'GET',
    path: '/api/bots/:id',
    access: 'session',
    summary: 'One bot with its orders, fills and log',
    params: botParamsSchema,
    response: botDetailSchema,
  },
  botFills: {
    method: 'GET',
    path: '/api/bots/:id/fills',
    access: 'session',
    summary: 'Every execution of a bot',
    params: botParamsSchema,
    query: pageQuerySchema,
    response: fillListSchema,
  },
  createBot: {
    method: 'POST',
    path: '/api/bots',
    access: 'granted',
    summary: 'Start a bot',
    headers: idempotencyHeadersSchema,
    body: createBotRequestSchema,
    response: createBotResponseSchema,
  },
  botStatus: {
    method: 'PATCH',
    path: '/api/bots/:id/status',
    access: 'session',
    summary: 'Stop a bot, or let it end after the next take-profit',
    params: botParamsSchema,
    body: botStatusRequestSchema,
    response: botStatusResponseSchema,
  },
  balance: {
    method: 'GET',
    path: '/api/okx/account/balance',
    access: 'session',
    summary: 'Balance of a linked account',
    query: balanceQuerySchema,
    response: balanceSchema,
  },
  oauthStatus: {
    method: 'GET',
    path: '/api/okx/oauth/status',
    access: 'session',
    summary: 'Linked accounts',
    response: oauthStatusSchema,
  },
  ...linkRoutes,
  margin: {
    method: 'GET',
    path: '/api/margin',
    access: 'session',
    summary: 'Total, reserved and available margin',
    query: marginQuerySchema,
    response: marginSchema,
  },
  instruments: {
    method: 'GET',
    path: '/api/instruments',
    access: 'public',
    summary: 'Tradable instruments with their rules',
    response: instrumentListSchema,
  },
  ticker: {
    method: 'GET',
    path: '/api/instruments/:id/ticker',
    access: 'public',
    summary: 'Last price of an instrument',
    params: instrumentParamsSchema,
    response: tickerSchema,
  },
  candles: {
    method: 'GET',
    path: '/api/instruments/:id/candles',
    access: 'public',
    summary: 'Candles of an instrument',
    params: instrumentParamsSchema,
    query: candlesQuerySchema,
    response: candleListSchema,
  },
  leaderboard: {
    method: 'GET',
    path: '/api/leaderboard',
    access: 'public',
    summary: 'The best of the last 30 days',
    response: leaderboardSchema,
  },
  wsTicket: {
    method: 'POST',
    path: '/api/ws-ticket',
    access: 'session',
    summary: 'A single-use token for the live feed',
    body: ticketRequestSchema,
    response: ticketResponseSchema,
  },
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether every part is ready',
    response: healthSchema,
    otherResponses: { 503: healthSchema },
  },
  ready: {
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether requests are served',
    response: healthSchema,
    otherResponses: { 503: healthSchema },
  },
} as const satisfies Record<string, ApiRoute>;

/** The name of a call. */
export type RouteName = keyof typeof routes;
