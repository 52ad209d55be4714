// Delivery of pushes to the subscribed sockets: first the orders, then the accounts that the orders changed, then the markets.
import { accountSnapshot, isPrivateChannel, marketPush, stampedRows, warnings } from './channels.ts';
import { claimPeriod, coversInstrument, type Subscription } from './subscription.ts';
import { sandboxLimits } from '../limits.ts';
import type { SocketSession } from './session.ts';
import { ledgerOf, type Ledger, type Notice, type World } from '../state/world.ts';
import { instrumentOf } from '../accounting/margin.ts';
import { algoRow, fillPush, orderPush } from '../wire/order-rows.ts';
import { isLiquidation, liquidationDetail, liquidationRow } from '../wire/venue-rows.ts';
import { balanceRow } from '../wire/account-rows.ts';
import { balanceAndPositionRow } from '../wire/position-rows.ts';
import { instrumentRow, tradeRow } from '../wire/market-rows.ts';
import { instruments } from '../market/instruments.ts';
import type { Algo, Position } from '../state/records.ts';
import { maintenanceRows } from '../core/maintenance.ts';

/** Pushes every queued notice. Each changed account is pushed once per flush, after all its orders. */
export function deliverNotices(world: World, sessions: Iterable<SocketSession>): void {
  const notices = world.notices;
  if (notices.length === 0) return;
  world.notices = [];
  const open = [...sessions];
  const listeners = listenersOf(open);
  const events = new Map<string, string>();
  for (const notice of notices) {
    if (notice.kind === 'account') events.set(notice.accountId, notice.event || (events.get(notice.accountId) ?? ''));
    else for (const session of listenersTo(notice, open, listeners)) deliverOne(world, session, notice);
  }
  for (const [accountId, event] of events) {
    const ledger = ledgerOf(world, accountId);
    for (const session of listeners.own.get(accountId) ?? []) deliverAccount(world, session, { ledger, event });
  }
}

/** The sockets of each account, and the sockets that can have a subscription without an account. */
interface Listeners {
  readonly own: ReadonlyMap<string, readonly SocketSession[]>;
  readonly shared: readonly SocketSession[];
}

function listenersOf(open: readonly SocketSession[]): Listeners {
  const own = new Map<string, SocketSession[]>();
  for (const session of open) {
    const accountId = session.signer?.ledger.account.accountId;
    if (accountId === undefined) continue;
    const sessions = own.get(accountId);
    if (sessions === undefined) own.set(accountId, [session]);
    else sessions.push(session);
  }
  // A socket of the private path has subscriptions of its account only.
  return { own, shared: open.filter(({ scope }) => scope !== 'private') };
}

// Returns the sockets that can have a subscription for a notice, in the sequence of `open`. Few notices concern all accounts, and an
// exchange with many accounts has many sockets.
function listenersTo(
  notice: Exclude<Notice, { kind: 'account' }>,
  open: readonly SocketSession[],
  { own, shared }: Listeners,
): readonly SocketSession[] {
  if (notice.kind !== 'order' && notice.kind !== 'algo') return shared;
  return liquidationOf(notice) === undefined ? (own.get(notice.accountId) ?? []) : open;
}

/** Pushes the periodic account snapshots and the market channels. Each call of `step` calls this function once. */
export function deliverMarkets(world: World, sessions: Iterable<SocketSession>): void {
  for (const session of sessions) {
    for (const subscription of session.subscriptions.values()) {
      for (const message of periodicPush(world, session, subscription)) session.push(message);
    }
  }
}

const periodicChannels: ReadonlySet<string> = new Set(['account', 'positions', 'account-greeks']);

function periodicPush(world: World, session: SocketSession, subscription: Subscription): unknown[] {
  if (subscription.channel === 'liquidation-warning')
    return session.signer ? warnings(world, session.signer.ledger, subscription) : [];
  if (!periodicChannels.has(subscription.channel))
    return isPrivateChannel(subscription.channel) ? [] : marketPush(world, subscription, false);
  if (!session.signer || world.clock.now() - subscription.pushedAt < sandboxLimits.accountPushMs) return [];
  if (wantsEventsOnly(subscription) || !claimPeriod(world, subscription, sandboxLimits.accountPushMs)) return [];
  return accountSnapshot(world, session.signer.ledger, subscription);
}

