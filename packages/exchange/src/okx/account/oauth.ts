// Sends the OAuth broker requests of OKX. They exchange a code or a refresh token for tokens, and create or delete the
// Fast-API key of a consent.
import type { Clock, Log } from '@rondo/engine/ports';
import {
  okxAuthorizeUrl,
  okxScopes,
  type OkxAuthorization,
  okxFastApiKeySchema,
  okxTokenRefusalSchema,
  okxTokensSchema,
  parseOkxEnvelope,
  type OkxSchema,
} from '@rondo/protocol';
import { createNodeTransport } from '../../transport/node-transport.ts';
import { requestTimeoutMs, transportSlackMs } from '../../limits.ts';
import type { HttpResponse, HttpRequest, Transport } from '../../transport/transport.ts';
import { judgeSettings, type SettingsReport } from './account-settings.ts';

/**
 * The result of an OAuth request. `refused`: the exchange refused the request with this code. `unknown`: no certain
 * result was received, so the request may have had an effect.
 */
export type OauthResult<Value> =
  | { readonly kind: 'done'; readonly value: Value }
  | { readonly kind: 'refused'; readonly code: string; readonly message: string }
  | { readonly kind: 'unknown'; readonly cause: string };

/** The tokens of a consent. `refreshToken` is null when the consent cannot be renewed. */
export interface OauthTokens {
  readonly accessToken: string;
  readonly refreshToken: string | null;
  readonly expiresInMs: number;
}

/** A Fast-API key that OKX created for a consent. All three parts are secret. */
export interface FastApiKey {
  readonly apiKey: string;
  readonly secretKey: string;
  readonly passphrase: string;
}

/** An access token, and the OKX site (`origin`) for which the token is valid. */
export interface Bearer {
  readonly origin: string;
  readonly accessToken: string;
  readonly isDemo: boolean;
}

/** The request for a Fast-API key. `perm` lists permissions in the words of OKX. The caller chooses the passphrase. */
export interface NewFastApiKey {
  readonly label: string;
  readonly passphrase: string;
  readonly perm: string;
  readonly bindApp: boolean;
}

/**
 * The OAuth client of one registered program. The promise of a method never rejects. `origin` is the address of an OKX
 * site.
 */
export interface OkxOauth {
  /** Returns the address of the consent page. */
  authorizeUrl(
    origin: string,
    asked: { readonly kind: keyof typeof okxScopes } & Pick<OkxAuthorization, 'redirectUri' | 'state'>,
  ): string;
  useCode(origin: string, code: string): Promise<OauthResult<OauthTokens>>;
  renew(origin: string, refreshToken: string): Promise<OauthResult<OauthTokens>>;
  createKey(bearer: Bearer, key: NewFastApiKey): Promise<OauthResult<FastApiKey>>;
  /**
   * Deletes the key of the consent. `existed` is false when the consent had no key. This result also counts as a
   * success.
   */
  deleteKey(bearer: Bearer): Promise<OauthResult<{ readonly existed: boolean }>>;
  /** Reads the account of the consent. The exchange may refuse this request for a Fast-API token. */
  settings(bearer: Bearer): Promise<SettingsReport>;
}

/** The dependencies of the OAuth client. `clientId` and the client secret belong to the registered program. The secret is read for each request, because it can be replaced. */
export interface OkxOauthDeps {
  readonly clientId: string;
  readonly readClientSecret: () => Promise<string>;
  readonly clock: Clock;
  readonly log: Log;
  readonly transport?: Transport;
}

type Sent = { readonly ok: true; readonly response: HttpResponse } | { readonly ok: false; readonly cause: string };

/**
 * Returns the client of one registered program. The client does not retry requests, because the caller decides about a
 * retry.
 */
