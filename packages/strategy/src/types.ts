// The types of the strategy: configuration, events, desired orders, state and facts.
import type { Decimal, Fraction, Lots, Ratio, Ticks } from '@rondo/decimal';

/** One position tier: sizes in contracts up to `maxSz` (null: unlimited) need this maintenance rate. */
export type PositionTier = {
  readonly maxSz: Decimal | null;
  readonly mmr: Decimal;
  readonly maxLeverage?: Decimal;
};

/** The rules of one linear USDT swap. Fee rates are fractions of notional, positive when paid. */
export type InstrumentRules = {
  readonly id: string;
  readonly tickSz: Decimal;
  readonly lotSz: Decimal;
  readonly minSz: Decimal;
  readonly ctVal: Decimal;
  readonly maxLimitSz?: Decimal;
  readonly maxMarketSz?: Decimal;
  readonly tiers: readonly PositionTier[];
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
};

/** The side of a bot: a long gains when the price rises, a short when it falls. */
export type Direction = 'long' | 'short';

/** The configuration of a bot (strategy 1). Ratios are fractions: 0.5 % is 0.005. Money is USDT. */
export type BotConfig = {
  readonly instrument: InstrumentRules;
  readonly direction: Direction;
  readonly allocation: Decimal;
  readonly investmentRatio: Ratio;
  readonly leverage: Decimal;
  readonly martinSteps: number;
  readonly cyclicSteps: number;
  readonly stepDistance: Ratio;
  readonly takeProfit: Ratio;
  readonly cycleCredit: Ratio;
  readonly compound: boolean;
  readonly autoReentry: boolean;
  readonly stopLoss: { readonly fractionOfBudget: Ratio; readonly endsBot: boolean } | null;
  /** True for signal and ai entries: a round opens only after a `signal` event. Absent means false. */
  readonly waitsForSignal?: boolean;
};

/** One planned step: its rounded ladder price, its size, and its USDT notional before rounding. */
export type PlannedStep = {
  readonly step: number;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly amount: Fraction;
  readonly cyclic: boolean;
};

/** The ladder of one round. `firstPrice` is P1 in quote currency, unrounded. */
export type Plan = {
  readonly budget: Decimal;
  readonly firstPrice: Fraction;
  readonly steps: readonly PlannedStep[];
};

/** The reason why a ladder cannot be planned. `step` is the lowest failing one; `smallestAllocation` is USDT. */
export type PlanRefusal =
  | { readonly kind: 'below_min_size'; readonly step: number; readonly smallestAllocation: Decimal }
  | { readonly kind: 'same_tick'; readonly step: number }
  | { readonly kind: 'above_max_size'; readonly step: number; readonly maxSz: Decimal }
  | { readonly kind: 'beyond_tier'; readonly step: number; readonly maxSz: Decimal }
  | { readonly kind: 'no_budget' };

/** The result of `planLadder`: the plan, or the reason why the exchange would refuse it. */
export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly refusal: PlanRefusal };

/** The purpose of an order: each kind has its own price rule (strategy 3). */
export type SlotKind = 'entry' | 'takeProfit' | 'baseExit' | 'close' | 'stopLoss';
/** The place of an order in a bot. `step` counts from 1; it is 0 for baseExit, close and stopLoss. */
export type Slot = { readonly kind: SlotKind; readonly round: number; readonly step: number };

/**
 * One order that should exist. `lots` is the TOTAL size including what this generation already filled (an amend's
 * new size). A new generation of a slot may be sent only when the older one is proven gone. `price` is the limit
 * price, the trigger price (mark) for `trigger`, and null for `market`.
 */
export type DesiredOrder = {
  readonly slot: Slot;
  readonly generation: number;
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'ioc' | 'market' | 'trigger';
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly reduces: boolean;
};

/**
 * The end of an order. `never`: it provably did not reach the exchange. `filled`: it filled completely.
 * `blocked`: an entry was rejected for lack of margin; only this step waits, and the rejection is not counted.
 * `deferred`: rejected because of the current position or price; it is sent again and never ends the bot.
 * `passed`: a stop loss was rejected because the market is already beyond its price; the round closes now.
 */
export type OrderEnd = 'cancelled' | 'rejected' | 'blocked' | 'deferred' | 'passed' | 'never' | 'filled';

