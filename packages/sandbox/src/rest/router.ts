// Routing of one REST request: maintenance, limits, authentication, permissions and the route.
import { failure, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { fastApiResponse } from '../oauth/fast-api-keys.ts';
import { isInMaintenance, maintenanceResponse } from '../core/maintenance.ts';
import { readInstrument } from '../orders/placement.ts';
import { countPrivate, countPublic } from '../access/request-rates.ts';
import { accountRoutes, type PrivateRoute } from './account-routes.ts';
import { assetRoutes } from './asset-routes.ts';
import { emptyPrivateLists } from './empty-routes.ts';
import { publicRoutes } from './public-routes.ts';
import { leverageRoutes } from './leverage-routes.ts';
import { settingRoutes } from './settings-routes.ts';
import { tradeRoutes } from './trade-routes.ts';
import { authenticate, mayTrade, type Signer } from '../access/sign-in.ts';
import type { CoreRequest } from '../wire/request.ts';
import { readStale } from '../faults/fault-switches.ts';
import type { World } from '../state/world.ts';

/** The paths on which the header `expTime` can set a deadline (on OKX: new and changed orders). */
const deadlinePaths = new Set([
  '/api/v5/trade/order',
  '/api/v5/trade/batch-orders',
  '/api/v5/trade/amend-order',
  '/api/v5/trade/amend-batch-orders',
]);

const privateRoutes: Readonly<Record<string, PrivateRoute>> = {
  ...emptyPrivateLists,
  ...accountRoutes,
  ...leverageRoutes,
  ...settingRoutes,
  ...assetRoutes,
  ...tradeRoutes,
};

/** The private lists that the fault `stale` can delay. */
const delayablePaths = /^\/api\/v5\/(trade\/(order|orders-|fills)|account\/(positions|balance|bills))/;

/** Returns the response to a request. */
export function route(world: World, request: CoreRequest): CoreResponse {
  const closed = banned(world) ?? maintenanceResponse(world, request.path) ?? requestedRefusal(request);
  if (closed) return closed;
  const method = request.method.toUpperCase();
  const query = Object.fromEntries(new URLSearchParams(request.query ?? ''));
  const name = `${method} ${request.path}`;
  const open = method === 'GET' ? publicRoutes[request.path] : undefined;
  if (open) {
    const of = { ip: request.address ?? '', instId: text(query, 'instId') };
    return (world.switches.countsRequests ? countPublic(world, name, of) : undefined) ?? open(world, query);
  }
  const fastApi = fastApiResponse(world, request, readObject(request.body ?? ''));
  if (fastApi) return fastApi;
  const handle = privateRoutes[name];
  if (!handle) return failure('50404', 'Not Found', 404);
  const found = authenticate(world, request);
  if (!found.ok) return found.response;
  const body = method === 'POST' ? readBody(request.body ?? '') : query;
  const refusal = checkCall(world, request, { name, signer: found.signer, body });
  if (refusal || body === undefined) return refusal ?? failure('50002', 'JSON syntax error', 400);
  const items = Array.isArray(body) ? body : [body];
  const { ledger } = found.signer;
  const carryOut = (): CoreResponse => handle({ world, signer: found.signer, ledger, fields: items[0] ?? {}, items });
  if (method !== 'GET' || !delayablePaths.test(request.path)) return carryOut();
  const key = `${ledger.account.accountId} ${request.path}?${request.query ?? ''}`;
  return readStale(world.switches, { key, now: world.clock.now() }, carryOut);
}

interface Call {
  readonly name: string;
  readonly signer: Signer;
  readonly body: Raw | Raw[] | undefined;
}

// Checks a request before the route is called, in the order that OKX uses.
function checkCall(world: World, request: CoreRequest, call: Call): CoreResponse | undefined {
  const isPost = call.name.startsWith('POST');
  if (isPost && !mayTrade(call.signer.key))
    return failure('50120', "This API key doesn't have permission to use this function", 401);
  const type = header(request, 'content-type');
  if (isPost && type !== undefined && !/json/i.test(type) && (request.body ?? '') !== '')
    return failure('50006', 'Invalid Content-Type, please use "application/json".', 400);
  if (call.body === undefined) return failure('50002', 'JSON syntax error', 400);
  const expTime = header(request, 'exptime');
  if (expTime !== undefined && deadlinePaths.has(request.path)) {
    if (!/^\d{1,16}$/.test(expTime)) return failure('50037', 'The expTime format is incorrect.', 400);
    if (Number(expTime) < world.clock.now() + world.switches.clockOffsetMs)
      return failure('50036', 'The expTime can’t be earlier than the current system time.');
  }
  if (!world.switches.countsRequests) return undefined;
  return countPrivate(world, call.name, {
    accountId: call.signer.ledger.account.accountId,
    items: Array.isArray(call.body) ? call.body : [call.body],
    instrumentOf: (item) => readInstrument(item)?.instId ?? '',
  });
}

// Returns the refusal that every request gets while the fault `ban` is active.
function banned(world: World): CoreResponse | undefined {
  if (world.clock.now() >= world.switches.bannedUntil) return undefined;
  return failure('50011', 'Too Many Requests: this address is banned for a while.', 429);
}

// Returns a refusal with the code that the instrument id contains: `FAULT-50026` causes the code 50026.
function requestedRefusal(request: CoreRequest): CoreResponse | undefined {
  const code = /"?instId"?[=:]\s*"?FAULT-(\d{5})/.exec(`${request.query ?? ''} ${request.body ?? ''}`)?.[1];
  return code === undefined ? undefined : failure(code, `the instrument id FAULT-${code} requested this code`);
}

function header(request: CoreRequest, name: string): string | undefined {
  return Object.entries(request.headers ?? {}).find(([one]) => one.toLowerCase() === name)?.[1];
}

function readBody(body: string): Raw | Raw[] | undefined {
  if (body === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    const isFields = (value: unknown): value is Raw =>
      typeof value === 'object' && value !== null && !Array.isArray(value);
    if (Array.isArray(parsed)) return parsed.every(isFields) ? parsed : undefined;
    return isFields(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

function readObject(body: string): Raw | undefined {
  const read = readBody(body);
  return Array.isArray(read) ? undefined : read;
}

/** Returns whether a client may open a socket now. */
export function mayConnect(world: World): boolean {
  const now = world.clock.now();
  return !isInMaintenance(world) && now >= world.switches.refusedUntil && now >= world.switches.bannedUntil;
}
