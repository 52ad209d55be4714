// The reducer of one socket connection. The function is pure.
import { okxChannelKey, type OkxChannelArg, type OkxFrame } from '@rondo/protocol';
import { pingAfterMs, pongTimeoutMs, socketStageMs } from '../../limits.ts';
import { tryAgainLaterClose } from '../../transport/transport.ts';

/**
 * The action after the end of a connection. `retry`: the socket reconnects. `unreached`: the handshake failed. A handshake names no account, so the
 * socket also reconnects when another handshake of the IP address succeeds. `retryAddress`: as `unreached`, without a longer delay, because the exchange
 * refused the IP address. `clock`: the socket measures the clock and reconnects. `fatal`: the exchange refuses the key, and the socket waits until the
 * key may be accepted.
 */
export type EndVerdict = 'retry' | 'unreached' | 'retryAddress' | 'clock' | 'fatal';

/**
 * The stage of a connection. In the stage `queued` the handshake waits in the handshake queue, without a time limit.
 * `since` is the start of the stage, in local epoch ms. `waiting` contains the channel keys without an acknowledgement.
 */
export type ConnectionStage =
  | { readonly kind: 'queued' }
  | { readonly kind: 'opening'; readonly since: number }
  | { readonly kind: 'loggingIn'; readonly since: number }
  | { readonly kind: 'subscribing'; readonly since: number; readonly waiting: readonly string[] }
  | { readonly kind: 'ready' }
  | { readonly kind: 'ended' };

/**
 * The state of one connection. `args` are the subscriptions that the connection must have. `heardAt` is the time of the
 * last frame. `pingSentAt` is null when no ping waits for its pong. Times are local epoch ms.
 */
export interface ConnectionState {
  readonly stage: ConnectionStage;
  readonly needsLogin: boolean;
  readonly args: readonly OkxChannelArg[];
  readonly heardAt: number;
  readonly pingSentAt: number | null;
}

/**
 * The events of a connection. `at` is local time in epoch ms. `dialled`: the handshake has begun. `wanted` and
 * `unwanted`: the owner of the connection has added or removed a subscription.
 */
export type ConnectionEvent =
  | { readonly kind: 'dialled'; readonly at: number }
  | { readonly kind: 'opened'; readonly at: number }
  | { readonly kind: 'frame'; readonly at: number; readonly frame: OkxFrame }
  | { readonly kind: 'tick'; readonly at: number }
  | { readonly kind: 'closed'; readonly code: number; readonly reason: string }
  | { readonly kind: 'wanted'; readonly arg: OkxChannelArg }
  | { readonly kind: 'unwanted'; readonly arg: OkxChannelArg };

/**
 * The actions that the caller executes after an event. `replace`: open a new connection before the exchange closes this
 * connection. `end`: the connection has ended, and `verdict` decides about the reconnection.
 */
export type ConnectionEffect =
  | { readonly kind: 'login' }
  | { readonly kind: 'subscribe'; readonly args: readonly OkxChannelArg[] }
  | { readonly kind: 'unsubscribe'; readonly args: readonly OkxChannelArg[] }
  | { readonly kind: 'ping' }
  | { readonly kind: 'ready' }
  | { readonly kind: 'replace' }
  | { readonly kind: 'push'; readonly frame: Extract<OkxFrame, { kind: 'push' }> }
  /** The exchange acknowledged a subscription (`code` is null) or refused it. */
  | { readonly kind: 'subscriptionResult'; readonly arg: OkxChannelArg; readonly code: string | null }
  /** The exchange reported how many sockets of the account are subscribed to a channel, this connection included. */
  | { readonly kind: 'listeners'; readonly channel: string; readonly count: number }
  | { readonly kind: 'note'; readonly level: 'warn' | 'error'; readonly event: string; readonly detail: string }
  | { readonly kind: 'end'; readonly cause: string; readonly verdict: EndVerdict };

/** The result of `stepConnection`: the next state, and the effects in the sequence of their execution. */
export interface ConnectionStep {
  readonly state: ConnectionState;
  readonly effects: readonly ConnectionEffect[];
}

// OKX v5 uses these codes on sockets for refused keys, for clock errors, and for refused subscriptions.
const keyCodes = new Set(['60005', '60007', '60009', '60024', '60032', '50101', '50105', '50110', '50111', '50119']);
const clockCodes = new Set(['60004', '60006']);
const channelCodes = new Set(['60008', '60012', '60013', '60018', '60033', '64000', '64001', '64002', '64003']);
// The close code 4007 means that the key was changed or deleted.
const keyGoneClose = 4007;

