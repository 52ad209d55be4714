// One OKX socket without the wire under it: login, subscriptions, order operations, pushes, idle close.
import { text, type Raw } from './answers.ts';
import { instruments } from './instruments.ts';
import { sandboxLimits } from './limits.ts';
import { operateItems, socketOperations } from './rest-trade.ts';
import { channelScope, firstRows, isPrivateChannel, type Subscription } from './channels.ts';
import { authenticateSocket, mayTrade, type Signer } from './sign-in.ts';
import type { World } from './world.ts';

export type SocketScope = 'public' | 'private' | 'business' | 'all';

/** What the owner of a session gives it: where texts go and how it ends. */
export interface SocketWire {
  send(message: string): void;
  close(code: number, reason: string): void;
}

/** One open socket. */
export interface SocketSession {
  readonly connId: string;
  readonly scope: SocketScope;
  readonly subscriptions: Map<string, Subscription>;
  signer: Signer | undefined;
  lastActiveAt: number;
  isClosed: boolean;
  push(message: unknown): void;
  close(code: number, reason: string): void;
}

/** The scope of a socket path; undefined for a path that is none. Query strings are ignored by the caller. */
export function scopeOf(path: string): SocketScope | undefined {
  const match = /^\/ws\/v5\/(public|private|business|all)$/.exec(path);
  return match?.[1] as SocketScope | undefined;
}

export function openSession(world: World, scope: SocketScope, wire: SocketWire & { connId: string }): SocketSession {
  const session: SocketSession = {
    connId: wire.connId,
    scope,
    subscriptions: new Map(),
    signer: undefined,
    lastActiveAt: world.clock.now(),
    isClosed: false,
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

/** Takes one inbound text. Answers are pushed at once, pushes it causes come with the next flush. */
export function receive(world: World, session: SocketSession, message: string): void {
  session.lastActiveAt = world.clock.now();
  if (message === 'ping') return session.push('pong');
  const raw = readMessage(message);
  if (!raw) return fail(session, { code: '60012', msg: `Invalid request: ${message.slice(0, 200)}`, id: '' });
  const op = text(raw, 'op');
  const id = text(raw, 'id');
  const args = Array.isArray(raw['args']) ? raw['args'].filter(isRaw) : [];
  if (op === 'login') return login(world, session, { id, first: args[0] });
  if (op === 'subscribe' || op === 'unsubscribe') {
    if (args.length === 0) return fail(session, { code: '60027', msg: 'Parameter args cannot be empty.', id });
    for (const arg of args)
      if (op === 'subscribe') subscribe(world, session, { id, arg });
      else unsubscribe(session, { id, arg });
    return;
  }
  if (Object.hasOwn(socketOperations, op)) return operate(world, session, { op, id, args, raw });
  fail(session, { code: '60019', msg: `Invalid op: ${op}`, id });
}

function readMessage(message: string): Raw | undefined {
  if (message.length > sandboxLimits.socketMessageBytes) return undefined;
  try {
    const parsed: unknown = JSON.parse(message);
    return isRaw(parsed) ? parsed : undefined;
  } catch {
    return undefined;
  }
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
  if (session.scope === 'public')
    return fail(session, {
      code: '60008',
      msg: 'The current WebSocket endpoint does not support login.',
      id: asked.id,
    });
  const result = authenticateSocket(world, asked.first ?? {});
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

function subscribe(world: World, session: SocketSession, asked: { id: string; arg: Raw }): void {
  const { arg, id } = asked;
  const channel = text(arg, 'channel');
  const scope = channelScope(channel);
  const instId = text(arg, 'instId');
  const isKnown =
    scope !== undefined &&
    (session.scope === 'all' || session.scope === scope) &&
    (instId === '' || instruments.has(instId));
  if (!isKnown) {
    const named = instId === '' ? channel : `${channel},instId:${instId}`;
    const msg = `Wrong URL or channel:${named} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`;
    return fail(session, { code: '60018', msg, id });
  }
  if (isPrivateChannel(channel) && !session.signer) return fail(session, { code: '60011', msg: 'Please log in', id });
  const subscription: Subscription = {
    channel,
    instId,
    instType: text(arg, 'instType'),
    arg: isPrivateChannel(channel) ? { ...arg, uid: session.signer?.ledger.account.accountId } : arg,
    pushedAt: 0,
    lastText: '',
    seen: new Map(),
  };
  session.subscriptions.set(JSON.stringify(arg), subscription);
  session.push({ ...(id === '' ? {} : { id }), event: 'subscribe', arg, connId: session.connId });
  if (isPrivateChannel(channel))
    session.push({ event: 'channel-conn-count', channel, connCount: '1', connId: session.connId });
  for (const message of firstRows(world, session.signer?.ledger, subscription)) session.push(message);
}

function unsubscribe(session: SocketSession, asked: { id: string; arg: Raw }): void {
  session.subscriptions.delete(JSON.stringify(asked.arg));
  session.push({
    ...(asked.id === '' ? {} : { id: asked.id }),
    event: 'unsubscribe',
    arg: asked.arg,
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
  const answer = (code: string, msg: string, rows: readonly unknown[]): void =>
    session.push({ id, op, code, msg, data: rows, inTime: micros, outTime: micros });
  if (session.scope !== 'private' && session.scope !== 'all')
    return fail(session, { code: '60028', msg: `The current operation is not supported by this URL: ${op}`, id });
  if (!session.signer) return fail(session, { code: '60011', msg: 'Please log in', id });
  if (!mayTrade(session.signer.key))
    return answer('50120', "This API key doesn't have permission to use this function", []);
  if (!/^[A-Za-z0-9]{1,32}$/.test(id) || args.length === 0 || args.length > sandboxLimits.batchItems)
    return answer('60013', 'Invalid args', []);
  const expiresAt = Number(text(asked.raw, 'expTime') || Number.MAX_SAFE_INTEGER);
  if (expiresAt < world.clock.now())
    return answer('50036', 'The expTime can’t be earlier than the current system time.', []);
  const operation = socketOperations[op];
  if (!operation) return answer('60013', 'Invalid args', []);
  const envelope = operateItems({ world, ledger: session.signer.ledger }, args, operation);
  answer(envelope.code, '', envelope.data);
}
