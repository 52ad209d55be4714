// Keeps one OKX socket connected: reconnects with growing delays, replaces a connection before OKX cuts it, waits while the key is refused.
import type { Chance, Clock, Log } from '@rondo/engine/ports';
import { okxChannelKey, signOkxLogin, type OkxChannelArg, type OkxFrame } from '@rondo/protocol';
import { reconnectBaseMs, reconnectCapMs, refusedKeyAskMs } from '../../limits.ts';
import type { Transport } from '../../transport/transport.ts';
import { openConnection, type Connection, type ConnectionDeps } from './connection.ts';
import type { EndVerdict } from './connection-state.ts';
import type { OkxCredentials } from '../rest/rest.ts';
import type { ServerClock } from '../rest/server-clock.ts';

/** The login of a private socket. After a refusal the socket reconnects only when `isKeyRefused` returns false. */
export interface SocketLogin {
  readonly credentials: OkxCredentials;
  readonly serverClock: ServerClock;
  isKeyRefused?(): boolean;
}

/** The dependencies and callbacks of a socket. `args` are the first subscriptions; `onDown` is called at each loss. */
export interface OkxSocketDeps {
  readonly url: string;
  /** Other addresses of the same service; each loss moves on to the next one. Specification 4. */
  readonly alternates?: readonly string[];
  readonly transport: Transport;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  /** Null for a public socket. */
  readonly login: SocketLogin | null;
  readonly args: readonly OkxChannelArg[];
  readonly onPush: (frame: Extract<OkxFrame, { kind: 'push' }>) => void;
  /** Called after login and the acknowledgement of every subscription, again after each reconnection and replacement. */
  readonly onReady: () => void;
  readonly onDown: (cause: string) => void;
}

/** A socket that reconnects until it is closed. `want` and `unwant` change its subscriptions. */
export interface OkxSocket {
  want(arg: OkxChannelArg): void;
  unwant(arg: OkxChannelArg): void;
  close(): void;
}

/** Returns the delay in ms before reconnection number `attempt` (from 0): min(5 s x 2^attempt, 30 s), randomly up to 20 % shorter. */
export function reconnectDelayMs(attempt: number, chance: Chance): number {
  const full = Math.min(reconnectBaseMs * 2 ** Math.min(attempt, 10), reconnectCapMs);
  return Math.round(full * (1 - 0.2 * chance.next()));
}

/** Opens a socket at once and reconnects it until `close`. */
export function createOkxSocket(deps: OkxSocketDeps): OkxSocket {
  const { log } = deps;
  let { args } = deps;
  let current: Connection | null = null;
  let replacement: Connection | null = null;
  let pending: { cancel(): void } | null = null;
  let [losses, attempt] = [0, 0];
  let isClosed = false;

  function connect(): void {
    pending = null;
    current = openOne({ ...deps, url: addressAfter(deps, losses) }, args, {
      onReplace: replace,
      onReady: markReady,
      onEnd: onCurrentEnd,
    });
  }

  function markReady(): void {
    attempt = 0;
    log.write('info', 'okx.socket.ready', { url: deps.url });
    deps.onReady();
  }
  function onCurrentEnd(cause: string, verdict: EndVerdict): void {
    current = null;
    losses += 1;
    log.write(verdict === 'fatal' ? 'error' : 'warn', 'okx.socket.down', { url: deps.url, cause, verdict });
    deps.onDown(cause);
    if (isClosed || replacement !== null) return;
    pending = planNext(deps, { verdict, attempt }, connect);
    attempt += 1;
  }

  function replace(): void {
    if (replacement !== null || isClosed) return;
    replacement = openOne(deps, args, {
      onReplace: replace,
      onReady() {
        current?.close();
        [current, replacement] = [replacement, null];
        markReady();
      },
      onEnd(cause, verdict) {
        // After the takeover this is the end of the current connection. Before it the old connection still works or reconnects itself.
        const wasSpare = replacement !== null;
        replacement = null;
        if (!wasSpare || current === null) onCurrentEnd(cause, verdict);
        else log.write('warn', 'okx.socket.replacement_failed', { cause });
      },
    });
  }

  const each = (act: (connection: Connection) => void): void =>
    [current, replacement].forEach((connection) => connection !== null && act(connection));
  const change = (verb: 'want' | 'unwant') => (arg: OkxChannelArg) => {
    args = verb === 'want' ? [...without(args, arg), arg] : without(args, arg);
    each((connection) => connection[verb](arg));
  };
  connect();
  return {
    want: change('want'),
    unwant: change('unwant'),
    close() {
      isClosed = true;
      pending?.cancel();
      each((connection) => connection.close());
    },
  };
}

function planNext(
  deps: OkxSocketDeps,
  { verdict, attempt }: { readonly verdict: EndVerdict; readonly attempt: number },
  connect: () => void,
): { cancel(): void } {
  if (verdict === 'fatal') return whenKeyMayWork(deps, connect);
  if (verdict === 'clock') void deps.login?.serverClock.measure();
  return deps.clock.after(reconnectDelayMs(attempt, deps.chance), connect);
}

// REST calls find out whether the key is accepted again, because logins are limited.
function whenKeyMayWork({ clock, login }: OkxSocketDeps, connect: () => void): { cancel(): void } {
  const look = (): void => {
    if (login?.isKeyRefused?.() === true) timer = clock.after(refusedKeyAskMs, look);
    else connect();
  };
  let timer = clock.after(refusedKeyAskMs, look);
  return { cancel: () => timer.cancel() };
}

function without(args: readonly OkxChannelArg[], arg: OkxChannelArg): readonly OkxChannelArg[] {
  return args.filter((one) => okxChannelKey(one) !== okxChannelKey(arg));
}

// Uses the addresses in order and starts again after the last. All belong to one service and one environment.
function addressAfter({ url, alternates = [] }: OkxSocketDeps, losses: number): string {
  return [url, ...alternates][losses % (alternates.length + 1)] ?? url;
}

function openOne(
  deps: OkxSocketDeps,
  args: readonly OkxChannelArg[],
  ends: Pick<ConnectionDeps, 'onReplace' | 'onReady' | 'onEnd'>,
): Connection {
  const { url, transport, clock, log, login, onPush } = deps;
  const makeLogin = login === null ? null : () => loginFrame(login.credentials, login.serverClock);
  return openConnection({ url, transport, clock, log, args, login: makeLogin, onPush, ...ends });
}

/** Returns the login frame of a private socket, signed with the exchange's present time. */
export async function loginFrame(credentials: OkxCredentials, serverClock: ServerClock): Promise<string> {
  await serverClock.ready();
  const timestamp = String(Math.floor(serverClock.now() / 1_000));
  const sign = signOkxLogin(credentials.secretKey, timestamp);
  return JSON.stringify({
    op: 'login',
    args: [{ apiKey: credentials.apiKey, passphrase: credentials.passphrase, timestamp, sign }],
  });
}
