// Runs the strategy step by step. Each desired order exists immediately, and the test chooses the fills. Only the test
// changes the price. Messages are never lost or late here; the simulation of the engine covers lost and late messages.
import { decimal, lots, multiply, ticks, type Decimal } from '@rondo/decimal';
import {
  desiredOrders,
  moneyOf,
  needsPrice,
  newBot,
  step,
  type BotConfig,
  type BotState,
  type DesiredOrder,
  type Fact,
  type OrderEnd,
  type SlotKind,
  type StrategyEvent,
} from '@rondo/strategy';
import { botConfig } from './bot-config.ts';

/**
 * The details of a fill that a test can choose: the lots (default: all unfilled lots), a price that differs from the
 * order price, and the fee.
 */
type FillChoice = { readonly lots?: bigint; readonly price?: bigint; readonly fee?: Decimal };

/** The input of `dispatchFill`: step, generation and round of the order, and the details of the fill. */
type ReportedFill = FillChoice & {
  readonly step?: number;
  readonly generation?: number;
  readonly round?: number;
};

/** A bot with all events that were dispatched to it and all facts that it returned. */
export class StrategyDriver {
  state: BotState;
  readonly facts: Fact[] = [];
  readonly events: StrategyEvent[] = [];
  /** The price for market orders and opening orders, in ticks. */
  price: bigint;
  readonly #filled = new Map<string, bigint>();

  constructor(config: BotConfig, price: bigint) {
    this.state = newBot(config);
    this.price = price;
  }

  /** Starts the bot and dispatches a price, from which the size of step 1 is calculated. No order is filled yet. */
  start(): this {
    this.dispatch({ kind: 'start' });
    return this.dispatchPrice();
  }

  /** Dispatches the price when the bot waits for a price. */
  dispatchPrice(): this {
    if (needsPrice(this.state)) this.dispatch({ kind: 'price', price: ticks(this.price) });
    return this;
  }

  dispatch(event: StrategyEvent): readonly Fact[] {
    const result = step(this.state, event);
    this.state = result.state;
    this.events.push(event);
    this.facts.push(...result.facts);
    return result.facts;
  }

  desired(): readonly DesiredOrder[] {
    return desiredOrders(this.state);
  }

  /** Returns the desired order of a slot. Returns undefined when the slot has no desired order. */
  find(kind: SlotKind, stepNumber = 0): DesiredOrder | undefined {
    return this.desired().find((order) => order.slot.kind === kind && order.slot.step === stepNumber);
  }

  /** Returns the unfilled part of a desired order, in lots. */
  remaining(order: DesiredOrder): bigint {
    return order.lots - (this.#filled.get(keyOf(order)) ?? 0n);
  }

  /** Fills a desired order completely or partly. Throws an error when the slot has no desired order. */
  fill(kind: SlotKind, stepNumber = 0, choice: FillChoice = {}): readonly Fact[] {
    const order = this.find(kind, stepNumber);
    if (order === undefined) throw new Error(`The bot has no desired order ${kind} of step ${stepNumber}.`);
    return this.fillOrder(order, choice);
  }

  fillOrder(order: DesiredOrder, choice: FillChoice = {}): readonly Fact[] {
    const count = choice.lots ?? this.remaining(order);
    const price = choice.price ?? (order.type === 'limit' ? (order.price ?? this.price) : this.price);
    this.#filled.set(keyOf(order), (this.#filled.get(keyOf(order)) ?? 0n) + count);
    const { instrument } = this.state.config;
    const rate = order.type === 'limit' ? instrument.makerFee : instrument.takerFee;
    return this.dispatch({
      kind: 'fill',
      slot: order.slot,
      generation: order.generation,
      price: ticks(price),
      lots: lots(count),
      fee: choice.fee ?? multiply(moneyOf(price * count, instrument), rate),
      liquidity: order.type === 'limit' ? 'maker' : 'taker',
      fillId: `fill-${this.events.length}`,
      at: this.events.length,
    });
  }

  /**
   * Dispatches a fill of any order, even when the order is not desired. The default is 10 lots of round 1 at 2,000
   * without a fee.
   */
  dispatchFill(kind: SlotKind, reported: ReportedFill = {}): readonly Fact[] {
    const { step: stepNumber = 0, generation = 0, round = 1, fee = noFee } = reported;
    return this.dispatch({
      kind: 'fill',
      slot: { kind, round, step: stepNumber },
      generation,
      price: ticks(reported.price ?? 200_000n),
      lots: lots(reported.lots ?? 10n),
      fee,
      liquidity: 'maker',
      fillId: 'reported',
      at: 9,
    });
  }

  /** Ends a desired order without filling its remaining size. */
  end(order: DesiredOrder, reason: OrderEnd, code?: string): readonly Fact[] {
    const { slot, generation } = order;
    const mark = reason === 'deferred' ? ({ isTransient: true } as const) : {};
    return this.dispatch({
      kind: 'orderClosed',
      slot,
      generation,
      reason,
      ...(code === undefined ? {} : { code }),
      ...mark,
    });
  }

  /** Confirms the end of every order and fills the closing orders, until the round has ended. */
  finishClosing(): this {
    const bound = 100;
    for (let count = 0; count < bound && (this.state.round?.closing ?? null) !== null; count += 1) {
      this.dispatch({ kind: 'ordersGone' });
      const close = this.find('close');
      if (close !== undefined) this.fillOrder(close);
    }
    return this;
  }
}

/** Returns the state of a bot of `botConfig` whose first step has filled at 2,000. */
export function botRunning(): BotState {
  const driver = new StrategyDriver(botConfig(), 200_000n).start();
  driver.fill('entry', 1);
  return driver.state;
}

/** A fee of zero. */
export const noFee = decimal('0');

function keyOf(order: DesiredOrder): string {
  return `${order.slot.kind}/${order.slot.round}/${order.slot.step}/${order.generation}`;
}
