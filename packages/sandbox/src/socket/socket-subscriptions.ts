// Subscribing and unsubscribing: the socket path of a channel, the permissions, and the limit of sockets per account.
import { text, type Raw } from '../wire/envelope.ts';
import { channelScope, firstRows, isPrivateChannel } from './channels.ts';
import type { Subscription } from './subscription.ts';
import { instruments } from '../market/instruments.ts';
import { sandboxLimits } from '../limits.ts';
import type { SocketSession } from './session.ts';
import type { World } from '../state/world.ts';

/** The channels whose sockets are counted per account. */
const countedChannels = new Set([
  'orders',
  'account',
  'positions',
  'balance_and_position',
  'liquidation-warning',
  'account-greeks',
]);
/** The channels that need a VIP level, with the lowest level. */
const tieredChannels: Readonly<Record<string, number>> = { fills: 4, 'books50-l2-tbt': 4, 'books-l2-tbt': 5 };
/** The channels whose subscription must name the instrument type. */
const typedChannels = new Set([
  'orders',
  'positions',
  'orders-algo',
  'algo-advance',
  'liquidation-warning',
  'instruments',
  'liquidation-orders',
]);

/** The code and message of an error event. */
export interface SocketRefusal {
  readonly code: string;
  readonly msg: string;
}

interface Asked {
  readonly id: string;
  readonly arg: Raw;
}

/**
 * Subscribes to one channel: sends the acknowledgement, the number of sockets and the first rows. Returns the refusal. Returns undefined when the
 * subscription is accepted, and also when it is removed again because the limit of sockets is exceeded.
 */
export function subscribe(world: World, session: SocketSession, asked: Asked): SocketRefusal | undefined {
  const { arg, id } = asked;
  const channel = text(arg, 'channel');
  const refusal = checkChannel(session, arg);
  if (refusal) return refusal;
  const { signer } = session;
  const subscription: Subscription = {
    channel,
    instId: text(arg, 'instId'),
    instType: text(arg, 'instType'),
    arg: isPrivateChannel(channel) ? { ...arg, uid: signer?.ledger.account.accountId } : arg,
    pushedAt: 0,
    lastText: '',
    sentPositions: new Map(),
    sentBook: undefined,
  };
  const key = JSON.stringify(arg);
  session.subscriptions.set(key, subscription);
  session.push({ ...(id === '' ? {} : { id }), event: 'subscribe', arg, connId: session.connId });
  if (signer && countedChannels.has(channel)) {
    const count = listenersOf(session, channel);
    const isOverLimit = count > sandboxLimits.connectionsPerChannel;
    if (isOverLimit || world.switches.countsListeners)
      session.push({
        event: isOverLimit ? 'channel-conn-count-error' : 'channel-conn-count',
        channel,
        connCount: String(isOverLimit ? sandboxLimits.connectionsPerChannel : count),
        connId: session.connId,
      });
    if (isOverLimit) {
      session.subscriptions.delete(key);
      return undefined;
    }
  }
  for (const message of firstRows(world, signer?.ledger, subscription)) session.push(message);
  return undefined;
}

/** Ends a subscription. A request to end an unknown subscription is also acknowledged. */
export function unsubscribe(session: SocketSession, asked: Asked): undefined {
  session.subscriptions.delete(JSON.stringify(asked.arg));
  session.push({
    ...(asked.id === '' ? {} : { id: asked.id }),
    event: 'unsubscribe',
    arg: asked.arg,
    connId: session.connId,
  });
}

function checkChannel(session: SocketSession, arg: Raw): SocketRefusal | undefined {
  const channel = text(arg, 'channel');
  const instId = text(arg, 'instId');
  const scope = channelScope(channel);
  const isOnPath = scope !== undefined && (session.scope === 'all' || session.scope === scope);
  if (!isOnPath || !isListed(instId)) {
    const named = instId === '' ? channel : `${channel},instId:${instId}`;
    return {
      code: '60018',
      msg: `Wrong URL or channel:${named} doesn't exist. Please use the correct URL, channel and parameters referring to API document.`,
    };
  }
  const level = tieredChannels[channel];
  if ((isPrivateChannel(channel) || level !== undefined) && !session.signer)
    return { code: '60011', msg: 'Please log in' };
  if (level !== undefined && vipLevel(session) < level)
    return { code: '64003', msg: 'Your trading fee tier is too low to subscribe to this channel.' };
  if (typedChannels.has(channel) && text(arg, 'instType') === '')
    return { code: '60012', msg: `Invalid request: ${JSON.stringify(arg)}` };
  // Spot has orders and balances but no positions.
  if (channel === 'positions' && text(arg, 'instType') === 'SPOT')
    return { code: '60018', msg: "Wrong URL or channel:positions,instType:SPOT doesn't exist." };
  return undefined;
}

function vipLevel(session: SocketSession): number {
  return Number(/^VIP(\d)$/.exec(session.signer?.ledger.account.feeLevel ?? '')?.[1] ?? 0);
}

// Returns whether an instrument id is empty or known. In an index channel, the id is the id of a swap without `-SWAP`, for example ETH-USDT.
function isListed(instId: string): boolean {
  return instId === '' || instruments.has(instId) || instruments.has(`${instId}-SWAP`);
}

function listenersOf(session: SocketSession, channel: string): number {
  const accountId = session.signer?.ledger.account.accountId;
  let count = 0;
  for (const peer of session.peers) {
    if (peer.signer?.ledger.account.accountId !== accountId) continue;
    if ([...peer.subscriptions.values()].some((one) => one.channel === channel)) count += 1;
  }
  return count;
}
