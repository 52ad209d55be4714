// The resting orders of one instrument, sorted by price and then by time.
import type { Order, Side } from '../state/records.ts';

/** The resting orders of one instrument, by side. */
export interface Book {
  readonly buys: Order[];
  readonly sells: Order[];
}

/** Creates an empty order book. */
export function createBook(): Book {
  return { buys: [], sells: [] };
}

/** Returns the resting orders of a side. The best price is first, and at equal prices the older order is first. */
export function restingOrders(book: Book, side: Side): Order[] {
  return side === 'buy' ? book.buys : book.sells;
}

/** Inserts an order that has a price. The list stays sorted by price and then by time. */
export function addResting(book: Book, order: Order): void {
  const orders = restingOrders(book, order.side);
  let low = 0;
  let high = orders.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    const other = orders[middle];
    if (other && !isBefore(order, other)) low = middle + 1;
    else high = middle;
  }
  orders.splice(low, 0, order);
}

/** Removes an order. Does nothing when the order does not rest in the order book. */
export function removeResting(book: Book, order: Order): void {
  const orders = restingOrders(book, order.side);
  const index = orders.indexOf(order);
  if (index >= 0) orders.splice(index, 1);
}

// Returns whether `order` has a better price than `other`.
function isBefore(order: Order, other: Order): boolean {
  const ticks = order.ticks ?? 0n;
  const otherTicks = other.ticks ?? 0n;
  return order.side === 'buy' ? ticks > otherTicks : ticks < otherTicks;
}
