// Keeps one connection to NATS: it connects in the background, and connects again after every loss.
import { connect, PermissionViolationError, type NatsConnection, type Status } from '@nats-io/transport-node';
import type { Clock, Log } from '@rondo/engine/ports';
import type { BusAccess } from './access.ts';
import {
  closeMs,
  connectMs,
  firstRetryMs,
  maxUnansweredPings,
  pingMs,
  reconnectJitterMs,
  reconnectMs,
} from './limits.ts';

/** What a connection needs. */
export interface ConnectionDeps {
  readonly clock: Clock;
  readonly log: Log;
  /** The name of this node, which the server of NATS shows in its lists. */
  readonly name: string;
  readonly access: BusAccess;
  /** Called after every connection, also after the first one. */
  readonly onConnected: () => void;
}

/** One connection to NATS that is kept until `close`. */
export interface Connection {
  isConnected(): boolean;
  /** Returns false when there is no connection. The message is then dropped. */
  send(subject: string, payload: string): boolean;
  /** Subscribes now and after every later connection. */
  listen(subject: string, receive: (payload: string) => void): { close(): void };
  /** The number of publications and subscriptions that the server of NATS has refused. */
  violations(): number;
  close(): Promise<void>;
}

interface Listener {
  readonly subject: string;
  readonly receive: (payload: string) => void;
  subscription: { unsubscribe(): void } | null;
}

interface ConnectionState {
  readonly listeners: Set<Listener>;
  client: NatsConnection | null;
  isConnected: boolean;
  isClosed: boolean;
  /** True when the current time without a connection was logged. */
  isLossLogged: boolean;
  violations: number;
  retry: { cancel(): void } | null;
}

/** Starts to connect and returns immediately, because the node must also work while NATS is absent. */
export function keepConnected(deps: ConnectionDeps): Connection {
  const state: ConnectionState = {
    listeners: new Set(),
    client: null,
    isConnected: false,
    isClosed: false,
    isLossLogged: false,
    violations: 0,
    retry: null,
  };
  void stayConnected(deps, state);
  return {
    isConnected: () => state.isConnected,
    violations: () => state.violations,
    send(subject, payload) {
      if (state.client === null || !state.isConnected) return false;
      state.client.publish(subject, payload);
      return true;
    },
    listen(subject, receive) {
      const listener: Listener = { subject, receive, subscription: null };
      state.listeners.add(listener);
      subscribe(deps, state, listener);
      return {
        close() {
          state.listeners.delete(listener);
          listener.subscription?.unsubscribe();
        },
      };
    },
    async close() {
      state.isClosed = true;
      state.isConnected = false;
      state.retry?.cancel();
      if (state.client !== null) await waitAtMost(deps.clock, state.client.close(), closeMs);
    },
  };
}

/** Connects, and handles the reports of the client until the client has ended. Then connects again after a pause. */
async function stayConnected(deps: ConnectionDeps, state: ConnectionState): Promise<void> {
  try {
    const client = await connect(optionsOf(deps));
    if (state.isClosed) return await client.close();
    state.client = client;
    for (const listener of state.listeners) subscribe(deps, state, listener);
    noteConnected(deps, state);
    for await (const status of client.status()) handleStatus(deps, state, status);
    state.client = null;
    noteLost(deps, state, 'the client has ended the connection');
  } catch (error) {
    noteLost(deps, state, error instanceof Error ? error.message : 'unknown');
  }
  if (!state.isClosed) state.retry = deps.clock.after(firstRetryMs, () => void stayConnected(deps, state));
}

function handleStatus(deps: ConnectionDeps, state: ConnectionState, status: Status): void {
  if (status.type === 'disconnect' || status.type === 'close') noteLost(deps, state, 'the connection was lost');
  else if (status.type === 'reconnect') noteConnected(deps, state);
  else if (status.type === 'error') noteRefusal(deps, state, status.error);
}

function subscribe(deps: ConnectionDeps, state: ConnectionState, listener: Listener): void {
  if (state.client === null) return;
  const callback = (error: Error | null, message: { string(): string }): void => {
    if (error === null) listener.receive(message.string());
    else noteRefusal(deps, state, error);
  };
  listener.subscription = state.client.subscribe(listener.subject, { callback });
}

function noteConnected({ log, onConnected }: ConnectionDeps, state: ConnectionState): void {
  state.isConnected = true;
  state.isLossLogged = false;
  log.write('info', 'bus.connected', {});
  onConnected();
}

function noteLost({ log }: ConnectionDeps, state: ConnectionState, cause: string): void {
  state.isConnected = false;
  if (state.isLossLogged || state.isClosed) return;
  state.isLossLogged = true;
  log.write('warn', 'bus.disconnected', { cause });
}

function noteRefusal({ log }: ConnectionDeps, state: ConnectionState, error: Error): void {
  if (error instanceof PermissionViolationError) state.violations += 1;
  log.write('error', 'bus.refused', { cause: error.message });
}

function waitAtMost(clock: Clock, work: Promise<void>, ms: number): Promise<void> {
  return new Promise((resolve) => {
    const limit = clock.after(ms, resolve);
    const finish = (): void => {
      limit.cancel();
      resolve();
    };
    work.then(finish, finish);
  });
}

function optionsOf({ name, access }: ConnectionDeps) {
  return {
    ...access,
    name,
    // A node does not need its own hints, because it has already acted on them.
    noEcho: true,
    maxReconnectAttempts: -1,
    reconnectTimeWait: reconnectMs,
    reconnectJitter: reconnectJitterMs,
    reconnectJitterTLS: reconnectJitterMs,
    pingInterval: pingMs,
    maxPingOut: maxUnansweredPings,
    timeout: connectMs,
    // Without this option, the client stops forever after two equal refusals of the credentials.
    ignoreAuthErrorAbort: true,
  };
}
