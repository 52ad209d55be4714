// Fast-API keys: with the consent of a user, a program creates and deletes one trading key. Source: okx 5.5, 5.6.
import { failure, flag, success, text, type CoreResponse, type Raw } from '../wire/envelope.ts';
import { loseKey } from '../accounts/keys.ts';
import { createNamedPrng, randomName } from '../prng.ts';
import { fastApiScope, findGrant } from './oauth-grants.ts';
import type { ApiKey, Grant, OauthClient } from '../state/records.ts';
import { bearerOf, type CoreRequest } from '../wire/request.ts';
import { indexKeys, ledgerOf, nextId, recordChange, type World } from '../state/world.ts';

/** Returns the response to POST /api/v5/users/oauth/apikey and .../delete-apikey. Returns undefined for other paths. */
export function fastApiResponse(world: World, request: CoreRequest, body: Raw | undefined): CoreResponse | undefined {
  const isCreation = request.path === '/api/v5/users/oauth/apikey';
  if (!isCreation && request.path !== '/api/v5/users/oauth/delete-apikey') return undefined;
  if (request.method.toUpperCase() !== 'POST') return failure('50115', 'Invalid request method.', 405);
  if (body === undefined) return failure('50002', 'JSON syntax error', 400);
  const found = findGrant(world, bearerOf(request) ?? '');
  if (!found.ok) return failure(found.code, found.msg, 401);
  const client = world.oauthClients.get(found.grant.clientId);
  if (!client) return failure('53010', 'The client_id is not known.', 401);
  if (!client.isBroker) return failure('50117', 'Only API brokers may use the Fast API.');
  // The creation of a key needs a Fast-API consent. The deletion accepts any consent of the user.
  if ((isCreation && found.grant.scope !== fastApiScope) || !client.mayFastApi)
    return failure('53017', 'The Fast API permission of this application is not open.');
  const isDemo = isDemoRequest(request) || ledgerOf(world, found.grant.accountId).account.isDemo === true;
  return isCreation
    ? createKey(world, { client, grant: found.grant, isDemo, body })
    : deleteKey(world, found.grant, isDemo);
}

interface Creation {
  readonly client: OauthClient;
  readonly grant: Grant;
  readonly isDemo: boolean;
  readonly body: Raw;
}

function createKey(world: World, { client, grant, isDemo, body }: Creation): CoreResponse {
  const label = text(body, 'label');
  const passphrase = text(body, 'passphrase');
  const perm = text(body, 'perm');
  if (label === '') return failure('50014', 'Parameter label cannot be empty.', 400);
  if (!['read_only', 'trade', 'read_only,trade'].includes(perm)) return failure('51000', 'Parameter perm error', 400);
  if (!isGoodPassphrase(passphrase, client.passphraseMin ?? 8))
    return failure(
      '59505',
      `The passphrase needs ${client.passphraseMin ?? 8} to 32 characters with upper and lower case, a digit and a special one.`,
    );
  const isBound = flag(body, 'bindApp');
  if (isBound && client.keyIps.length === 0)
    return failure('50118', 'To link the app by bindApp, the broker needs an address list.');
  const { account } = ledgerOf(world, grant.accountId);
  if (account.keys.some((key) => isOwn(key, grant, isDemo)))
    return failure('50116', 'Fast API can only create one API key.');
  const random = createNamedPrng(`${world.seed}:fast:${nextId(world)}:${world.clock.now()}`);
  const key: ApiKey = {
    apiKey: `${randomName(random, 8)}-${randomName(random, 4)}-${randomName(random, 4)}-${randomName(random, 12)}`,
    secretKey: randomName(random, 32).toUpperCase(),
    passphrase,
    perm: perm === 'trade' ? 'read_only,trade' : perm,
    environment: isDemo ? 'demo' : 'live',
    ip: isBound ? client.keyIps.join(',') : '',
    label,
    clientId: client.clientId,
  };
  account.keys = [...account.keys, key];
  indexKeys(world, account);
  recordChange(world, { kind: 'account', value: account });
  const { apiKey, secretKey } = key;
  return success([{ label, apiKey, secretKey, passphrase, perm, bindApp: isBound }]);
}

function deleteKey(world: World, grant: Grant, isDemo: boolean): CoreResponse {
  const { account } = ledgerOf(world, grant.accountId);
  const old = account.keys.find((key) => isOwn(key, grant, isDemo));
  if (!old) return failure('59506', "API key doesn't exist.");
  endKey(world, grant.accountId, old.apiKey);
  return success([{ result: true }]);
}

/** Deletes one key of an account. The sockets of the key close at the next flush. Returns false when the account does not have the key. */
export function endKey(world: World, accountId: string, apiKey: string): boolean {
  return world.keys.get(apiKey)?.accountId === accountId && loseKey(world, apiKey);
}

// OKX requires 8 to 32 characters with upper case, lower case, a digit and a special character. A program can have a larger minimum.
function isGoodPassphrase(passphrase: string, min: number): boolean {
  const kinds = [/[A-Z]/, /[a-z]/, /\d/, /[^A-Za-z0-9]/];
  return passphrase.length >= min && passphrase.length <= 32 && kinds.every((kind) => kind.test(passphrase));
}

function isOwn(key: ApiKey, grant: Grant, isDemo: boolean): boolean {
  return key.clientId === grant.clientId && key.environment === (isDemo ? 'demo' : 'live');
}

function isDemoRequest(request: CoreRequest): boolean {
  return Object.entries(request.headers ?? {}).some(
    ([name, value]) => name.toLowerCase() === 'x-simulated-trading' && value === '1',
  );
}