/** Returns the first state of a connection, whose handshake waits in the handshake queue. */
export function beginConnection(input: {
  readonly at: number;
  readonly needsLogin: boolean;
  readonly args: readonly OkxChannelArg[];
}): ConnectionState {
  return {
    stage: { kind: 'queued' },
    needsLogin: input.needsLogin,
    args: input.args,
    heardAt: input.at,
    pingSentAt: null,
  };
}

/** Applies one event. An ended connection ignores every event. */
export function stepConnection(state: ConnectionState, event: ConnectionEvent): ConnectionStep {
  if (state.stage.kind === 'ended') return stay(state);
  switch (event.kind) {
    case 'dialled':
      return onDialled(state, event.at);
    case 'opened':
      return onOpened(state, event.at);
    case 'frame':
      return onFrame({ ...state, heardAt: event.at, pingSentAt: null }, event);
    case 'tick':
      return onTick(state, event.at);
    case 'closed':
      return end(state, `closed ${event.code} ${event.reason}`.trim(), verdictOfClose(state, event.code));
    case 'wanted':
      return onWanted(state, event.arg);
    case 'unwanted':
      return onUnwanted(state, event.arg);
    default:
      return event satisfies never;
  }
}

function onDialled(state: ConnectionState, at: number): ConnectionStep {
  if (state.stage.kind !== 'queued') return stay(state);
  return stay({ ...state, stage: { kind: 'opening', since: at }, heardAt: at });
}

function verdictOfClose({ stage }: ConnectionState, code: number): EndVerdict {
  if (code === keyGoneClose) return 'fatal';
  if (code === tryAgainLaterClose) return 'retryAddress';
  return stage.kind === 'opening' ? 'unreached' : 'retry';
}

function onOpened(state: ConnectionState, at: number): ConnectionStep {
  if (state.stage.kind !== 'opening') return stay(state);
  const open = { ...state, heardAt: at };
  return state.needsLogin
    ? { state: { ...open, stage: { kind: 'loggingIn', since: at } }, effects: [{ kind: 'login' }] }
    : subscribeAll(open, at);
}

function subscribeAll(state: ConnectionState, at: number): ConnectionStep {
  if (state.args.length === 0) return { state: { ...state, stage: { kind: 'ready' } }, effects: [{ kind: 'ready' }] };
  const waiting = state.args.map(okxChannelKey);
  return {
    state: { ...state, stage: { kind: 'subscribing', since: at, waiting } },
    effects: [{ kind: 'subscribe', args: state.args }],
  };
}

function onFrame(state: ConnectionState, { frame, at }: Extract<ConnectionEvent, { kind: 'frame' }>): ConnectionStep {
  switch (frame.kind) {
    case 'pong':
      return stay(state);
    case 'push':
      return { state, effects: [{ kind: 'push', frame }] };
    case 'unrecognised':
      return note(state, { level: 'warn', event: 'okx.socket.unreadable', detail: frame.raw });
    case 'event':
      return onServerEvent(state, frame, at);
    default:
      return frame satisfies never;
  }
}

function onServerEvent(
  state: ConnectionState,
  frame: Extract<OkxFrame, { kind: 'event' }>,
  at: number,
): ConnectionStep {
  switch (frame.event) {
    case 'login':
      if (frame.code !== '' && frame.code !== '0') return onError(state, frame.code, frame.msg);
      return state.stage.kind === 'loggingIn' ? subscribeAll(state, at) : stay(state);
    case 'subscribe':
      return frame.arg === undefined ? stay(state) : onSubscribed(state, frame.arg);
    case 'unsubscribe':
      return stay(state);
    case 'channel-conn-count':
      return { state, effects: listenersOf(frame) };
    case 'channel-conn-count-error':
      return end(state, `too many connections for ${frame.channel}`, 'retry');
    case 'notice':
      return frame.code === '64008'
        ? { state, effects: [{ kind: 'replace' }] }
        : note(state, { level: 'warn', event: 'okx.socket.notice', detail: `${frame.code} ${frame.msg}` });
    case 'error':
      return onError(state, frame.code, frame.msg);
    default:
      return note(state, { level: 'warn', event: 'okx.socket.unrecognised', detail: frame.event });
  }
}

function listenersOf({ channel, connCount }: Extract<OkxFrame, { kind: 'event' }>): readonly ConnectionEffect[] {
  const count = Number(connCount);
  return Number.isSafeInteger(count) && count > 0 ? [{ kind: 'listeners', channel, count }] : [];
}

