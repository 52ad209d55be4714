// A private socket for a person who watches an account. It reconnects after a loss, and the person can add and remove
// subscriptions.
import type { Chance, Clock, Log } from '@rondo/engine/ports';
import type { OkxChannelArg } from '@rondo/protocol';
import type { Transport } from '../../transport/transport.ts';
import { withoutArg } from './channel-args.ts';
import { openConnection, type Connection, type ConnectionDeps } from './connection.ts';
import type { EndVerdict } from './connection-state.ts';
import type { OkxSigner } from '../rest/signer.ts';
import type { ServerClock } from '../rest/server-clock.ts';
import { loginFrame, reconnectDelayMs } from './socket.ts';

/**
 * The events of the connection of a viewer. In the event `down`, `isFinal` is true when the key was refused and the
 * socket does not reconnect.
 */
export type ViewerEvent =
  | { readonly kind: 'ready' }
  | { readonly kind: 'down'; readonly cause: string; readonly isFinal: boolean }
  | { readonly kind: 'subscribed'; readonly arg: OkxChannelArg }
  | { readonly kind: 'refused'; readonly arg: OkxChannelArg; readonly code: string }
  | { readonly kind: 'message'; readonly channel: string; readonly rows: number };

/** The dependencies of the socket of a viewer. `hear` receives each event of the connection. */
export interface ViewerSocketDeps {
  /** The address of the private socket. */
  readonly url: string;
  readonly signer: OkxSigner;
  readonly serverClock: ServerClock;
  readonly clock: Clock;
  readonly chance: Chance;
  readonly log: Log;
  readonly transport: Transport;
  readonly hear: (event: ViewerEvent) => void;
}

/** The private socket of one viewer. The subscriptions are sent again after a reconnection. */
export interface ViewerSocket {
  subscribe(arg: OkxChannelArg): void;
  unsubscribe(arg: OkxChannelArg): void;
  /** Returns the number of losses and failed attempts since the connection was last ready. */
  attempts(): number;
  close(): void;
}

/**
 * Opens the socket immediately. Reconnects after a delay (see `reconnectDelayMs`) and sends the current subscriptions
 * again (specification 9).
 */
export function createViewerSocket(deps: ViewerSocketDeps): ViewerSocket {
  let args: readonly OkxChannelArg[] = [];
  let current: Connection | null = null;
  let pending: { cancel(): void } | null = null;
  let attempt = 0;
  let isClosed = false;

  function onEnd(cause: string, verdict: EndVerdict): void {
    current = null;
    if (isClosed) return;
    deps.hear({ kind: 'down', cause, isFinal: verdict === 'fatal' });
    if (verdict === 'fatal') return;
    if (verdict === 'clock') void deps.serverClock.measure();
    pending = deps.clock.after(reconnectDelayMs(attempt, deps.chance), connect);
    attempt += 1;
  }

  function connect(): void {
    pending = null;
    current = openViewerConnection(deps, args, {
      onReady() {
        attempt = 0;
        deps.hear({ kind: 'ready' });
      },
      onSubscriptionResult(arg, code) {
        if (code === null) return deps.hear({ kind: 'subscribed', arg });
        args = withoutArg(args, arg);
        deps.hear({ kind: 'refused', arg, code });
      },
      // The exchange will close the connection. A viewer may miss messages, so the connection is closed now and opened
      // again.
      onReplace() {
        current?.close();
        onEnd('replaced by the exchange', 'retry');
      },
      onEnd,
    });
  }

  connect();
  return {
    subscribe(arg) {
      args = [...withoutArg(args, arg), arg];
      current?.want(arg);
    },
    unsubscribe(arg) {
      args = withoutArg(args, arg);
      current?.unwant(arg);
    },
    attempts: () => attempt,
    close() {
      isClosed = true;
      pending?.cancel();
      current?.close();
    },
  };
}

/** The viewer sockets of one account. `count` returns the number of sockets that are not closed. */
export interface Viewers {
  open(deps: ViewerSocketDeps): ViewerSocket;
  count(): number;
}

/** Creates the viewer sockets of one account, without sockets. */
export function createViewers(): Viewers {
  const open = new Set<ViewerSocket>();
  return {
    open(deps) {
      const viewer = createViewerSocket(deps);
      open.add(viewer);
      return {
        ...viewer,
        close() {
          open.delete(viewer);
          viewer.close();
        },
      };
    },
    count: () => open.size,
  };
}

function openViewerConnection(
  deps: ViewerSocketDeps,
  args: readonly OkxChannelArg[],
  callbacks: Pick<ConnectionDeps, 'onReady' | 'onSubscriptionResult' | 'onReplace' | 'onEnd'>,
): Connection {
  return openConnection({
    url: deps.url,
    urgency: () => 'public',
    transport: deps.transport,
    clock: deps.clock,
    log: deps.log,
    args,
    login: () => loginFrame(deps.signer, deps.serverClock),
    onPush: (frame) => deps.hear({ kind: 'message', channel: frame.arg.channel, rows: frame.data.length }),
    ...callbacks,
  });
}
