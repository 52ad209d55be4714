// Paths outside the v5 API: the consent pages, the token endpoint, and the commands with which tests configure OAuth.
import { text, type Raw } from '../wire/envelope.ts';
import { endKey } from './fast-api-keys.ts';
import { consentPage, decideConsent } from './consent-page.ts';
import { registerClient, revokeGrants, tokenResponse } from './oauth-grants.ts';
import type { ApiKey } from '../state/records.ts';
import type { CoreRequest } from '../wire/request.ts';
import { indexKeys, recordChange, type Ledger, type World } from '../state/world.ts';

/** A response with its headers and body text. */
export interface WebResponse {
  readonly status: number;
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

/** Returns the response to /account/oauth, /account/oauth/authorize, /account/oauth/decision and /v5/users/oauth/token. Returns undefined for other paths. */
export function browse(world: World, request: CoreRequest): WebResponse | undefined {
  const query = Object.fromEntries(new URLSearchParams(request.query ?? ''));
  const method = request.method.toUpperCase();
  switch (`${method} ${request.path}`) {
    case 'GET /account/oauth':
    case 'GET /account/oauth/authorize':
      return consentPage(world, query);
    case 'POST /account/oauth/decision':
      return decideConsent(world, readForm(request), `http://${headerOf(request, 'host')}`);
    case 'POST /v5/users/oauth/token': {
      const { status, json } = tokenResponse(world, readForm(request), request.address ?? '');
      return { status, headers: { 'content-type': 'application/json; charset=utf-8' }, text: JSON.stringify(json) };
    }
    default:
      return undefined;
  }
}

/**
 * Executes a test command: `clients` registers a program, `revoke` withdraws the consents of an account, `end-keys` deletes its Fast-API keys, and
 * `change-keys` changes the permissions or addresses of all its keys.
 */
export function configureOauth(world: World, name: string, raw: Raw): Raw | undefined {
  if (name === 'clients') {
    const client = registerClient(world, raw);
    return client && { clientId: client.clientId, redirectUris: client.redirectUris };
  }
  const ledger = findLedger(world, text(raw, 'account'));
  if (!ledger) return undefined;
  const { accountId, keys } = ledger.account;
  const fastKeys = keys.filter((key) => key.clientId !== undefined);
  switch (name) {
    case 'revoke':
      return { revoked: revokeGrants(world, accountId) };
    case 'end-keys':
      return { ended: fastKeys.filter((key) => endKey(world, accountId, key.apiKey)).length };
    case 'change-keys':
      changeKeys(world, ledger, raw);
      return { changed: ledger.account.keys.length };
    default:
      return undefined;
  }
}

function changeKeys(world: World, { account }: Ledger, raw: Raw): void {
  const change = (key: ApiKey): ApiKey => ({
    ...key,
    ...(raw['perm'] === undefined ? {} : { perm: text(raw, 'perm') }),
    ...(raw['ip'] === undefined ? {} : { ip: text(raw, 'ip') }),
  });
  account.keys = account.keys.map(change);
  indexKeys(world, account);
  recordChange(world, { kind: 'account', value: account });
}

function findLedger(world: World, name: string): Ledger | undefined {
  return world.ledgers.get(name) ?? [...world.ledgers.values()].find(({ account }) => account.label === name);
}

// Parses a JSON body or a form body. Programs send JSON or a form, and browsers send a form.
function readForm(request: CoreRequest): Raw {
  const body = request.body ?? '';
  if (!body.trimStart().startsWith('{')) return Object.fromEntries(new URLSearchParams(body));
  try {
    const parsed: unknown = JSON.parse(body);
    // JSON that begins with a brace is an object.
    return parsed as Raw;
  } catch {
    return {};
  }
}

function headerOf(request: CoreRequest, wanted: string): string {
  return Object.entries(request.headers ?? {}).find(([name]) => name.toLowerCase() === wanted)?.[1] ?? '';
}