function wantsEventsOnly(subscription: Subscription): boolean {
  const extra = subscription.arg['extraParams'];
  return typeof extra === 'string' && /"updateInterval"\s*:\s*"?0"?/.test(extra);
}

function deliverOne(world: World, session: SocketSession, notice: Exclude<Notice, { kind: 'account' }>): void {
  for (const subscription of session.subscriptions.values()) {
    const row = rowFor(world, session, { notice, subscription });
    if (row) session.push({ arg: subscription.arg, data: [row] });
  }
}

function rowFor(
  world: World,
  session: SocketSession,
  of: { notice: Exclude<Notice, { kind: 'account' }>; subscription: Subscription },
): unknown {
  const { notice, subscription } = of;
  if (notice.kind === 'trade') {
    if (subscription.channel !== 'trades' && subscription.channel !== 'trades-all') return undefined;
    return subscription.instId === notice.trade.instId ? tradeRow(notice.trade) : undefined;
  }
  if (notice.kind === 'instrument') {
    const instrument = instruments.get(notice.instId);
    return subscription.channel === 'instruments' && instrument ? instrumentRow(world, instrument) : undefined;
  }
  if (notice.kind === 'status')
    return subscription.channel === 'status' ? maintenanceRows(world, '').at(-1) : undefined;
  if (subscription.channel === 'liquidation-orders') return liquidationOf(notice);
  if (session.signer?.ledger.account.accountId !== notice.accountId) return undefined;
  if (notice.kind === 'algo')
    return subscription.channel === algoChannel(notice.algo) && coversInstrument(subscription, notice.algo.instId)
      ? algoRow(notice.algo, world.ordersById.get(notice.algo.ordId))
      : undefined;
  if (!coversInstrument(subscription, notice.order.instId)) return undefined;
  if (subscription.channel === 'fills') return notice.fill && fillPush(notice.fill);
  if (subscription.channel !== 'orders') return undefined;
  return orderPush(world, notice.order, notice);
}

// Returns the channel of an algo order. Trailing stops have a separate channel.
function algoChannel(algo: Algo): string {
  return algo.ordType === 'move_order_stop' ? 'algo-advance' : 'orders-algo';
}

function liquidationOf(notice: Exclude<Notice, { kind: 'account' }>): unknown {
  if (notice.kind !== 'order' || !notice.fill || !isLiquidation(notice.order)) return undefined;
  return liquidationRow(instrumentOf(notice.order.instId), [liquidationDetail(notice.order)]);
}

function deliverAccount(world: World, session: SocketSession, change: { ledger: Ledger; event: string }): void {
  const { ledger, event } = change;
  for (const subscription of session.subscriptions.values()) {
    if (subscription.channel === 'account')
      session.push({
        arg: subscription.arg,
        eventType: 'event_update',
        data: [balanceRow(world, ledger, subscription.arg)],
      });
    if (subscription.channel !== 'positions' && subscription.channel !== 'balance_and_position') continue;
    const positions = [...ledger.positions.values()].filter(
      (position) => coversInstrument(subscription, position.instId) && hasChanged(subscription, position),
    );
    if (subscription.channel === 'balance_and_position') {
      if (event !== '')
        session.push({ arg: subscription.arg, data: [balanceAndPositionRow(world, ledger, { event, positions })] });
    } else if (positions.length > 0) {
      session.push({
        arg: subscription.arg,
        eventType: 'event_update',
        data: stampedRows(world, ledger, positions),
      });
    }
  }
}

// Returns whether a position changed after its last push on this subscription. A closed position is pushed exactly once, with size 0.
function hasChanged(subscription: Subscription, position: Position): boolean {
  const state = `${position.lots}:${position.cost}:${position.fundingFee}:${position.margin ?? ''}`;
  const before = subscription.sentPositions.get(position.posId);
  subscription.sentPositions.set(position.posId, state);
  return before !== state && !(before === undefined && position.lots === 0n && position.updatedAt === 0);
}