function onError(state: ConnectionState, code: string, message: string): ConnectionStep {
  if (clockCodes.has(code)) return end(state, `login ${code}`, 'clock');
  if (keyCodes.has(code)) return end(state, `login refused ${code} ${message}`, 'fatal');
  if (!channelCodes.has(code)) return end(state, `error ${code} ${message}`, 'retry');
  const refused = state.args.find(
    (arg) => message.includes(arg.channel) && (arg.instId === undefined || message.includes(arg.instId)),
  );
  if (refused === undefined) return end(state, `subscription refused ${code} ${message}`, 'retry');
  const without = { ...state, args: state.args.filter((arg) => arg !== refused) };
  const step = removeWaiting(without, okxChannelKey(refused));
  const effect: ConnectionEffect = {
    kind: 'note',
    level: 'error',
    event: 'okx.socket.channel_refused',
    detail: `${code} ${message}`,
  };
  return { state: step.state, effects: [effect, { kind: 'subscriptionResult', arg: refused, code }, ...step.effects] };
}

function onSubscribed(state: ConnectionState, arg: OkxChannelArg): ConnectionStep {
  const step = removeWaiting(state, okxChannelKey(arg));
  return { state: step.state, effects: [{ kind: 'subscriptionResult', arg, code: null }, ...step.effects] };
}

function removeWaiting(state: ConnectionState, key: string): ConnectionStep {
  if (state.stage.kind !== 'subscribing') return stay(state);
  const waiting = state.stage.waiting.filter((one) => one !== key);
  if (waiting.length > 0) return stay({ ...state, stage: { ...state.stage, waiting } });
  return { state: { ...state, stage: { kind: 'ready' } }, effects: [{ kind: 'ready' }] };
}

function onTick(state: ConnectionState, at: number): ConnectionStep {
  const { stage } = state;
  if (
    (stage.kind === 'opening' || stage.kind === 'loggingIn' || stage.kind === 'subscribing') &&
    at - stage.since >= socketStageMs
  ) {
    return end(state, `${stage.kind} took too long`, stage.kind === 'opening' ? 'unreached' : 'retry');
  }
  if (stage.kind === 'queued' || stage.kind === 'opening') return stay(state);
  if (state.pingSentAt !== null)
    return at - state.pingSentAt >= pongTimeoutMs ? end(state, 'silent after a ping', 'retry') : stay(state);
  if (at - state.heardAt < pingAfterMs) return stay(state);
  return { state: { ...state, pingSentAt: at }, effects: [{ kind: 'ping' }] };
}

function onWanted(state: ConnectionState, arg: OkxChannelArg): ConnectionStep {
  const key = okxChannelKey(arg);
  if (state.args.some((one) => okxChannelKey(one) === key)) return stay(state);
  const wider = { ...state, args: [...state.args, arg] };
  if (state.stage.kind === 'subscribing') {
    const stage = { ...state.stage, waiting: [...state.stage.waiting, key] };
    return { state: { ...wider, stage }, effects: [{ kind: 'subscribe', args: [arg] }] };
  }
  return state.stage.kind === 'ready' ? { state: wider, effects: [{ kind: 'subscribe', args: [arg] }] } : stay(wider);
}

function onUnwanted(state: ConnectionState, arg: OkxChannelArg): ConnectionStep {
  const key = okxChannelKey(arg);
  const narrower = { ...state, args: state.args.filter((one) => okxChannelKey(one) !== key) };
  if (state.stage.kind === 'ready') return { state: narrower, effects: [{ kind: 'unsubscribe', args: [arg] }] };
  if (state.stage.kind !== 'subscribing') return stay(narrower);
  const step = removeWaiting(narrower, key);
  return { state: step.state, effects: [{ kind: 'unsubscribe', args: [arg] }, ...step.effects] };
}

function end(state: ConnectionState, cause: string, verdict: EndVerdict): ConnectionStep {
  return {
    state: { ...state, stage: { kind: 'ended' } },
    effects: [{ kind: 'end', cause: cause.slice(0, 200), verdict }],
  };
}

function note(
  state: ConnectionState,
  words: { level: 'warn' | 'error'; event: string; detail: string },
): ConnectionStep {
  return { state, effects: [{ kind: 'note', ...words, detail: words.detail.slice(0, 200) }] };
}

function stay(state: ConnectionState): ConnectionStep {
  return { state, effects: [] };
}
