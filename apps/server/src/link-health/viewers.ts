// The live connections of viewers for the WebSocket panel. Each user has at most one connection. Bots use separate connections.
import {
  contractLimits,
  errorText,
  viewerInstTypes,
  type ErrorCode,
  type ViewerChannel,
  type ViewerStatus,
} from '@rondo/contract';
import type { ViewerEvent, ViewerSocket } from '@rondo/exchange';
import type { Clock } from '@rondo/engine/ports';
import { ApiError } from '../api/api-error.ts';
import { serverLimits } from '../limits.ts';

export interface ViewerAccount {
  readonly accountId: string;
  readonly domain: string;
  readonly termId: string | null;
  open(hear: (event: ViewerEvent) => void): ViewerSocket;
}

export interface Subscription {
  readonly channel: ViewerChannel;
  readonly instType: string | undefined;
}

export interface Viewers {
  /** Resolves after the log-in at the exchange. Throws WS_ALREADY_CONNECTED, WS_AUTH_FAILED or WS_CONNECTION_FAILED. */
  connect(userId: string, account: ViewerAccount): Promise<void>;
  status(userId: string): ViewerStatus;
  /** Subscribes and waits until the exchange has acknowledged the subscription. Returns the id of the subscription. Throws WS_NOT_CONNECTED or WS_SUBSCRIPTION_FAILED. */
  subscribe(userId: string, subscription: Subscription): Promise<string>;
  unsubscribe(userId: string, subscription: Subscription): void;
  disconnect(userId: string): void;
  /** Closes every viewer of an account that is unlinked. */
  closeAccount(accountId: string): void;
  stop(): void;
}

interface Viewer {
  readonly account: ViewerAccount;
  readonly subscriptions: Map<string, { readonly channel: string; isAcknowledged: boolean }>;
  readonly waiting: Set<(event: ViewerEvent) => void>;
  messages: ViewerStatus['messages'];
  socket: ViewerSocket;
  isReady: boolean;
  lastConnectedAt: number | null;
  error: ViewerStatus['error'];
  askedAt: number;
}

/** The status of a person without a live connection. */
export const noViewer: ViewerStatus = {
  connected: false,
  authenticated: false,
  connecting: false,
  accountId: null,
  termId: null,
  domain: null,
  reconnectAttempts: 0,
  subscriptions: [],
  lastConnectedAt: null,
  uptimeSeconds: 0,
  messages: [],
  error: null,
};

/** Creates the viewers in memory. A viewer is closed when its status was not read for `viewerIdleMs`. */
export function createViewers(clock: Clock): Viewers {
  const viewers = new Map<string, Viewer>();
  const close = (userId: string): void => {
    viewers.get(userId)?.socket.close();
    viewers.delete(userId);
  };
  const closeIdle = (): void => {
    for (const [userId, viewer] of viewers) if (clock.now() - viewer.askedAt > serverLimits.viewerIdleMs) close(userId);
  };
  const find = (userId: string): Viewer => {
    const viewer = viewers.get(userId);
    if (viewer?.isReady !== true) throw new ApiError('WS_NOT_CONNECTED');
    return viewer;
  };
  return {
    async connect(userId, account) {
      closeIdle();
      const known = viewers.get(userId);
      if (known !== undefined && known.error?.code !== 'WS_AUTH_FAILED') throw new ApiError('WS_ALREADY_CONNECTED');
      if (viewers.size >= serverLimits.viewers) throw new ApiError('WS_CONNECTION_FAILED');
      const viewer = openViewer(clock, account);
      viewers.set(userId, viewer);
      const event = await next(clock, viewer, {
        wanted: (each) => each.kind === 'ready' || each.kind === 'down',
        withinMs: serverLimits.viewerReadyMs,
      });
      if (event?.kind === 'ready') return;
      close(userId);
      throw new ApiError(event?.kind === 'down' && event.isFinal ? 'WS_AUTH_FAILED' : 'WS_CONNECTION_FAILED');
    },
    status(userId) {
      const viewer = viewers.get(userId);
      closeIdle();
      return viewer === undefined ? noViewer : statusOf(clock, viewer);
    },
    subscribe: async (userId, subscription) => subscribe(clock, find(userId), subscription),
    unsubscribe(userId, subscription) {
      const viewer = find(userId);
      viewer.subscriptions.delete(idOf(subscription));
      const arg = argOf(subscription);
      const isShared = [...viewer.subscriptions.keys()].some((id) => isSameArg(argOf(subscriptionOf(id)), arg));
      if (!isShared) viewer.socket.unsubscribe(arg);
    },
    disconnect: close,
    closeAccount(accountId) {
      for (const [userId, viewer] of viewers) if (viewer.account.accountId === accountId) close(userId);
    },
    stop() {
      for (const userId of viewers.keys()) close(userId);
    },
  };
}

async function subscribe(clock: Clock, viewer: Viewer, subscription: Subscription): Promise<string> {
  const arg = argOf(subscription);
  const id = idOf(subscription);
  if (isSent(viewer, arg)) {
    viewer.subscriptions.set(id, { channel: arg.channel, isAcknowledged: true });
    return id;
  }
  viewer.subscriptions.set(id, { channel: arg.channel, isAcknowledged: false });
  const response = next(clock, viewer, {
    wanted: (event) =>
      event.kind === 'down' || ((event.kind === 'subscribed' || event.kind === 'refused') && isSameArg(event.arg, arg)),
    withinMs: serverLimits.viewerResponseMs,
  });
  viewer.socket.subscribe(arg);
  if ((await response)?.kind === 'subscribed') return id;
  viewer.subscriptions.delete(id);
  viewer.socket.unsubscribe(arg);
  throw new ApiError('WS_SUBSCRIPTION_FAILED');
}

