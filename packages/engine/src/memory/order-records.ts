// The order records of one account, with an index of the active orders and of the orders of each bot. An account remembers hundreds of finished
// orders, and each pass reads the active orders several times.
import type { ActiveOrder, OrderRecord } from './order-record.ts';

/** The order records of an account by client id, which belongs to one bot. The indexes have the sequence of the map. */
export class OrderRecords extends Map<string, OrderRecord> {
  readonly #active = new Map<string, ActiveOrder>();
  readonly #ofBots = new Map<string, Map<string, OrderRecord>>();

  override set(clientId: string, order: OrderRecord): this {
    const known = this.get(clientId);
    super.set(clientId, order);
    const own = this.#ofBots.get(order.slot.botId) ?? new Map<string, OrderRecord>();
    this.#ofBots.set(order.slot.botId, own.set(clientId, order));
    if (order.kind === 'finished') this.#active.delete(clientId);
    else if (known?.kind === 'finished') this.#indexActive();
    else this.#active.set(clientId, order);
    return this;
  }

  override delete(clientId: string): boolean {
    const known = this.get(clientId);
    if (known !== undefined) this.#dropOfBot(clientId, known);
    this.#active.delete(clientId);
    return super.delete(clientId);
  }

  override clear(): void {
    super.clear();
    this.#active.clear();
    this.#ofBots.clear();
  }

  /** Returns the orders whose end was not yet reported to their bots. */
  active(): IterableIterator<ActiveOrder> {
    return this.#active.values();
  }

  /** The number of active orders. */
  activeCount(): number {
    return this.#active.size;
  }

  /** Returns the orders of one bot. */
  ofBot(botId: string): readonly OrderRecord[] {
    return [...(this.#ofBots.get(botId)?.values() ?? [])];
  }

  // An order that becomes active again has its earlier place in the sequence.
  #indexActive(): void {
    this.#active.clear();
    for (const [clientId, order] of this) if (order.kind === 'active') this.#active.set(clientId, order);
  }

  #dropOfBot(clientId: string, { slot }: OrderRecord): void {
    const own = this.#ofBots.get(slot.botId);
    own?.delete(clientId);
    if (own?.size === 0) this.#ofBots.delete(slot.botId);
  }
}
