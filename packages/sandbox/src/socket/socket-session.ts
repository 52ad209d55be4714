// One OKX socket without a network: login, subscriptions, order operations and pushes.
import { rowsOf, text, type Raw } from '../wire/envelope.ts';
import { sandboxLimits } from '../limits.ts';
import { readInstrument } from '../orders/placement.ts';
import { countPrivate, restEndpointOf } from '../access/request-rates.ts';
import { operateItems, socketOperations } from '../rest/trade-routes.ts';
import type { SocketScope, SocketSession } from './session.ts';
import { authenticateSocket, mayTrade, type SocketOrigin } from '../access/sign-in.ts';
import { subscribe, unsubscribe } from './socket-subscriptions.ts';
import type { World } from '../state/world.ts';

/** The connection of a session: it sends messages and closes the socket. */
export interface SocketWire {
  send(message: string): void;
  close(code: number, reason: string): void;
}

/** Returns the scope of a socket path without its query. Returns undefined for any other path. */
export function scopeOf(path: string): SocketScope | undefined {
  const match = /^\/ws\/v5\/(public|private|business|all)$/.exec(path);
  return match?.[1] as SocketScope | undefined;
}

/** The parameters of a new session. */
export interface SocketOpening {
  readonly scope: SocketScope;
  readonly connId: string;
  readonly origin: SocketOrigin;
  readonly peers: ReadonlySet<SocketSession>;
}

/** Opens a session. The caller adds the session to `peers`. */
export function openSession(world: World, opening: SocketOpening, wire: SocketWire): SocketSession {
  const now = world.clock.now();
  const session: SocketSession = {
    ...opening,
    subscriptions: new Map(),
    signer: undefined,
    lastActiveAt: now,
    hour: { since: now, used: 0 },
    isClosed: false,
    isWarned: false,
    push: (message) => {
      if (session.isClosed) return;
      session.lastActiveAt = world.clock.now();
      wire.send(typeof message === 'string' ? message : JSON.stringify(message));
    },
    close: (code, reason) => {
      if (session.isClosed) return;
      session.isClosed = true;
      wire.close(code, reason);
    },
  };
  return session;
}

/** Handles one incoming message. The response is sent immediately. The pushes that the message causes are sent at the next flush. */
export function receive(world: World, session: SocketSession, message: string): void {
  session.lastActiveAt = world.clock.now();
  if (message === 'ping') return session.push('pong');
  if (message.length > sandboxLimits.socketMessageBytes)
    return session.close(1009, 'Request message exceeds the maximum frame length');
  const raw = readMessage(message);
  if (!raw) return fail(session, { code: '60012', msg: `Invalid request: ${message.slice(0, 200)}`, id: '' });
  const op = text(raw, 'op');
  const id = text(raw, 'id');
  const args = Array.isArray(raw['args']) ? raw['args'].filter(isRaw) : [];
  if (['login', 'subscribe', 'unsubscribe'].includes(op) && isTooOften(world, session))
    return fail(session, { code: '60014', msg: 'Requests too frequent', id });
  if (op === 'login') return login(world, session, { id, first: args[0] });
  if (op === 'subscribe' || op === 'unsubscribe') {
    if (args.length === 0) return fail(session, { code: '60027', msg: 'Parameter args cannot be empty.', id });
    for (const arg of args) {
      const refusal = op === 'subscribe' ? subscribe(world, session, { id, arg }) : unsubscribe(session, { id, arg });
      if (refusal) fail(session, { ...refusal, id });
    }
    return;
  }
  if (op === 'mass-cancel' || Object.hasOwn(socketOperations, op))
    return operate(world, session, { op, id, args, raw });
  fail(session, { code: '60019', msg: `Invalid op: ${op}`, id });
}

function readMessage(message: string): Raw | undefined {
  try {
    const parsed: unknown = JSON.parse(message);
    return isRaw(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
}

// OKX allows 480 logins and subscriptions per connection and hour.
function isTooOften(world: World, session: SocketSession): boolean {
  const now = world.clock.now();
  if (now - session.hour.since >= 3_600_000) session.hour = { since: now, used: 0 };
  session.hour.used += 1;
  return session.hour.used > sandboxLimits.socketOpsPerHour;
}

function isRaw(value: unknown): value is Raw {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function fail(session: SocketSession, error: { code: string; msg: string; id: string }): void {
  session.push({
    ...(error.id === '' ? {} : { id: error.id }),
    event: 'error',
    code: error.code,
    msg: error.msg,
    connId: session.connId,
  });
}

function login(world: World, session: SocketSession, asked: { id: string; first: Raw | undefined }): void {
  if (session.signer)
    return fail(session, {
      code: '60031',
      msg: 'The WebSocket endpoint does not allow multiple or repeated logins.',
      id: asked.id,
    });
  const result = authenticateSocket(world, asked.first ?? {}, session.origin);
  if (!result.ok) {
    fail(session, { code: result.code, msg: result.msg, id: asked.id });
    session.close(4001, 'Login failed.');
    return;
  }
  session.signer = result.signer;
  session.push({
    ...(asked.id === '' ? {} : { id: asked.id }),
    event: 'login',
    code: '0',
    msg: '',
    connId: session.connId,
  });
}

function operate(
  world: World,
  session: SocketSession,
  asked: { op: string; id: string; args: readonly Raw[]; raw: Raw },
): void {
  const { op, id, args } = asked;
  const micros = `${world.clock.now()}000`;
  const respond = (code: string, msg: string, rows: readonly unknown[]): void =>
    session.push({ id, op, code, msg, data: rows, inTime: micros, outTime: micros });
  if (session.scope !== 'private' && session.scope !== 'all')
    return fail(session, { code: '60028', msg: `The current operation is not supported by this URL: ${op}`, id });
  if (!session.signer) return fail(session, { code: '60011', msg: 'Please log in', id });
  if (!mayTrade(session.signer.key))
    return respond('50120', "This API key doesn't have permission to use this function", []);
  if (!/^[A-Za-z0-9]{1,32}$/.test(id) || args.length === 0 || args.length > sandboxLimits.batchItems)
    return respond('60013', 'Invalid args', []);
  const expiresAt = Number(text(asked.raw, 'expTime') || Number.MAX_SAFE_INTEGER);
  if (expiresAt < world.clock.now() + world.switches.clockOffsetMs && !op.includes('cancel'))
    return respond('50036', 'The expTime can’t be earlier than the current system time.', []);
  const operation = socketOperations[op];
  // OKX offers mass cancellation only to market makers of options.
  if (!operation) return respond('51010', 'You can’t complete this request under your current account mode.', []);
  const limited = world.switches.countsRequests
    ? countPrivate(
        world,
        restEndpointOf(args.length === 1 ? op.replace(/^batch-(.+)s$/, (_, one: string) => one) : op),
        {
          accountId: session.signer.ledger.account.accountId,
          items: args,
          instrumentOf: (item) => readInstrument(item)?.instId ?? '',
        },
      )
    : undefined;
  if (limited) return respond(limited.json.code, limited.json.msg, []);
  const envelope = operateItems({ world, ledger: session.signer.ledger }, args, operation);
  respond(envelope.code, '', rowsOf(envelope));
}