function openViewer(clock: Clock, account: ViewerAccount): Viewer {
  const waiting = new Set<(event: ViewerEvent) => void>();
  const state: { viewer: Viewer | null } = { viewer: null };
  const socket = account.open((event) => {
    if (state.viewer !== null) note(clock, state.viewer, event);
    for (const listener of waiting) listener(event);
  });
  const viewer: Viewer = {
    account,
    subscriptions: new Map(),
    waiting,
    messages: [],
    socket,
    isReady: false,
    lastConnectedAt: null,
    error: null,
    askedAt: clock.now(),
  };
  state.viewer = viewer;
  return viewer;
}

const errorOf = (code: ErrorCode): ViewerStatus['error'] => ({ code, message: errorText(code) });

function note(clock: Clock, viewer: Viewer, event: ViewerEvent): void {
  switch (event.kind) {
    case 'ready':
      viewer.isReady = true;
      viewer.lastConnectedAt = clock.now();
      viewer.error = null;
      return log(clock, viewer, { channel: 'login', event: 'ready', rows: 0 });
    case 'down':
      viewer.isReady = false;
      viewer.error = errorOf(event.isFinal ? 'WS_AUTH_FAILED' : 'WS_CONNECTION_FAILED');
      return log(clock, viewer, { channel: 'connection', event: 'down', rows: 0 });
    case 'subscribed':
      acknowledge(viewer, event.arg.channel);
      return log(clock, viewer, { channel: event.arg.channel, event: 'subscribed', rows: 0 });
    case 'refused':
      return log(clock, viewer, { channel: event.arg.channel, event: `refused ${event.code}`, rows: 0 });
    case 'message':
      return log(clock, viewer, { channel: event.channel, event: 'update', rows: event.rows });
    default:
      event satisfies never;
  }
}

function acknowledge(viewer: Viewer, channel: string): void {
  for (const subscription of viewer.subscriptions.values())
    if (subscription.channel === channel) subscription.isAcknowledged = true;
}

function log(
  clock: Clock,
  viewer: Viewer,
  line: { readonly channel: string; readonly event: string; readonly rows: number },
): void {
  viewer.messages = [{ at: clock.now(), ...line }, ...viewer.messages].slice(0, contractLimits.viewerMessages);
}

function statusOf(clock: Clock, viewer: Viewer): ViewerStatus {
  viewer.askedAt = clock.now();
  const { isReady, lastConnectedAt, account } = viewer;
  return {
    connected: isReady,
    authenticated: isReady,
    connecting: !isReady && viewer.error?.code !== 'WS_AUTH_FAILED',
    accountId: account.accountId,
    termId: account.termId,
    domain: account.domain,
    reconnectAttempts: viewer.socket.attempts(),
    subscriptions: [...viewer.subscriptions].flatMap(([id, { isAcknowledged }]) => (isAcknowledged ? [id] : [])),
    lastConnectedAt,
    uptimeSeconds: isReady && lastConnectedAt !== null ? Math.floor((clock.now() - lastConnectedAt) / 1_000) : 0,
    messages: viewer.messages,
    error: viewer.error,
  };
}

/** Returns the next event for which `wanted` returns true, or null when no matching event arrives within `withinMs`. */
function next(
  clock: Clock,
  viewer: Viewer,
  { wanted, withinMs }: { readonly wanted: (event: ViewerEvent) => boolean; readonly withinMs: number },
): Promise<ViewerEvent | null> {
  return new Promise((resolve) => {
    const finish = (event: ViewerEvent | null): void => {
      timer.cancel();
      viewer.waiting.delete(listen);
      resolve(event);
    };
    const listen = (event: ViewerEvent): void => {
      if (wanted(event)) finish(event);
    };
    const timer = clock.after(withinMs, () => finish(null));
    viewer.waiting.add(listen);
  });
}

// The exchange has no channel `balance`, so the account channel is used (decision 16).
function argOf({ channel, instType }: Subscription): { readonly channel: string; readonly instType?: string } {
  const type = instType ?? viewerInstTypes[channel] ?? undefined;
  const name = channel === 'balance' ? 'account' : channel;
  return type === undefined || name === 'account' ? { channel: name } : { channel: name, instType: type };
}

/** Returns whether the exchange already sends this channel. The exchange does not acknowledge a second subscription to one channel. `account` and `balance` use one channel. */
function isSent({ subscriptions }: Viewer, arg: ReturnType<typeof argOf>): boolean {
  return [...subscriptions].some(
    ([id, { isAcknowledged }]) => isAcknowledged && isSameArg(argOf(subscriptionOf(id)), arg),
  );
}

function idOf({ channel, instType }: Subscription): string {
  const type = instType ?? viewerInstTypes[channel];
  return type === null || channel === 'account' || channel === 'balance' ? channel : `${channel}:${type}`;
}

function subscriptionOf(id: string): Subscription {
  const [channel = 'account', instType] = id.split(':');
  return { channel: channel as ViewerChannel, instType }; // idOf has created every id from a channel
}

function isSameArg(
  one: { readonly channel: string; readonly instType?: string | undefined },
  other: { readonly channel: string; readonly instType?: string | undefined },
): boolean {
  return one.channel === other.channel && one.instType === other.instType;
}
