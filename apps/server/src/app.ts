// The HTTP application: validation, guards, routes, the OpenAPI document, the feed and the web app.
import fastifyCookie from '@fastify/cookie';
import fastifyWebsocket from '@fastify/websocket';
import type { Clock } from '@rondo/engine/ports';
import Fastify from 'fastify';
import { validatorCompiler, type ZodTypeProvider } from 'fastify-type-provider-zod';
import { contractLimits } from '@rondo/contract';
import { collectMethods } from './api/allowed-methods.ts';
import type { Api } from './api/api.ts';
import { serializerCompiler } from './api/response-text.ts';
import { ApiError, createErrorResponder } from './api/api-error.ts';
import { createCodeAttempts } from './factors/code-attempts.ts';
import { createGuards } from './api/guards.ts';
import { createAddressSet } from './api/address-set.ts';
import { limitConnections } from './edge/connection-limits.ts';
import { readJsonBodies } from './api/json-body.ts';
import { compressResponses } from './api/compress-responses.ts';
import { measureCalls } from './api/measure.ts';
import { describeApi, serveDocument } from './api/openapi.ts';
import { refreshCookieName } from './people/refresh-cookie.ts';
import { createSecurityHeaders, inlineScriptsOf } from './edge/security-headers.ts';
import { createMalformedResponder } from './api/malformed-request.ts';
import type { Router } from './api/router.ts';
import { readPage, serveWebApp } from './pages/web-app.ts';
import { serverLimits } from './limits.ts';
import type { AppContext } from './app-context.ts';
import { serveAuth } from './people/auth-routes.ts';
import { serveCandles } from './candles/candle-routes.ts';
import { serveBalance } from './margin/balance-routes.ts';
import { serveBotRecords } from './bots/bot-record-routes.ts';
import { serveBots } from './bots/bot-routes.ts';
import { serveExchangeKeys } from './keys/key-routes.ts';
import { serveFeed } from './feed/feed-routes.ts';
import { serveHealth } from './ops/health-routes.ts';
import { serveHistory } from './history/history-routes.ts';
import { serveInstruments } from './market/instrument-routes.ts';
import { serveLeaderboard } from './showcase/leaderboard-routes.ts';
import { venueLink } from './venues/venue-link.ts';
import { serveLinkStatus } from './link-health/status-routes.ts';
import { serveViewer } from './link-health/viewer-routes.ts';
import { serveOperator } from './operator/operator-routes.ts';
import { serveRegistration } from './people/registration-routes.ts';
import { servePersonalRecords } from './people/personal-record-routes.ts';
import { servePasskeys } from './factors/passkey-routes.ts';
import { serveSecondFactor } from './factors/second-factor-routes.ts';
import { serveSessions } from './people/session-routes.ts';
import { serveHooks } from './signals/hook-routes.ts';
import { serveSignals } from './signals/signal-routes.ts';
import { serveShowcase } from './showcase/showcase-routes.ts';
import { serveUser } from './people/user-routes.ts';

/** Creates the application. The application does not listen yet, and it does not close its dependencies. */
export async function createApp(context: AppContext): Promise<Api> {
  const isForPeople = context.role !== 'engine';
  const page = isForPeople ? readPage(context.webFolder) : null;
  const api = createFastify(context, page);
  const methodsOf = collectMethods(api);
  readJsonBodies(api);
  limitConnections(api.server, createAddressSet(context.trustedProxies));
  await compressResponses(api);
  await api.register(fastifyCookie);
  await api.register(fastifyWebsocket, {
    options: { maxPayload: contractLimits.socketFrameBytes, perMessageDeflate: false },
  });
  await describeApi(api, refreshCookieName(context.isInsecureHttp));
  refuseUnknownHosts(api, context);
  refuseNullCharacters(api);
  const guards = createGuards(context);
  measureCalls(api, { ...context, guards });
  const router = { api, guards, codeAttempts: createCodeAttempts(context) };
  serveHealth(router, context);
  // A server that only trades has no routes for people. Its other addresses return 404.
  if (!isForPeople) return api;
  serveRoutes(router, context);
  serveDocument(api);
  await serveWebApp(api, context.webFolder, { page, methodsOf });
  return api;
}

