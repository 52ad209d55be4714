// The HTTP application, built from given parts: validation, guards, routes, the OpenAPI document, the feed and the web app.
import fastifyCookie from '@fastify/cookie';
import fastifyWebsocket from '@fastify/websocket';
import Fastify from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { contractLimits } from '@rondo/contract';
import { watchMethods } from './api/allowed-methods.ts';
import type { Api } from './api/api.ts';
import { serializerCompiler } from './api/answer-text.ts';
import { ApiError, createErrorAnswer } from './api/api-error.ts';
import { createCodeTries } from './api/code-tries.ts';
import { createGuards } from './api/guards.ts';
import { readJsonBodies } from './api/json-body.ts';
import { measureCalls } from './api/measure.ts';
import { describeApi, serveDocument } from './api/openapi.ts';
import { refreshCookieName } from './api/refresh-cookie.ts';
import { createSecurityHeaders, inlineScriptsOf } from './api/security-headers.ts';
import { answerUnreadable } from './api/unreadable.ts';
import { readPage, serveWebApp } from './api/web-app.ts';
import { serverLimits } from './limits.ts';
import type { Parts } from './parts.ts';
import { serveAuth } from './routes/auth.ts';
import { serveBalance } from './routes/balance.ts';
import { serveBotRecords } from './routes/bot-records.ts';
import { serveBots } from './routes/bots.ts';
import { serveExchangeKeys } from './routes/exchange-keys.ts';
import { serveFeed } from './routes/feed.ts';
import { serveHealth } from './routes/health.ts';
import { serveHistory } from './routes/history.ts';
import { serveInstruments } from './routes/instruments.ts';
import { serveLeaderboard } from './routes/leaderboard.ts';
import { serveOkxLink } from './routes/okx-link.ts';
import { serveOkxStatus } from './routes/okx-status.ts';
import { serveOkxViewer } from './routes/okx-viewer.ts';
import { serveOperator } from './routes/operator.ts';
import { serveRegistration } from './routes/registration.ts';
import { servePersonalRecords } from './routes/personal-records.ts';
import { serveSecondFactor } from './routes/second-factor.ts';
import { serveSessions } from './routes/sessions.ts';
import { serveShowcase } from './routes/showcase.ts';
import { serveUser } from './routes/user.ts';

/** The application, not yet listening. It closes nothing that it was given. */
export async function createApp(parts: Parts): Promise<Api> {
  const answerError = createErrorAnswer(parts.log);
  const page = readPage(parts.webFolder);
  const setHeaders = createSecurityHeaders({
    inlineScripts: page === null ? [] : inlineScriptsOf(page),
    isInsecureHttp: parts.isInsecureHttp,
  });
  const api: Api = Fastify({
    logger: false,
    bodyLimit: contractLimits.bodyBytes,
    forceCloseConnections: true,
    requestTimeout: serverLimits.requestMs,
    // A proxy on this machine says whose request it passes on; budgets are per address. Nobody else is believed.
    trustProxy: 'loopback',
    // Longer than any address that Node reads: the schema of the route refuses a long id, as it refuses everything else.
    // The specification ends one path with a slash; every path is found with and without it.
    routerOptions: { maxParamLength: serverLimits.addressBytes, ignoreTrailingSlash: true },
    clientErrorHandler: answerUnreadable,
    // An address that is no address: %E0%A4 and the like. No hook sees it.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      void answerError(new ApiError('BAD_REQUEST'), request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  api.setErrorHandler(answerError);
  const methodsOf = watchMethods(api);
  readJsonBodies(api);
  api.addHook('onSend', async (request, reply) => {
    setHeaders(request, reply);
  });
  await api.register(fastifyCookie);
  await api.register(fastifyWebsocket, {
    options: { maxPayload: contractLimits.socketFrameBytes, perMessageDeflate: false },
  });
  await describeApi(api, refreshCookieName(parts.isInsecureHttp));
  // No text of ours holds a null character, and the database keeps none.
  api.addHook('onRequest', async (request) => {
    if (/%00/.test(request.url)) throw new ApiError('BAD_REQUEST');
  });
  measureCalls(api, parts);
  const serving = { api, guards: createGuards(parts), codes: createCodeTries(parts) };
  serveAuth(serving, parts);
  serveRegistration(serving, parts);
  serveSessions(serving, parts);
  serveSecondFactor(serving, parts);
  servePersonalRecords(serving, parts);
  serveUser(serving, parts);
  serveOkxLink(serving, parts);
  serveOkxStatus(serving, parts);
  serveOkxViewer(serving, parts);
  serveExchangeKeys(serving, parts);
  serveOperator(serving, parts);
  serveBots(serving, parts);
  serveBotRecords(serving, parts);
  serveHistory(serving, parts);
  serveBalance(serving, parts);
  serveInstruments(serving, parts);
  serveLeaderboard(serving, parts);
  serveShowcase(serving, parts);
  serveFeed(serving, parts);
  serveHealth(serving, parts);
  serveDocument(api);
  await serveWebApp(api, parts.webFolder, { page, methodsOf });
  return api;
}
