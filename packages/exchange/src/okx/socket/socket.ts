// Reconnects one OKX socket until it is closed. The delay grows after each failed attempt, and ends when the IP address can reach the exchange again. A
// connection is replaced before OKX closes it. While the key is refused, the socket does not reconnect.
import type { Chance, Clock, Log } from '@rondo/engine/ports';
import type { OkxChannelArg, OkxFrame } from '@rondo/protocol';
import { reconnectBaseMs, reconnectCapMs, refusedKeyAskMs } from '../../limits.ts';
import type { HandshakeUrgency } from '../../transport/handshake-queue.ts';
import type { Transport } from '../../transport/transport.ts';
import { withoutArg } from './channel-args.ts';
import { openConnection, type Connection, type ConnectionDeps } from './connection.ts';
import type { EndVerdict } from './connection-state.ts';
import type { OkxSigner } from '../rest/signer.ts';
import type { ServerClock } from '../rest/server-clock.ts';

/** The login of a private socket. After a refusal the socket reconnects only when `isKeyRefused` returns false. */
export interface SocketLogin {
  readonly signer: OkxSigner;
  readonly serverClock: ServerClock;
  isKeyRefused?(): boolean;
}

/** The dependencies and callbacks of a socket. `args` are the first subscriptions. `onDown` is called at each loss of the connection. */
export interface OkxSocketDeps {
  readonly url: string;
  /**
   * Other addresses of the same service. After each loss of the connection, the socket uses the next address. Source:
   * specification 4.
   */
  readonly alternates?: readonly string[];
  /** Returns the present urgency of the handshakes of the socket. */
  readonly urgency: () => HandshakeUrgency;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  /** The login of a private socket. Null for a public socket. */
  readonly login: SocketLogin | null;
  readonly args: readonly OkxChannelArg[];
  readonly onPush: (frame: Extract<OkxFrame, { kind: 'push' }>) => void;
  /** Called after the login and the acknowledgement of every subscription. Called again after each reconnection and replacement. */
  readonly onReady: () => void;
  readonly onDown: (cause: string) => void;
  /**
   * Called after a subscription of a private socket. `others` is the number of sockets that are subscribed to the channel, without the
   * connections of this socket.
   */
  readonly onListeners?: (channel: string, others: number) => void;
}

/** A socket that reconnects until it is closed. `want` and `unwant` change its subscriptions. */
export interface OkxSocket {
  want(arg: OkxChannelArg): void;
  unwant(arg: OkxChannelArg): void;
  close(): void;
}

/**
 * Returns the delay in ms before the reconnection number `attempt` (from 0). The delay is min(5 s x 2^attempt, 30 s),
 * less a random part of at most 50 %. The random part prevents that many accounts reconnect at the same time after a
 * loss of all sockets.
 */
export function reconnectDelayMs(attempt: number, chance: Chance): number {
  const full = Math.min(reconnectBaseMs * 2 ** Math.min(attempt, 10), reconnectCapMs);
  return Math.round(full * (1 - 0.5 * chance.next()));
}

/** Opens a socket immediately and reconnects it until `close` is called. */
export function createOkxSocket(deps: OkxSocketDeps): OkxSocket {
  const { log } = deps;
  let { args } = deps;
  const own = withoutOwn(deps, () => opened().length);
  let current: Connection | null = null;
  let replacement: Connection | null = null;
  let isClosed = false;
  const reconnection = createReconnection(deps, (url) => {
    current = openOne({ ...own, url }, args, { onReplace: replace, onReady: markReady, onEnd: onCurrentEnd });
  });

  function markReady(): void {
    reconnection.noteReady();
    log.write('info', 'okx.socket.ready', { url: deps.url });
    deps.onReady();
  }
  function onCurrentEnd(cause: string, verdict: EndVerdict): void {
    current = null;
    reconnection.countLoss();
    log.write(verdict === 'fatal' ? 'error' : 'warn', 'okx.socket.down', { url: deps.url, cause, verdict });
    deps.onDown(cause);
    if (!isClosed && replacement === null) reconnection.plan(verdict);
  }

  function replace(): void {
    if (replacement !== null || isClosed) return;
    const spare = openOne(own, args, {
      onReplace: replace,
      onReady() {
        current?.close();
        [current, replacement] = [spare, null];
        markReady();
      },
      onEnd(cause, verdict) {
        const hasTakenOver = replacement !== spare;
        if (!hasTakenOver) replacement = null;
        // While the old connection is still in use, the end of the spare connection is not a loss.
        if (hasTakenOver || current === null) onCurrentEnd(cause, verdict);
        else log.write('warn', 'okx.socket.replacement_failed', { cause });
      },
    });
    replacement = spare;
  }

  const opened = (): readonly Connection[] => [current, replacement].filter((connection) => connection !== null);
  const change = (verb: 'want' | 'unwant') => (arg: OkxChannelArg) => {
    args = verb === 'want' ? [...withoutArg(args, arg), arg] : withoutArg(args, arg);
    for (const connection of opened()) connection[verb](arg);
  };
  reconnection.connect();
  return {
    want: change('want'),
    unwant: change('unwant'),
    close() {
      isClosed = true;
      reconnection.cancel();
      for (const connection of opened()) connection.close();
    },
  };
}