/** Decides the fee rate of a fill: a maker order rested in the book, a taker order took liquidity. */
export type Liquidity = 'maker' | 'taker';

/** A fill of one of the bot's orders. Each fill is dispatched once, because the journal removes duplicates. Fee in USDT, positive when paid. */
export type FillEvent = {
  readonly kind: 'fill';
  readonly slot: Slot;
  readonly generation: number;
  readonly price: Ticks;
  readonly lots: Lots;
  readonly fee: Decimal;
  readonly liquidity: Liquidity | null;
  readonly fillId: string;
  readonly at: number;
};

/** A part of the position that was closed outside the bot's own orders. */
export type ForcedFill = { readonly price: Ticks; readonly lots: Lots; readonly fee: Decimal };

/**
 * The events of a bot. `price` is a fresh last price; it sizes step 1. `ordersGone`: the exchange shows no order of
 * the bot and every fill of its orders was dispatched. `flatConfirmed`: in addition, the exchange shows no open lot of the bot.
 * `availableMargin`: USDT not reserved by any bot, without this bot's own reservation.
 */
export type StrategyEvent =
  | { readonly kind: 'start' }
  | { readonly kind: 'signal'; readonly stepDistance: Ratio | null }
  | { readonly kind: 'price'; readonly price: Ticks }
  | FillEvent
  | {
      readonly kind: 'orderClosed';
      readonly slot: Slot;
      readonly generation: number;
      readonly reason: OrderEnd;
      readonly code?: string;
    }
  | { readonly kind: 'ordersGone' }
  | { readonly kind: 'flatConfirmed' }
  | { readonly kind: 'funding'; readonly amount: Decimal }
  | { readonly kind: 'stop'; readonly closePosition: boolean }
  | { readonly kind: 'setLast'; readonly isLast: boolean }
  | { readonly kind: 'availableMargin'; readonly amount: Decimal }
  | { readonly kind: 'liquidated'; readonly fills: readonly ForcedFill[] }
  | { readonly kind: 'externalClose'; readonly fills: readonly ForcedFill[] }
  | { readonly kind: 'pause' }
  | { readonly kind: 'resume' };

/** The phase of a bot as `phaseOf` computes it and screens show it (strategy 3.7). */
export type Phase =
  | 'opening'
  | 'running'
  | 'waiting_for_cyclic_entry'
  | 'waiting_for_signal'
  | 'stopping'
  | 'completed'
  | 'liquidated'
  | 'error'
  | 'paused';

/** A lot: the size entered since the lot was last zero, and the part of it that was closed. Costs and proceeds are ticks x lots. */
export type Lot = {
  readonly entered: bigint;
  readonly cost: bigint;
  readonly exited: bigint;
  readonly proceeds: bigint;
  readonly fees: Decimal;
};

/** The order counter of one slot: its generation, the lots that this generation has filled, and its rejections in a row. */
export type SlotProgress = { readonly generation: number; readonly filled: bigint; readonly rejections: number };

/** One step of a running round. `step` counts from 1; `cycles` is the number of completed cycles of this step. */
export type StepState = {
  readonly step: number;
  readonly lot: Lot;
  readonly entry: SlotProgress;
  readonly exit: SlotProgress;
  readonly cycles: number;
};

/** The reason why a round is being ended. Its orders are cancelled, then its open lots are closed at market. */
export type ClosingReason = 'take_profit' | 'stop_loss' | 'stop' | 'leave' | 'external';

/** The end of a round in progress. `ends` is the reason why the bot ends with it; null when another round follows. */
export type Closing = {
  readonly reason: ClosingReason;
  readonly ordersGone: boolean;
  readonly ends: CompletionReason | null;
};

/** Sums of money in USDT: gross profit of closed lots, fees paid, funding received (negative when paid). */
export type Ledger = { readonly realised: Decimal; readonly fees: Decimal; readonly funding: Decimal };

/**
 * A running round. `budget` is G and `credit` the net profit of its completed cycles, both in USDT.
 * `attempts` counts opening orders that ended without a fill.
 */
