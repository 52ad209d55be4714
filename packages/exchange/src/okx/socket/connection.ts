// Runs one connection: passes the events of a socket and of a timer to the reducer (connection-state.ts), and executes
// the effects.
import type { Clock, Log } from '@rondo/engine/ports';
import { parseOkxFrame, type OkxChannelArg, type OkxFrame } from '@rondo/protocol';
import { maxArgsPerSubscribe, socketOpsPerHour, socketOpsWindowMs, socketTickMs } from '../../limits.ts';
import type { HandshakeUrgency } from '../../transport/handshake-queue.ts';
import type { TextSocket, Transport } from '../../transport/transport.ts';
import {
  beginConnection,
  stepConnection,
  type ConnectionEffect,
  type ConnectionEvent,
  type EndVerdict,
} from './connection-state.ts';

/**
 * One connection. `want` and `unwant` change its subscriptions. `close` ends the connection without a call of `onEnd`.
 */
export interface Connection {
  want(arg: OkxChannelArg): void;
  unwant(arg: OkxChannelArg): void;
  close(): void;
}

/**
 * The dependencies and callbacks of one connection. `args` are the subscriptions that are sent after the socket has
 * opened and the login has succeeded.
 */
export interface ConnectionDeps {
  readonly url: string;
  readonly urgency: () => HandshakeUrgency;
  readonly transport: Transport;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the login frame of a private socket, or null when the login is not signed. Null for a public socket. */
  readonly login: (() => Promise<string | null>) | null;
  readonly args: readonly OkxChannelArg[];
  readonly onReady: () => void;
  readonly onPush: (frame: Extract<OkxFrame, { kind: 'push' }>) => void;
  readonly onReplace: () => void;
  /** Called when the exchange acknowledged a subscription (code null) or refused it with a code. */
  readonly onSubscriptionResult?: (arg: OkxChannelArg, code: string | null) => void;
  /** Called when the exchange reported how many sockets of the account are subscribed to a channel. */
  readonly onListeners?: (channel: string, count: number) => void;
  readonly onEnd: (cause: string, verdict: EndVerdict) => void;
}

/**
 * Opens a connection. `onEnd` is called once when the connection ends. It is not called when the caller closes the
 * connection.
 */
export function openConnection(deps: ConnectionDeps): Connection {
  const { clock } = deps;
  let state = beginConnection({ at: clock.now(), needsLogin: deps.login !== null, args: deps.args });
  let isClosed = false;
  const socket = deps.transport.openSocket(deps.url, deps.urgency);
  let tick = clock.after(socketTickMs, onTick);

  function onTick(): void {
    dispatch({ kind: 'tick', at: clock.now() });
    if (!isClosed) tick = clock.after(socketTickMs, onTick);
  }

  function dispatch(event: ConnectionEvent): void {
    if (isClosed) return;
    const step = stepConnection(state, event);
    state = step.state;
    for (const effect of step.effects) carryOut(effect, line);
  }

  function close(): void {
    if (isClosed) return;
    isClosed = true;
    tick.cancel();
    socket.close();
  }

  const line: OpenLine = { deps, socket, frames: createFrames(deps, socket), isClosed: () => isClosed, close };
  socket.onDial(() => dispatch({ kind: 'dialled', at: clock.now() }));
  socket.onOpen(() => dispatch({ kind: 'opened', at: clock.now() }));
  socket.onMessage((text) => dispatch({ kind: 'frame', at: clock.now(), frame: parseOkxFrame(text) }));
  socket.onClose((code, reason) => dispatch({ kind: 'closed', code, reason }));
  return {
    want: (arg) => dispatch({ kind: 'wanted', arg }),
    unwant: (arg) => dispatch({ kind: 'unwanted', arg }),
    close,
  };
}

/** The objects that the execution of an effect needs. `close` ends the connection without a call of `onEnd`. */
interface OpenLine {
  readonly deps: ConnectionDeps;
  readonly socket: TextSocket;
  readonly frames: Frames;
  readonly isClosed: () => boolean;
  readonly close: () => void;
}

function carryOut(effect: ConnectionEffect, { deps, socket, frames, isClosed, close }: OpenLine): void {
  switch (effect.kind) {
    case 'login':
      void deps.login?.().then((frame) => {
        if (isClosed()) return;
        if (frame !== null) return socket.send(frame);
        close();
        deps.onEnd('the login was not signed', 'retry');
      });
      return;
    case 'subscribe':
    case 'unsubscribe':
      return frames.send(effect.kind, effect.args);
    case 'ping':
      return socket.send('ping');
    case 'ready':
      return deps.onReady();
    case 'replace':
      return deps.onReplace();
    case 'push':
      return deps.onPush(effect.frame);
    case 'subscriptionResult':
      return deps.onSubscriptionResult?.(effect.arg, effect.code);
    case 'listeners':
      return deps.onListeners?.(effect.channel, effect.count);
    case 'note':
      return deps.log.write(effect.level, effect.event, { detail: effect.detail });
    case 'end':
      close();
      return deps.onEnd(effect.cause, effect.verdict);
    default:
      effect satisfies never;
  }
}

interface Frames {
  send(op: 'subscribe' | 'unsubscribe', args: readonly OkxChannelArg[]): void;
}

/**
 * Sends subscriptions in messages of limited size. When a connection has sent `socketOpsPerHour` messages in an hour, a
 * new connection replaces it and sends all current subscriptions.
 */
function createFrames({ clock, onReplace }: ConnectionDeps, socket: TextSocket): Frames {
  let spentAt: number[] = [];
  return {
    send(op, args) {
      spentAt = spentAt.filter((at) => clock.now() - at < socketOpsWindowMs);
      if (spentAt.length >= socketOpsPerHour) return onReplace();
      for (let from = 0; from < args.length; from += maxArgsPerSubscribe) {
        spentAt.push(clock.now());
        socket.send(JSON.stringify({ op, args: args.slice(from, from + maxArgsPerSubscribe) }));
      }
    },
  };
}