export function createOkxOauth(deps: OkxOauthDeps): OkxOauth {
  const transport = deps.transport ?? createNodeTransport();
  const send = (request: Omit<HttpRequest, 'timeoutMs'>): Promise<Sent> =>
    sendOnce(deps.clock, transport, { ...request, timeoutMs: requestTimeoutMs });
  const askToken = async (
    origin: string,
    fields: Readonly<Record<string, string>>,
  ): Promise<OauthResult<OauthTokens>> => {
    const secret = await deps.readClientSecret().catch(() => null);
    if (secret === null) return { kind: 'unknown', cause: 'the client secret could not be read' };
    const body = JSON.stringify({ ...fields, client_id: deps.clientId, client_secret: secret });
    const headers = { accept: 'application/json', 'content-type': 'application/json' };
    return judgeTokens(await send({ method: 'POST', url: `${origin}/v5/users/oauth/token`, headers, body }));
  };
  const post = (bearer: Bearer, name: string, body: string | null): Promise<Sent> =>
    send({
      method: 'POST',
      url: `${bearer.origin}/api/v5/users/oauth/${name}`,
      headers: headersOf(bearer, body),
      body,
    });
  return {
    authorizeUrl: (origin, { kind, redirectUri, state }) =>
      okxAuthorizeUrl(origin, { clientId: deps.clientId, scope: okxScopes[kind], redirectUri, state }),
    useCode: (origin, code) => askToken(origin, { grant_type: 'authorization_code', code }),
    renew: (origin, refreshToken) => askToken(origin, { grant_type: 'refresh_token', refresh_token: refreshToken }),
    async createKey(bearer, key) {
      const sent = await post(bearer, 'apikey', JSON.stringify(key));
      const response = judgeEnvelope(sent, okxFastApiKeySchema);
      if (response.kind !== 'done') return response;
      const { apiKey, secretKey, passphrase } = response.value;
      return { kind: 'done', value: { apiKey, secretKey, passphrase: passphrase || key.passphrase } };
    },
    async deleteKey(bearer) {
      const response = judgeEnvelope(await post(bearer, 'delete-apikey', null), null);
      if (response.kind === 'done') return { kind: 'done', value: { existed: true } };
      const isAbsent = response.kind === 'refused' && isKeyAbsent(response.code, response.message);
      return isAbsent ? { kind: 'done', value: { existed: false } } : response;
    },
    async settings(bearer) {
      const url = `${bearer.origin}/api/v5/account/config`;
      const sent = await send({ method: 'GET', url, headers: headersOf(bearer, null), body: null });
      if (!sent.ok) return { ok: false, reason: 'unavailable', code: '' };
      const envelope = parseOkxEnvelope(sent.response.text);
      if (envelope === undefined) return { ok: false, reason: 'unavailable', code: '' };
      return judgeSettings({ kind: 'received', status: sent.response.status, envelope });
    },
  };
}

/**
 * Returns true when the code 50116 or the error text says that the consent already has a key. The caller then deletes
 * the key and tries once more (specification 4).
 */
export function isKeyLimit(code: string, message: string): boolean {
  return code === '50116' || /50116|only (?:create )?one api key/i.test(message);
}

// Returns true when the code (59506 or 50119) or the text of a refusal says that the key does not exist (specification
// 4).
function isKeyAbsent(code: string, message: string): boolean {
  return code === '59506' || code === '50119' || /59506|does(?:n.t| not) exist/i.test(message);
}

function headersOf(bearer: Bearer, body: string | null): Readonly<Record<string, string>> {
  return {
    accept: 'application/json',
    authorization: `Bearer ${bearer.accessToken}`,
    ...(body === null ? {} : { 'content-type': 'application/json' }),
    ...(bearer.isDemo ? { 'x-simulated-trading': '1' } : {}),
  };
}

function judgeTokens(sent: Sent): OauthResult<OauthTokens> {
  if (!sent.ok) return { kind: 'unknown', cause: sent.cause };
  const json = readJson(sent.response.text);
  const tokens = okxTokensSchema.safeParse(json);
  if (tokens.success) {
    const { access_token, refresh_token, expires_in } = tokens.data;
    return {
      kind: 'done',
      value: { accessToken: access_token, refreshToken: refresh_token || null, expiresInMs: expires_in * 1_000 },
    };
  }
  const refusal = okxTokenRefusalSchema.safeParse(json);
  if (!refusal.success || sent.response.status >= 500)
    return { kind: 'unknown', cause: `unreadable response, HTTP ${sent.response.status}` };
  return { kind: 'refused', code: refusal.data.code, message: refusal.data.msg };
}

function judgeEnvelope<Row>(sent: Sent, row: OkxSchema<Row>): OauthResult<Row>;
function judgeEnvelope(sent: Sent, row: null): OauthResult<null>;
function judgeEnvelope<Row>(sent: Sent, row: OkxSchema<Row> | null): OauthResult<Row | null> {
  if (!sent.ok) return { kind: 'unknown', cause: sent.cause };
  const envelope = parseOkxEnvelope(sent.response.text);
  if (envelope === undefined || sent.response.status >= 500)
    return { kind: 'unknown', cause: `unreadable response, HTTP ${sent.response.status}` };
  if (envelope.code !== '0') {
    const isOutcomeUnknown = ['50001', '50004', '50013', '50026'].includes(envelope.code);
    if (isOutcomeUnknown) return { kind: 'unknown', cause: `code ${envelope.code}` };
    return { kind: 'refused', code: envelope.code, message: envelope.msg };
  }
  if (row === null) return { kind: 'done', value: null };
  const parsed = row.safeParse(envelope.data[0]);
  return parsed.success
    ? { kind: 'done', value: parsed.data }
    : { kind: 'unknown', cause: 'accepted without a readable row' };
}

// The transport has its own time-out. This time-out uses the injected clock, so it also ends the wait when the transport never responds.
function sendOnce(clock: Clock, transport: Transport, request: HttpRequest): Promise<Sent> {
  return new Promise((resolve) => {
    const finish = (sent: Sent): void => {
      guard.cancel();
      resolve(sent);
    };
    const guard = clock.after(request.timeoutMs + transportSlackMs, () => resolve({ ok: false, cause: 'timeout' }));
    transport.request(request).then(
      (response) => finish({ ok: true, response }),
      () => finish({ ok: false, cause: 'network failure' }),
    );
  });
}

function readJson(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
