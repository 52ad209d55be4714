// The sandbox's own paths under /sandbox: what tests and people order of it, from its own machine only.
import { text, type Raw } from '../wire/envelope.ts';
import type { NewAccount } from '../accounts/open-account.ts';
import type { ExchangeCore } from '../core/exchange-core.ts';

export interface AdminVisit {
  readonly method: string;
  readonly path: string;
  readonly query: string;
  readonly body: string;
}

export interface Outcome {
  readonly status: number;
  readonly json: unknown;
}

const nonsense = (sentence: string): Outcome => ({ status: 400, json: { error: sentence } });

/** Carries out an order of a test. What it answers may only leave once it is on the disk. */
export function administer(core: ExchangeCore, visit: AdminVisit): Outcome {
  const body = readFields(visit.body);
  if (!body) return nonsense('the body is not a JSON object');
  switch (`${visit.method} ${visit.path}`) {
    case 'GET /sandbox/state':
      return { status: 200, json: { ...core.state(), faults: core.faults } };
    case 'GET /sandbox/ledger':
      return showLedger(core, visit);
    case 'POST /sandbox/accounts':
      return openAccount(core, body);
    case 'POST /sandbox/advance':
      return advance(core, body);
    case 'POST /sandbox/faults':
      return core.order('faults', body)
        ? { status: 200, json: { faults: core.faults } }
        : nonsense('unknown kind of fault or details that make no sense; docs/sandbox.md lists them');
    case 'POST /sandbox/acts':
    case 'POST /sandbox/instruments':
    case 'POST /sandbox/maintenance':
      return change(core, visit.path.slice('/sandbox/'.length), body);
    default:
      return visit.path.startsWith('/sandbox/oauth/') ? orderOauth(core, visit.path, body) : unknownPath;
  }
}

const unknownPath: Outcome = { status: 404, json: { error: 'unknown sandbox path' } };

function orderOauth(core: ExchangeCore, path: string, body: Raw): Outcome {
  const json = core.orderOauth(path.slice('/sandbox/oauth/'.length), body);
  return json ? { status: 200, json } : nonsense('this cannot be ordered as asked');
}
function change(core: ExchangeCore, name: string, body: Raw): Outcome {
  const what = name === 'acts' || name === 'instruments' ? name : 'maintenance';
  const isDone = core.order(what, body);
  core.step();
  return isDone ? { status: 200, json: { done: true } } : nonsense('refused: unknown, or not possible now');
}

function showLedger(core: ExchangeCore, visit: AdminVisit): Outcome {
  const ledger = core.ledger(new URLSearchParams(visit.query).get('label') ?? '');
  return ledger ? { status: 200, json: ledger } : { status: 404, json: { error: 'no account of that label' } };
}

function openAccount(core: ExchangeCore, body: Raw): Outcome {
  const wanted: Record<string, string> = {};
  for (const name of accountFields) if (body[name] !== undefined) wanted[name] = text(body, name);
  const isAllowed = (name: string, values: readonly string[]): boolean =>
    wanted[name] === undefined || values.includes(wanted[name]);
  const isValid =
    isAllowed('posMode', ['net_mode', 'long_short_mode']) &&
    isAllowed('acctLv', ['1', '2', '3', '4']) &&
    isAllowed('site', ['global', 'eea', 'us', 'tr']) &&
    isAllowed('environment', ['live', 'demo']);
  // The restricted fields were compared with their literals just above; the others are free text.
  const keys = isValid ? core.createAccount(wanted as NewAccount) : undefined;
  return keys ? { status: 200, json: keys } : nonsense('the account cannot be opened as asked');
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

function advance(core: ExchangeCore, body: Raw): Outcome {
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
    // An object that is no list is a record of unknown fields.
    return typeof parsed === 'object' && parsed !== null && !Array.isArray(parsed) ? (parsed as Raw) : undefined;
  } catch {
    return undefined;
  }
}
