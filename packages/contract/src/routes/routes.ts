// Every call of the API in one table: validation, the OpenAPI document and the web client are made from it.
import { doneAnswer, loginAnswer, loginRequest } from '../people/auth.ts';
import { balance, balanceQuery, margin, marginQuery } from '../link/balance.ts';
import {
  botDetail,
  botList,
  botParams,
  botStatusAnswer,
  botStatusRequest,
  createBotAnswer,
  fillList,
} from '../bots/bots.ts';
import { botRecordRoutes } from '../bots/bot-record-routes.ts';
import { pageQuery } from '../bots/bot-records.ts';
import { createBotRequest, idempotencyHeaders } from '../bots/create-bot.ts';
import { oauthStatus } from '../link/exchange-accounts.ts';
import { ticketAnswer, ticketRequest } from '../market/feed.ts';
import { exchangeKeyRoutes } from '../link/exchange-key-routes.ts';
import { health } from '../showcase/health.ts';
import { historyList, historyQuery } from '../bots/history.ts';
import { candleList, candlesQuery, instrumentList, instrumentParams, ticker } from '../market/instruments.ts';
import { leaderboard } from '../showcase/leaderboard.ts';
import { okxRoutes } from '../link/okx-routes.ts';
import { personRoutes } from '../people/person-routes.ts';
import type { Route } from './route.ts';
import { showcaseRoutes } from '../showcase/showcase-routes.ts';
import { sessionRoutes } from '../people/session-routes.ts';
import { user } from '../people/user.ts';

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
    body: loginRequest,
    answer: loginAnswer,
  },
  refresh: {
    method: 'POST',
    path: '/api/auth/refresh',
    access: 'cookie',
    summary: 'Renew the access token',
    answer: loginAnswer,
  },
  logout: {
    method: 'POST',
    path: '/api/auth/logout',
    access: 'cookie',
    summary: 'End the session',
    answer: doneAnswer,
  },
  me: { method: 'GET', path: '/api/user/me', access: 'session', summary: 'The profile of the caller', answer: user },
  myBots: { method: 'GET', path: '/api/bots/my-bots', access: 'session', summary: 'Running bots', answer: botList },
  history: {
    method: 'GET',
    path: '/api/bots',
    access: 'granted',
    summary: 'Finished bots of a range of days',
    query: historyQuery,
    answer: historyList,
  },
  bot: {
    method: 'GET',
    path: '/api/bots/:id',
    access: 'session',
    summary: 'One bot with its orders, fills and log',
    params: botParams,
    answer: botDetail,
  },
  botFills: {
    method: 'GET',
    path: '/api/bots/:id/fills',
    access: 'session',
    summary: 'Every execution of a bot',
    params: botParams,
    query: pageQuery,
    answer: fillList,
  },
  createBot: {
    method: 'POST',
    path: '/api/bots',
    access: 'granted',
    summary: 'Start a bot',
    headers: idempotencyHeaders,
    body: createBotRequest,
    answer: createBotAnswer,
  },
  botStatus: {
    method: 'PATCH',
    path: '/api/bots/:id/status',
    access: 'session',
    summary: 'Stop a bot, or let it end after the next take-profit',
    params: botParams,
    body: botStatusRequest,
    answer: botStatusAnswer,
  },
  balance: {
    method: 'GET',
    path: '/api/okx/account/balance',
    access: 'session',
    summary: 'Balance of a linked account',
    query: balanceQuery,
    answer: balance,
  },
  oauthStatus: {
    method: 'GET',
    path: '/api/okx/oauth/status',
    access: 'session',
    summary: 'Linked accounts',
    answer: oauthStatus,
  },
  ...okxRoutes,
  margin: {
    method: 'GET',
    path: '/api/margin',
    access: 'session',
    summary: 'Total, reserved and available margin',
    query: marginQuery,
    answer: margin,
  },
  instruments: {
    method: 'GET',
    path: '/api/instruments',
    access: 'public',
    summary: 'Tradable instruments with their rules',
    answer: instrumentList,
  },
  ticker: {
    method: 'GET',
    path: '/api/instruments/:id/ticker',
    access: 'public',
    summary: 'Last price of an instrument',
    params: instrumentParams,
    answer: ticker,
  },
  candles: {
    method: 'GET',
    path: '/api/instruments/:id/candles',
    access: 'public',
    summary: 'Candles of an instrument',
    params: instrumentParams,
    query: candlesQuery,
    answer: candleList,
  },
  leaderboard: {
    method: 'GET',
    path: '/api/leaderboard',
    access: 'public',
    summary: 'The best of the last 30 days',
    answer: leaderboard,
  },
  wsTicket: {
    method: 'POST',
    path: '/api/ws-ticket',
    access: 'session',
    summary: 'A single-use token for the live feed',
    body: ticketRequest,
    answer: ticketAnswer,
  },
  health: {
    method: 'GET',
    path: '/api/health',
    access: 'public',
    summary: 'Whether every part is ready',
    answer: health,
    otherAnswers: { 503: health },
  },
  ready: {
    method: 'GET',
    path: '/api/ready',
    access: 'public',
    summary: 'Whether requests are served',
    answer: health,
    otherAnswers: { 503: health },
  },
} as const satisfies Record<string, Route>;

export type RouteName = keyof typeof routes;
