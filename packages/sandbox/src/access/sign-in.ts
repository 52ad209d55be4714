// Authentication: the checks of the request headers in the order that OKX documents, and the login of sockets.
import { signOkxLogin, signOkxRequest } from '@rondo/protocol';
import { failure, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { bearerOf, type CoreRequest } from '../wire/request.ts';
import { isAllowedFrom, isExpired, loseKey, recordUse } from '../accounts/keys.ts';
import { sandboxLimits } from '../limits.ts';
import { fastApiScope, findGrant, tradeScope } from '../oauth/oauth-grants.ts';
import type { ApiKey, Site } from '../state/records.ts';
import { ledgerOf, type Ledger, type World } from '../state/world.ts';

/** The account and key that signed a request. */
export interface Signer {
  readonly ledger: Ledger;
  readonly key: ApiKey;
}

/** Returns the account and key of a private request, or the response that refuses it. */
export function authenticate(
  world: World,
  request: CoreRequest,
): { ok: true; signer: Signer } | { ok: false; response: CoreResponse } {
  const headers = lowerCase(request.headers ?? {});
  const refuse = (code: string, msg: string): { ok: false; response: CoreResponse } => ({
    ok: false,
    response: failure(code, msg, 401),
  });
  const apiKey = headers['ok-access-key'];
  const bearer = bearerOf(request);
  if (!apiKey && bearer !== undefined) return authenticateBearer(world, bearer);
  const passphrase = headers['ok-access-passphrase'];
  const sign = headers['ok-access-sign'];
  const timestamp = headers['ok-access-timestamp'];
  if (!apiKey) return refuse('50103', 'Request header "OK-ACCESS-KEY" cannot be empty.');
  if (!passphrase) return refuse('50104', 'Request header "OK-ACCESS-PASSPHRASE" cannot be empty.');
  if (!sign) return refuse('50106', 'Request header "OK-ACCESS-SIGN" cannot be empty.');
  if (!timestamp) return refuse('50107', 'Request header "OK-ACCESS-TIMESTAMP" cannot be empty.');
  const at = /^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\d\.\d{3}Z$/.test(timestamp) ? Date.parse(timestamp) : Number.NaN;
  if (Number.isNaN(at)) return refuse('50112', 'Invalid OK-ACCESS-TIMESTAMP.');
  if (Math.abs(clientNow(world) - at) > sandboxLimits.signatureWindowMs)
    return refuse('50102', 'Timestamp request expired.');
  const known = findKey(world, apiKey, headers['host'] ?? '');
  if (known === 'never') return refuse('50111', 'Invalid OK-ACCESS-KEY.');
  if (known === 'gone') return refuse('50119', "API key doesn't exist.");
  const environment = headers['x-simulated-trading'] === '1' ? 'demo' : 'live';
  if (environment !== known.key.environment) return refuse('50101', 'APIKey does not match current environment.');
  if (passphrase !== known.key.passphrase) return refuse('50105', 'Request header "OK-ACCESS-PASSPHRASE" incorrect.');
  if (!isSigned(known.key, request, { timestamp, sign })) return refuse('50113', 'Invalid Sign.');
  if (known.key.isFrozen) return refuse('50100', 'API frozen, please contact customer service.');
  if (!isAllowedFrom(known.key, request.address))
    return refuse('50110', `Your IP ${request.address ?? ''} is not included in your API key's IP whitelist.`);
  recordUse(world, known.key);
  return { ok: true, signer: { ledger: ledgerOf(world, known.accountId), key: known.key } };
}

// Authenticates a request with the token of an OAuth consent. The token may read, and it may trade when the consent was for trading.
function authenticateBearer(
  world: World,
  token: string,
): { ok: true; signer: Signer } | { ok: false; response: CoreResponse } {
  const found = findGrant(world, token);
  if (!found.ok) return { ok: false, response: failure(found.code, found.msg, 401) };
  const isForKey = found.grant.scope === fastApiScope;
  if (isForKey && world.oauthClients.get(found.grant.clientId)?.mayReadAccount === false)
    return { ok: false, response: failure('50120', "This token doesn't have permission to use this function.", 401) };
  const ledger = ledgerOf(world, found.grant.accountId);
  const perm = found.grant.scope === tradeScope ? tradeScope : 'read_only';
  const key = { apiKey: '', secretKey: '', passphrase: '', perm, environment: 'live', ip: '', label: '' } as const;
  return { ok: true, signer: { ledger, key } };
}

/** Returns the regional site of a host name. */
export function siteOf(host: string): Site {
  const name = /^(?:ws)?(eea|my|us|tr)(?:pap)?\./.exec(host)?.[1];
  if (name === 'eea' || name === 'my') return 'eea';
  return name === 'us' || name === 'tr' ? name : 'global';
}

/** Returns the environment of a socket address. Returns undefined for an address that serves both environments. */
export function environmentOf(host: string): 'live' | 'demo' | undefined {
  if (/^ws[a-z]*pap\./.test(host)) return 'demo';
  return /^ws(eea|us)?\./.test(host) ? 'live' : undefined;
}

// Returns the exchange time that clients observe. It includes the offset that a fault can set.
function clientNow(world: World): number {
  return world.clock.now() + world.switches.clockOffsetMs;
}

// A key of another site and an expired key are refused like a deleted key. An expired key is deleted when a request uses it.
function findKey(world: World, apiKey: string, host: string): { accountId: string; key: ApiKey } | 'never' | 'gone' {
  if (world.lostKeys.has(apiKey)) return 'gone';
  const known = world.keys.get(apiKey);
  if (!known) return 'never';
  if ((ledgerOf(world, known.accountId).account.site ?? 'global') !== siteOf(host)) return 'gone';
  if (!isExpired(world, known.accountId, known.key)) return known;
  loseKey(world, apiKey);
  return 'gone';
}

/** Returns whether a key has permission to trade. */
export function mayTrade(key: ApiKey): boolean {
  return key.perm.split(',').includes('trade');
}

/** The address of a socket client, and the host and environment to which it connected. */
export interface SocketOrigin {
  readonly host: string;
  readonly address: string | undefined;
  readonly environment: 'live' | 'demo' | undefined;
}

/** Returns the account of a socket login, or the code and message with which OKX refuses the login. */
export function authenticateSocket(
  world: World,
  raw: Raw,
  from: SocketOrigin,
): { ok: true; signer: Signer } | { ok: false; code: string; msg: string } {
  const timestamp = text(raw, 'timestamp');
  if (!/^\d{10}(\.\d+)?$/.test(timestamp)) return { ok: false, code: '60004', msg: 'Invalid timestamp' };
  if (Math.abs(clientNow(world) - Number(timestamp) * 1_000) > sandboxLimits.signatureWindowMs)
    return { ok: false, code: '60006', msg: 'Timestamp request expired' };
  const known = findKey(world, text(raw, 'apiKey'), from.host);
  if (known === 'never') return { ok: false, code: '60005', msg: 'Invalid apiKey' };
  if (known === 'gone') return { ok: false, code: '60032', msg: "The API key doesn't exist." };
  if (from.environment !== undefined && from.environment !== known.key.environment)
    return { ok: false, code: '50101', msg: 'APIKey does not match current environment.' };
  if (text(raw, 'passphrase') !== known.key.passphrase) return { ok: false, code: '60024', msg: 'Wrong passphrase' };
  if (signOkxLogin(known.key.secretKey, timestamp) !== text(raw, 'sign'))
    return { ok: false, code: '60007', msg: 'Invalid sign' };
  if (known.key.isFrozen || !isAllowedFrom(known.key, from.address))
    return { ok: false, code: '60009', msg: 'Login failed.' };
  recordUse(world, known.key);
  return { ok: true, signer: { ledger: ledgerOf(world, known.accountId), key: known.key } };
}

// Some clients sign the query before they encode it, so a signature of the decoded target is also accepted.
function isSigned(key: ApiKey, request: CoreRequest, header: { timestamp: string; sign: string }): boolean {
  const target = request.query ? `${request.path}?${request.query}` : request.path;
  const signed = { timestamp: header.timestamp, method: request.method, body: request.body ?? '' };
  return [target, decoded(target)].some((path) => signOkxRequest(key.secretKey, { ...signed, path }) === header.sign);
}

function decoded(target: string): string {
  try {
    return decodeURIComponent(target);
  } catch {
    return target;
  }
}

function lowerCase(headers: Readonly<Record<string, string | undefined>>): Record<string, string | undefined> {
  return Object.fromEntries(Object.entries(headers).map(([name, value]) => [name.toLowerCase(), value]));
}