// The exchange counts the connections of this socket too.
function withoutOwn(deps: OkxSocketDeps, own: () => number): OkxSocketDeps {
  return { ...deps, onListeners: (channel, count) => deps.onListeners?.(channel, Math.max(0, count - own())) };
}

// Chooses the time and the address of the next connection. Each failed attempt increases the delay, and each loss
// changes the address. After a failed handshake, the delay also ends when another handshake of the IP address succeeds.
function createReconnection(deps: OkxSocketDeps, open: (url: string) => void) {
  const { clock, chance, transport } = deps;
  let pending: readonly { cancel(): void }[] = [];
  let [losses, attempt, triedAt] = [0, 0, clock.now()];
  const cancel = (): void => pending.forEach((wait) => wait.cancel());
  const connect = (): void => {
    cancel();
    triedAt = clock.now();
    open(addressAfter(deps, losses));
  };
  const connectAgain = (): void => {
    attempt = 0;
    connect();
  };

  function scheduleNext(verdict: EndVerdict): readonly { cancel(): void }[] {
    if (verdict === 'fatal') return [whenKeyMayWork(deps, connect)];
    if (verdict === 'clock') void deps.login?.serverClock.measure();
    const delay = clock.after(reconnectDelayMs(attempt, chance), connect);
    const hasReached = verdict !== 'unreached' && verdict !== 'retryAddress';
    const reachable = hasReached ? undefined : transport.whenReachable?.(triedAt, connectAgain);
    return reachable === undefined ? [delay] : [delay, reachable];
  }

  return {
    connect,
    countLoss(): void {
      losses += 1;
    },
    plan(verdict: EndVerdict): void {
      pending = scheduleNext(verdict);
      if (verdict !== 'retryAddress') attempt += 1;
    },
    /** Called when a connection is ready. The next delay is then the shortest delay. */
    noteReady(): void {
      attempt = 0;
    },
    cancel,
  };
}

// Waits until a REST request has shown that the exchange accepts the key, because the number of logins is limited.
function whenKeyMayWork({ clock, login }: OkxSocketDeps, connect: () => void): { cancel(): void } {
  const check = (): void => {
    if (login?.isKeyRefused?.() === true) timer = clock.after(refusedKeyAskMs, check);
    else connect();
  };
  let timer = clock.after(refusedKeyAskMs, check);
  return { cancel: () => timer.cancel() };
}

// Returns the address of the next connection. After the last address, the first address is used again.
function addressAfter({ url, alternates = [] }: OkxSocketDeps, losses: number): string {
  return [url, ...alternates][losses % (alternates.length + 1)] ?? url;
}

function openOne(
  deps: OkxSocketDeps,
  args: readonly OkxChannelArg[],
  ends: Pick<ConnectionDeps, 'onReplace' | 'onReady' | 'onEnd'>,
): Connection {
  const { url, urgency, transport, clock, log, login, onPush, onListeners = () => undefined } = deps;
  const makeLogin = login === null ? null : () => loginFrame(login.signer, login.serverClock);
  return openConnection({ url, urgency, transport, clock, log, args, login: makeLogin, onPush, onListeners, ...ends });
}

/** Returns the login frame of a private socket, signed with the current time of the exchange. Returns null when the signer does not sign. */
export async function loginFrame(signer: OkxSigner, serverClock: ServerClock): Promise<string | null> {
  await serverClock.ready();
  const timestamp = String(Math.floor(serverClock.now() / 1_000));
  const signed = await signer.signLogin(timestamp);
  return signed === null ? null : JSON.stringify({ op: 'login', args: [{ ...signed, timestamp }] });
}