/** Closes the port, and waits for the running requests for at most `lastRequestsMs`. */
export async function closeApp(api: Api, clock: Clock): Promise<void> {
  const limit = clock.after(serverLimits.lastRequestsMs, () => api.server.closeAllConnections());
  // After the last response a kept connection is idle, and Node does not close it.
  let sweep = clock.after(0, closeIdle);
  function closeIdle(): void {
    api.server.closeIdleConnections();
    sweep = clock.after(serverLimits.idleSweepMs, closeIdle);
  }
  await api.close();
  limit.cancel();
  sweep.cancel();
}

/** Creates a Fastify instance without routes. Every response has the security headers, and every error response has an error body of the catalogue. */
function createFastify(context: AppContext, page: string | null): Api {
  const respondToError = createErrorResponder(context.log);
  const setHeaders = createSecurityHeaders({
    inlineScripts: page === null ? [] : inlineScriptsOf(page),
    isInsecureHttp: context.isInsecureHttp,
  });
  const api: Api = Fastify({
    logger: false,
    bodyLimit: contractLimits.bodyBytes,
    // The running requests of a server that ends get their responses. `closeApp` closes the connections that stay open.
    forceCloseConnections: 'idle',
    return503OnClosing: false,
    requestTimeout: serverLimits.requestMs,
    maxRequestsPerSocket: serverLimits.requestsPerConnection,
    http: { headersTimeout: serverLimits.headersMs },
    // Budgets apply per address. The address of a caller is the last address of `X-Forwarded-For` that does not belong to a trusted proxy.
    trustProxy: [...context.trustedProxies],
    // The router returns 404 for a parameter that is longer than `maxParamLength`. No address can be longer than this value, so the schema of the route refuses
    // a long id. One path of the specification ends with a slash, so the router accepts every path with and without a slash at the end.
    routerOptions: { maxParamLength: serverLimits.addressBytes, ignoreTrailingSlash: true },
    clientErrorHandler: createMalformedResponder(context.isInsecureHttp),
    // This handler responds to an address that cannot be decoded, such as %E0%A4. No hook runs for such an address.
    frameworkErrors: (_error, request, reply) => {
      setHeaders(request, reply);
      void respondToError(new ApiError('BAD_REQUEST'), request, reply);
    },
  }).withTypeProvider<ZodTypeProvider>();
  api.setValidatorCompiler(validatorCompiler);
  api.setSerializerCompiler(serializerCompiler);
  api.setErrorHandler(respondToError);
  api.addHook('onSend', async (request, reply) => {
    setHeaders(request, reply);
  });
  return api;
}

/** Refuses a request for another host. Every path is closed for this request, also the files of the web app and the metrics. */
function refuseUnknownHosts(api: Api, { hostList }: AppContext): void {
  api.addHook('onRequest', async ({ headers, raw }) => {
    const hosts = raw.rawHeaders.filter((name, place) => place % 2 === 0 && name.toLowerCase() === 'host');
    if (hosts.length > 1 || !hostList.allowsHost(headers.host)) throw new ApiError('HOST_NOT_ALLOWED');
  });
}

/** Refuses an address with a null character, because PostgreSQL cannot store a null character. */
function refuseNullCharacters(api: Api): void {
  api.addHook('onRequest', async (request) => {
    if (/%00/.test(request.url)) throw new ApiError('BAD_REQUEST');
  });
}

function serveRoutes(router: Router, context: AppContext): void {
  serveAuth(router, context);
  serveRegistration(router, context);
  serveSessions(router, context);
  serveSecondFactor(router, context);
  servePasskeys(router, context);
  servePersonalRecords(router, context);
  serveUser(router, context);
  venueLink.serve(router, context);
  serveLinkStatus(router, context);
  serveViewer(router, context);
  serveExchangeKeys(router, context);
  serveOperator(router, context);
  serveBots(router, context);
  serveBotRecords(router, context);
  serveSignals(router, context);
  serveHooks(router, context);
  serveHistory(router, context);
  serveBalance(router, context);
  serveInstruments(router, context);
  serveCandles(router, context);
  serveLeaderboard(router, context);
  serveShowcase(router, context);
  serveFeed(router, context);
}
