// The paths under /sandbox for tests and people. Only loopback addresses may use them.
import { text, type Raw } from '../wire/envelope.ts';
import type { NewAccount } from '../accounts/open-account.ts';
import type { ExchangeCore } from '../core/exchange-core.ts';
import type { ModelDouble } from '../model/model-double.ts';

/** A request to a path under /sandbox. */
export interface AdminRequest {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

/** The HTTP status and JSON body of the response to an admin request. */
export interface AdminResult {
  readonly status: number;
  readonly json: unknown;
}

const badRequest = (sentence: string): AdminResult => ({ status: 400, json: { error: sentence } });

/** Handles one request. The caller sends the result after the journal lines are on the disk. */
export function administer(
  { core, model }: { readonly core: ExchangeCore; readonly model: ModelDouble },
  request: AdminRequest,
): AdminResult {
  const body = readFields(request.body);
  if (!body) return badRequest('the body is not a JSON object');
  switch (`${request.method} ${request.path}`) {
    case 'GET /sandbox/state':
      return { status: 200, json: { ...core.state(), faults: core.faults } };
    case 'GET /sandbox/model':
      return { status: 200, json: model.state() };
    case 'POST /sandbox/model':
      return model.administer(body)
        ? { status: 200, json: model.state() }
        : badRequest('unknown kind of fault, or invalid details; docs/sandbox.md lists the faults of the model');
    case 'GET /sandbox/ledger':
      return showLedger(core, request);
    case 'POST /sandbox/accounts':
      return openAccount(core, body);
    case 'POST /sandbox/advance':
      return advance(core, body);
    case 'POST /sandbox/faults':
      return core.administer('faults', body)
        ? { status: 200, json: { faults: core.faults } }
        : badRequest('unknown kind of fault, or invalid details; docs/sandbox.md lists the faults');
    case 'POST /sandbox/acts':
    case 'POST /sandbox/instruments':
    case 'POST /sandbox/maintenance':
      return change(core, request.path.slice('/sandbox/'.length), body);
    default:
      return request.path.startsWith('/sandbox/oauth/') ? configureOauth(core, request.path, body) : unknownPath;
  }
}

const unknownPath: AdminResult = { status: 404, json: { error: 'unknown sandbox path' } };

function configureOauth(core: ExchangeCore, path: string, body: Raw): AdminResult {
  const json = core.configureOauth(path.slice('/sandbox/oauth/'.length), body);
  return json ? { status: 200, json } : badRequest('the OAuth command is unknown or its fields are invalid');
}
function change(core: ExchangeCore, name: string, body: Raw): AdminResult {
  const command = name === 'acts' || name === 'instruments' ? name : 'maintenance';
  const isDone = core.administer(command, body);
  core.step();
  return isDone
    ? { status: 200, json: { done: true } }
    : badRequest('refused: the command is unknown or is not possible now');
}

function showLedger(core: ExchangeCore, request: AdminRequest): AdminResult {
  const ledger = core.ledger(new URLSearchParams(request.query).get('label') ?? '');
  return ledger ? { status: 200, json: ledger } : { status: 404, json: { error: 'no account has this label' } };
}

function openAccount(core: ExchangeCore, body: Raw): AdminResult {
  const wanted: Record<string, string> = {};
  for (const name of accountFields) if (body[name] !== undefined) wanted[name] = text(body, name);
  const isAllowed = (name: string, values: readonly string[]): boolean =>
    wanted[name] === undefined || values.includes(wanted[name]);
  const isValid =
    isAllowed('posMode', ['net_mode', 'long_short_mode']) &&
    isAllowed('acctLv', ['1', '2', '3', '4']) &&
    isAllowed('site', ['global', 'eea', 'us', 'tr']) &&
    isAllowed('environment', ['live', 'demo']);
  // The fields with a fixed set of values were checked above. All other fields are free text.
  const keys = isValid ? core.createAccount(wanted as NewAccount) : undefined;
  return keys
    ? { status: 200, json: keys }
    : badRequest('the account cannot be opened: a field is invalid, or the limit of accounts is reached');
}

const accountFields = [
  'label',
  'usdt',
  'apiKey',
  'secretKey',
  'passphrase',
  'perm',
  'ip',
  'posMode',
  'acctLv',
  'site',
  'roleType',
  'environment',
];

function advance(core: ExchangeCore, body: Raw): AdminResult {
  const prices = Array.isArray(body['prices']) ? { prices: body['prices'].map(String) } : {};
  const candles = body['candles'] === undefined ? {} : { candles: Number(body['candles']) };
  const result = core.advance({ instId: text(body, 'instId'), ...prices, ...candles });
  core.step();
  return result.ok
    ? { status: 200, json: { last: result.last, candlesLeft: result.candlesLeft ?? null } }
    : { status: 409, json: { error: result.reason } };
}

function readFields(body: string): Raw | undefined {
  if (body === '') return {};
  try {
    const parsed: unknown = JSON.parse(body);
    // The type assertion is safe, because an object other than an array is a record of unknown fields.
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Raw) : undefined;
  } catch {
    return undefined;
  }
}
