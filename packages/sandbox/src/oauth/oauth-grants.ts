// OAuth of the exchange: registered programs, consents, codes and tokens. Source: okx 5.
import { text, type Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { createNamedPrng, randomName } from '../prng.ts';
import type { Grant, OauthClient } from '../state/records.ts';
import { ledgerOf, nextId, recordChange, type World } from '../state/world.ts';

/** The scope of a consent that allows one Fast-API key. */
export const fastApiScope = 'fast_api';
/** The scope of a consent that allows reading and trading with a token. */
export const tradeScope = 'read_only,trade';

/** A response of the token endpoint. It does not use the v5 envelope. */
export interface TokenResponse {
  readonly status: number;
  readonly json: Readonly<Record<string, unknown>>;
}

/** The checked parameters of a consent page. */
export interface Consent {
  readonly client: OauthClient;
  readonly redirectUri: string;
  readonly scope: string;
  readonly state: string;
}

/**
 * Registers a program. When the secret is missing, the function changes the given fields of a program that is already registered. Returns undefined when a
 * required field is missing or the limit is reached.
 */
export function registerClient(world: World, fields: Raw): OauthClient | undefined {
  const known = world.oauthClients.get(text(fields, 'clientId'));
  const raw: Raw =
    known && text(fields, 'clientSecret') === ''
      ? { ...known, tokenSeconds: known.tokenMs / 1_000, ...fields }
      : fields;
  const texts = (name: string): string[] => (Array.isArray(raw[name]) ? raw[name].map(String) : []);
  const clientId = text(raw, 'clientId');
  const tokenSeconds = Number(text(raw, 'tokenSeconds') || sandboxLimits.accessTokenMs / 1_000);
  const isValid = clientId !== '' && text(raw, 'clientSecret') !== '' && texts('redirectUris').length > 0;
  const isFull = !world.oauthClients.has(clientId) && world.oauthClients.size >= sandboxLimits.oauthClients;
  if (!isValid || isFull || !(tokenSeconds > 0)) return undefined;
  const client: OauthClient = {
    clientId,
    clientSecret: text(raw, 'clientSecret'),
    name: text(raw, 'name') || clientId,
    redirectUris: texts('redirectUris'),
    callerIps: texts('callerIps'),
    keyIps: texts('keyIps'),
    isBroker: text(raw, 'isBroker') !== 'false',
    mayFastApi: text(raw, 'mayFastApi') !== 'false',
    tokenMs: Math.round(tokenSeconds * 1_000),
    ...(texts('sites').length > 0 ? { sites: texts('sites') } : {}),
    ...(text(raw, 'passphraseMin') === '' ? {} : { passphraseMin: Number(text(raw, 'passphraseMin')) }),
    ...(text(raw, 'mayReadAccount') === 'false' ? { mayReadAccount: false } : {}),
  };
  world.oauthClients.set(clientId, client);
  recordChange(world, { kind: 'oauthClient', value: client });
  return client;
}

/** Checks the parameters of a consent page in the order that OKX uses. */
export function readConsent(
  world: World,
  raw: Raw,
):
  | { readonly ok: true; readonly consent: Consent }
  | { readonly ok: false; readonly code: string; readonly msg: string } {
  const refuse = (code: string, msg: string) => ({ ok: false as const, code, msg });
  const client = world.oauthClients.get(text(raw, 'client_id'));
  if (!client) return refuse('53010', 'The client_id is not known.');
  const redirectUri = text(raw, 'redirect_uri');
  if (!client.redirectUris.includes(redirectUri))
    return refuse('53016', 'The redirect_uri is not one of those registered for this application.');
  if (text(raw, 'response_type') !== 'code') return refuse('53011', 'The response_type must be "code".');
  if (text(raw, 'access_type') !== 'offline') return refuse('53011', 'The access_type must be "offline".');
  const scope = text(raw, 'scope');
  if (scope !== fastApiScope && scope !== tradeScope) return refuse('53011', 'The scope is not known.');
  if (scope === fastApiScope && !client.mayFastApi)
    return refuse('53017', 'The Fast API permission of this application is not open.');
  return { ok: true, consent: { client, redirectUri, scope, state: text(raw, 'state') } };
}

/** Stores a consent and returns it with its code. The code can be used once within ten minutes. */
export function grantConsent(world: World, { client, scope }: Consent, accountId: string): Grant {
  const grantId = nextId(world);
  const grant: Grant = {
    grantId,
    clientId: client.clientId,
    accountId,
    scope,
    code: secretText(world, grantId, 'code'),
    codeEndsAt: world.clock.now() + sandboxLimits.oauthCodeMs,
    isCodeUsed: false,
    accessToken: '',
    accessEndsAt: 0,
    refreshToken: '',
    refreshEndsAt: 0,
    isRevoked: false,
  };
  storeGrant(world, grant);
  return grant;
}

/** POST /v5/users/oauth/token: exchanges a code or a refresh token for an access token. `address` is the network address of the caller. */
export function tokenResponse(world: World, raw: Raw, address: string): TokenResponse {
  const client = world.oauthClients.get(text(raw, 'client_id'));
  if (!client || client.clientSecret !== text(raw, 'client_secret'))
    return tokenError('53010', 'The client_id or client_secret is wrong.');
  if (client.callerIps.length > 0 && !client.callerIps.includes(address))
    return tokenError('53014', 'The address of the caller is not in the application’s list.');
  switch (text(raw, 'grant_type')) {
    case 'authorization_code':
      return useCode(world, client, text(raw, 'code'));
    case 'refresh_token':
      return useRefreshToken(world, client, text(raw, 'refresh_token'));
    default:
      return tokenError('53011', 'The grant_type is not known.');
  }
}

/** Returns the consent of a bearer token, or the code and message with which OKX refuses the token. */
export function findGrant(
  world: World,
  token: string,
): { readonly ok: true; readonly grant: Grant } | { readonly ok: false; readonly code: string; readonly msg: string } {
  const grant = [...world.grants.values()].find((one) => one.accessToken !== '' && one.accessToken === token);
  if (!grant || grant.isRevoked) return { ok: false, code: '53003', msg: 'The token was revoked.' };
  if (world.clock.now() >= grant.accessEndsAt) return { ok: false, code: '53002', msg: 'The token has expired.' };
  return { ok: true, grant };
}

/** Withdraws every consent of an account, as the user can do at OKX. Returns the number of withdrawn consents. */
export function revokeGrants(world: World, accountId: string): number {
  const live = [...world.grants.values()].filter((grant) => grant.accountId === accountId && !grant.isRevoked);
  for (const grant of live) {
    grant.isRevoked = true;
    recordChange(world, { kind: 'grant', value: grant });
  }
  return live.length;
}

function useCode(world: World, client: OauthClient, code: string): TokenResponse {
  const grant = [...world.grants.values()].find((one) => one.code === code && one.clientId === client.clientId);
  if (!grant || grant.isCodeUsed || grant.isRevoked || world.clock.now() >= grant.codeEndsAt)
    return tokenError('53012', 'The code has expired or was used.');
  grant.isCodeUsed = true;
  const site = ledgerOf(world, grant.accountId).account.site ?? 'global';
  if (client.sites !== undefined && !client.sites.includes(site))
    return tokenError('53018', 'The application is not authorized for the site of this account.');
  return issue(world, client, grant);
}

function useRefreshToken(world: World, client: OauthClient, token: string): TokenResponse {
  const grant = [...world.grants.values()].find((one) => token !== '' && one.refreshToken === token);
  if (!grant || grant.isRevoked || grant.clientId !== client.clientId)
    return tokenError('53003', 'The token was revoked.');
  if (world.clock.now() >= grant.refreshEndsAt) return tokenError('53002', 'The token has expired.');
  return issue(world, client, grant);
}

// Each renewal issues a new pair of tokens and makes the old pair invalid. A Fast-API consent has no refresh token.
function issue(world: World, client: OauthClient, grant: Grant): TokenResponse {
  const now = world.clock.now();
  const part = nextId(world);
  grant.accessToken = secretText(world, part, 'access');
  grant.accessEndsAt = now + client.tokenMs;
  if (grant.scope !== fastApiScope) {
    grant.refreshToken = secretText(world, part, 'refresh');
    grant.refreshEndsAt = now + sandboxLimits.refreshTokenMs;
  }
  recordChange(world, { kind: 'grant', value: grant });
  const pair = {
    access_token: grant.accessToken,
    token_type: 'bearer',
    expires_in: Math.floor(client.tokenMs / 1_000),
  };
  const json = grant.refreshToken === '' ? pair : { ...pair, refresh_token: grant.refreshToken, scope: grant.scope };
  return { status: 200, json };
}

function storeGrant(world: World, grant: Grant): void {
  world.grants.set(grant.grantId, grant);
  recordChange(world, { kind: 'grant', value: grant });
  if (world.grants.size <= sandboxLimits.grants) return;
  const oldest = world.grants.keys().next().value;
  if (oldest !== undefined) world.grants.delete(oldest);
}

// The text is not secret, because it is derived from the seed. The sandbox is only for tests and demonstrations.
function secretText(world: World, id: string, kind: string): string {
  return `${randomName(createNamedPrng(`${world.seed}:${kind}:${id}:${world.clock.now()}`), 28)}${id.slice(-8)}`;
}

function tokenError(code: string, msg: string): TokenResponse {
  return { status: 400, json: { code, msg } };
}
