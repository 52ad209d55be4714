// Restores the records of the journal into the state of the exchange, line by line.
import { positionKey } from '../accounting/margin-modes.ts';
import { addResting } from '../orders/order-book.ts';
import type { Account, Change, Order } from './records.ts';
import {
  addAccount,
  appendRecord,
  bookOf,
  indexAlgo,
  indexKeys,
  indexOrder,
  indexPosition,
  ledgerOf,
  type World,
} from './world.ts';

/** Restores one record of the journal. A later line replaces earlier lines of the same record. */
export function restoreChange(world: World, change: Change): void {
  switch (change.kind) {
    case 'account':
      return restoreAccount(world, change.value);
    case 'order':
      return restoreOrder(world, change.value);
    case 'position':
      ledgerOf(world, change.value.accountId).positions.set(positionKey(change.value), change.value);
      return;
    case 'algo':
      ledgerOf(world, change.value.accountId).algos.set(change.value.algoId, change.value);
      return;
    case 'fill':
      return appendRecord(ledgerOf(world, change.value.accountId).fills, change.value);
    case 'bill':
      return appendRecord(ledgerOf(world, change.value.accountId).bills, change.value);
    case 'transfer':
      return appendRecord(ledgerOf(world, change.value.accountId).transfers, change.value);
    case 'episode':
      return appendRecord(ledgerOf(world, change.value.accountId).episodes, change.value);
    case 'oauthClient':
      world.oauthClients.set(change.value.clientId, change.value);
      return;
    case 'grant':
      world.grants.set(change.value.grantId, change.value);
      return;
    case 'rule':
      world.rules.set(change.value.instId, change.value);
      return;
    case 'lostKey':
      world.lostKeys.add(change.value.apiKey);
      world.keys.delete(change.value.apiKey);
      return;
    case 'stretch':
    case 'mark':
      return;
    case 'world':
      return restoreFigures(world, change.value);
    default:
      change satisfies never;
  }
}

/** Rebuilds the order books, the pending orders, the open positions and the live algo orders after all records are restored. */
export function finishRestore(world: World): void {
  for (const ledger of world.ledgers.values()) {
    for (const order of ledger.orders) {
      if (order.state !== 'live' && order.state !== 'partially_filled') continue;
      ledger.pending.add(order);
      addResting(bookOf(world, order.instId), order);
    }
    for (const position of ledger.positions.values()) indexPosition(world, position);
    for (const algo of ledger.algos.values()) indexAlgo(world, algo);
  }
}

function restoreAccount(world: World, account: Account): void {
  const ledger = world.ledgers.get(account.accountId);
  if (ledger === undefined) return addAccount(world, account);
  world.ledgers.set(account.accountId, { ...ledger, account });
  indexKeys(world, account);
}

function restoreOrder(world: World, order: Order): void {
  const earlier = world.ordersById.get(order.ordId);
  if (earlier === undefined) return indexOrder(world, order);
  const { orders, ordersByClientId } = ledgerOf(world, order.accountId);
  world.ordersById.set(order.ordId, order);
  // Most changes of an order happen soon after its creation, so the search starts at the newest order.
  orders[orders.lastIndexOf(earlier)] = order;
  if (ordersByClientId.get(order.clOrdId) === earlier) ordersByClientId.set(order.clOrdId, order);
}

function restoreFigures(world: World, figures: Extract<Change, { kind: 'world' }>['value']): void {
  world.next = figures.next;
  world.lastTrade = figures.lastTrade ?? world.lastTrade;
  world.seenAt = figures.seenAt;
  world.fundedAt = figures.fundedAt;
  world.historyEndAt = figures.historyEndAt;
  world.market = figures.market;
}