export type RoundState = {
  readonly round: number;
  readonly budget: Decimal;
  readonly stepDistance: Ratio;
  /** The size and price cap of step 1, fixed by the price that sized it; null until a fresh price arrives. */
  readonly opening: { readonly lots: Lots; readonly cap: Ticks } | null;
  readonly attempts: number;
  /** Steps 2..M as planned from P1; null until step 1 has filled. */
  readonly plan: Plan | null;
  readonly steps: readonly StepState[];
  readonly baseExit: SlotProgress;
  readonly stopLoss: SlotProgress;
  readonly credit: Decimal;
  readonly ledger: Ledger;
  readonly closing: Closing | null;
};

/** The reason why a bot ended. */
export type CompletionReason =
  | 'last_round'
  | 'stop_loss'
  | 'stopped_closed'
  | 'stopped_left_open'
  | 'closed_externally';

/** The state of a bot. Only `step` makes a new one; it is stored in the form of `encodeState`. */
export type BotState = {
  readonly config: BotConfig;
  readonly status: 'idle' | 'active' | 'completed' | 'liquidated' | 'error';
  readonly errorKey: string | null;
  readonly completion: CompletionReason | null;
  readonly isPaused: boolean;
  readonly isLast: boolean;
  readonly stop: { readonly closePosition: boolean } | null;
  readonly availableMargin: Decimal | null;
  /** The part of the account's margin reserved for this bot: the budget G of its last round (decision 34). */
  readonly reservation: Decimal;
  /** Sums of all finished rounds and of fills outside a round. */
  readonly past: Ledger;
  readonly roundsOpened: number;
  readonly roundsCompleted: number;
  readonly cyclesCompleted: number;
  readonly round: RoundState | null;
  /** The late lot: fills that arrived after their round had ended. They belong to the bot and are closed. */
  readonly lateLot: Lot;
  readonly close: SlotProgress;
};

/** One fact of a step, with exact figures, for logs and screens. Prices are ticks, sizes lots, money USDT. */
export type Fact =
  | {
      readonly kind: 'roundOpened';
      readonly round: number;
      readonly budget: Decimal;
      readonly price: Fraction;
      readonly lots: Lots;
    }
  | { readonly kind: 'waitingForSignal'; readonly round: number }
  | {
      readonly kind: 'stepFilled';
      readonly round: number;
      readonly step: number;
      readonly price: Ticks;
      readonly lots: Lots;
      readonly fee: Decimal;
      readonly isComplete: boolean;
    }
  | {
      readonly kind: 'exitFilled';
      readonly round: number;
      readonly slotKind: SlotKind;
      readonly step: number;
      readonly price: Ticks;
      readonly lots: Lots;
      readonly fee: Decimal;
    }
  | {
      readonly kind: 'cycleCompleted';
      readonly round: number;
      readonly step: number;
      readonly cycle: number;
      readonly netPnl: Decimal;
      readonly credit: Decimal;
    }
  | {
      readonly kind: 'roundCompleted';
      readonly round: number;
      readonly reason: ClosingReason;
      readonly netPnl: Decimal;
      readonly realised: Decimal;
      readonly fees: Decimal;
      readonly funding: Decimal;
    }
  | { readonly kind: 'botCompleted'; readonly reason: CompletionReason; readonly netPnl: Decimal }
  | { readonly kind: 'liquidated'; readonly round: number; readonly netPnl: Decimal }
  | { readonly kind: 'entryMissed'; readonly round: number; readonly attempt: number }
  | { readonly kind: 'orderRejected'; readonly slot: Slot; readonly code: string | null }
  | { readonly kind: 'stepBlocked'; readonly round: number; readonly step: number }
  | { readonly kind: 'planRefused'; readonly round: number; readonly refusal: PlanRefusal }
  | { readonly kind: 'stopAccepted'; readonly closePosition: boolean }
  | { readonly kind: 'lastChanged'; readonly isLast: boolean }
  | { readonly kind: 'lateFill'; readonly round: number; readonly lots: Lots }
  | { readonly kind: 'eventRefused'; readonly event: StrategyEvent['kind']; readonly why: string }
  | { readonly kind: 'error'; readonly key: string };

/** The result of one step of the reducer. `desired` is the whole set of orders that should exist, exits first. */
export type StepResult = {
  readonly state: BotState;
  readonly desired: readonly DesiredOrder[];
  readonly facts: readonly Fact[];
};
