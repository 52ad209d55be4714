// The types of the strategy: configuration, events, desired orders, state and facts.
import type { Decimal, Fraction, Lots, Percent, Ratio, Ticks } from '@rondo/decimal';
import type { Hold, HoldEvent, HoldFact } from './holds/hold.ts';
import type { Recovery } from './bot/recovery.ts';
import type { RestingExits, Slot, SlotKind, SlotProgress } from './round/slot.ts';
import type { SignalSource } from '@rondo/signals';
import type { AtrReading, RoundSignal, SignalEvent, SignalFact } from './signal/signal.ts';

export type { Slot, SlotKind } from './round/slot.ts';

/** One position tier. A position of up to `maxSz` contracts (null: unlimited) needs this maintenance rate. */
export type PositionTier = {
  readonly maxSz: Decimal | null;
  readonly mmr: Decimal;
  readonly maxLeverage?: Decimal;
};

/**
 * The rules of one linear USDT swap. Fee rates are fractions of the notional value, and they are positive when the bot pays the fee.
 * Ticks and lots of a bot are whole numbers of `tickSz` and `lotSz`. When the exchange makes its price step or its size step larger
 * during the life of a bot, `orderTickSz` and `orderLotSz` are the steps of orders, and `tickSz` and `lotSz` stay (strategy 3.8).
 */
export type InstrumentRules = {
  readonly id: string;
  readonly tickSz: Decimal;
  readonly lotSz: Decimal;
  readonly orderTickSz?: Decimal;
  readonly orderLotSz?: Decimal;
  /** True when `tickSz` or `lotSz` is smaller than at the creation of the bot. */
  readonly isRefined?: boolean;
  readonly minSz: Decimal;
  readonly ctVal: Decimal;
  readonly maxLimitSz?: Decimal;
  readonly maxMarketSz?: Decimal;
  readonly tiers: readonly PositionTier[];
  readonly takerFee: Decimal;
  readonly makerFee: Decimal;
};

/** The rules of an instrument that the exchange can change while a bot runs. The steps are the steps of orders at the exchange. */
export type OrderRules = Pick<InstrumentRules, 'tickSz' | 'lotSz' | 'minSz' | 'maxLimitSz' | 'maxMarketSz'>;

/** The finest steps of prices and sizes that are known. Every fill is a whole number of them. */
export type Units = Pick<InstrumentRules, 'tickSz' | 'lotSz'>;

/** The direction of a bot. A long gains when the price rises, and a short gains when the price falls. */
export type Direction = 'long' | 'short';

/**
 * The loss guard (strategy 8.3). After a stop loss the next round waits `firstWaitMinutes`. The wait doubles with each
 * further stop loss in a row, up to `maxWaitMinutes`. `dayLossPercent` is a percent of the allocation: 20 means 20 %.
 */
export type LossGuard = {
  readonly firstWaitMinutes: number;
  readonly maxWaitMinutes: number;
  readonly stopsPerHour: number;
  readonly dayLossPercent: Percent;
};

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
  /** The distance of each round follows from ATR at its opening (strategy 8.7), and `stepDistance` is the largest one. Absent: the distance is fixed. */
  readonly atrMultiplier?: Decimal;
  readonly takeProfit: Ratio;
  readonly cycleCredit: Ratio;
  readonly compound: boolean;
  readonly autoReentry: boolean;
  readonly stopLoss: { readonly fractionOfBudget: Ratio; readonly endsBot: boolean } | null;
  /** The loss guard (strategy 8.3). An absent value means that the guard is off. */
  readonly lossGuard?: LossGuard;
  /** True for signal and AI bots: a round then opens only after a `signal` event. An absent value means false. */
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

/** The ladder of one round. `firstPrice` is the unrounded P1 in quote currency. */
export type Plan = {
  readonly budget: Decimal;
  readonly firstPrice: Fraction;
  readonly steps: readonly PlannedStep[];
};

/** The reason why a ladder cannot be planned. `step` is the first step that fails. `smallestAllocation` is USDT. */
export type PlanRefusal =
  | { readonly kind: 'below_min_size'; readonly step: number; readonly smallestAllocation: Decimal }
  | { readonly kind: 'same_tick'; readonly step: number }
  | { readonly kind: 'above_max_size'; readonly step: number; readonly maxSz: Decimal }
  | { readonly kind: 'beyond_tier'; readonly step: number; readonly maxSz: Decimal }
  | { readonly kind: 'no_budget' };

/** The result of `planLadder`: the plan, or the reason why the exchange would refuse an order of the plan. */
export type PlanResult =
  | { readonly ok: true; readonly plan: Plan }
  | { readonly ok: false; readonly refusal: PlanRefusal };

/**
 * One order that should exist. `lots` is the TOTAL size: it includes the lots that this generation has already filled,
 * because an amend sends the new total size. A new generation of a slot may be sent only after the older generation is
 * proven to have ended. `price` is the limit price. For `trigger` it is the trigger price, compared with the mark
 * price. For `market` it is null.
 */
export type DesiredOrder = {
  readonly slot: Slot;
  readonly generation: number;
  readonly side: 'buy' | 'sell';
  readonly type: 'limit' | 'ioc' | 'market' | 'trigger';
  readonly price: Ticks | null;
  readonly lots: Lots;
  readonly reduces: boolean;
  /** True for a kept exit (strategy 3.8): it rests, and it is neither placed nor amended, because the exchange would refuse it now. */
  readonly isKept?: boolean;
};

/**
 * The reason why an order ended. `never`: the order was proven never to have reached the exchange. `filled`: the order
 * filled completely. `blocked`: the exchange rejected an entry for lack of margin; only this step waits, and the
 * rejection is not counted. `deferred`: the exchange rejected the order because of the current position or price; the
 * bot sends the order again and does not end. `passed`: the exchange rejected a stop loss because the market is already
 * beyond its price; the round closes now.
 */
export type OrderEnd = 'cancelled' | 'rejected' | 'blocked' | 'deferred' | 'passed' | 'never' | 'filled';

/**
 * The liquidity decides the fee rate of a fill. A maker order rested in the order book, and a taker order took
 * liquidity from the order book.
 */
export type Liquidity = 'maker' | 'taker';

/**
 * A fill of one of the orders of the bot. Each fill is dispatched once, because the journal removes duplicates. The fee
 * is in USDT and positive when the bot pays it.
 */
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

/** A part of the position that was closed by something other than the orders of the bot. */
export type ForcedFill = { readonly price: Ticks; readonly lots: Lots; readonly fee: Decimal };

/**
 * The events of a bot. `price`: a new last price of the market. When a round waits for it, the size of step 1 is
 * calculated from it. `ordersGone`: the exchange shows no order of the bot, and every fill of its orders was
 * dispatched. `flatConfirmed`: the statement of `ordersGone` is true, and the exchange shows no open lot of the bot.
 * `availableMargin`: the USDT that no bot has reserved; the reservation of this bot is not included. `waitOver`: the
 * end of a hold has come. `releaseGuard`: the owner releases the lock of the loss guard. `rules`: the exchange has
 * changed its rules for orders of the instrument. `resting` contains the exits that rest at the time of the event (an absent list is empty). `expired`: the exchange has settled the position. `at` is epoch ms;
 * events of bots without a loss guard may be stored without it. A stored `deferred` end without `isTransient` counts as a rejection.
 */
export type StrategyEvent =
  | { readonly kind: 'start' }
  | SignalEvent
  | { readonly kind: 'price'; readonly price: Ticks }
  | FillEvent
  | {
      readonly kind: 'orderClosed';
      readonly slot: Slot;
      readonly generation: number;
      readonly reason: OrderEnd;
      readonly code?: string;
      readonly isTransient?: true;
    }
  | { readonly kind: 'ordersGone'; readonly at?: number }
  | { readonly kind: 'flatConfirmed'; readonly at?: number }
  | { readonly kind: 'funding'; readonly amount: Decimal }
  | { readonly kind: 'stop'; readonly closePosition: boolean }
  | { readonly kind: 'setLast'; readonly isLast: boolean }
  | { readonly kind: 'availableMargin'; readonly amount: Decimal }
  | { readonly kind: 'liquidated'; readonly fills: readonly ForcedFill[] }
  | { readonly kind: 'externalClose'; readonly fills: readonly ForcedFill[]; readonly resting?: RestingExits }
  | { readonly kind: 'expired'; readonly fills: readonly ForcedFill[] }
  | HoldEvent
  | { readonly kind: 'waitOver'; readonly at: number }
  | { readonly kind: 'releaseGuard'; readonly at: number }
  | { readonly kind: 'recover'; readonly as: Recovery }
  | { readonly kind: 'rules'; readonly rules: OrderRules; readonly units: Units; readonly resting?: RestingExits };

/** The phase of a bot. `phaseOf` computes the phase, and screens show it (strategy 3.7). */
export type Phase =
  | 'opening'
  | 'running'
  | 'waiting_for_cyclic_entry'
  | 'waiting_for_signal'
  | 'waiting_after_stop'
  | 'locked'
  | 'stopping'
  | 'completed'
  | 'liquidated'
  | 'error'
  | 'paused';

/** A lot: the size entered since the lot was last zero, and the part of this size that was closed. Costs and proceeds are ticks x lots. */
export type Lot = {
  readonly entered: bigint;
  readonly cost: bigint;
  readonly exited: bigint;
  readonly proceeds: bigint;
  readonly fees: Decimal;
};

/** One step of a running round. `step` counts from 1. `cycles` is the number of completed cycles of this step. */
export type StepState = {
  readonly step: number;
  readonly lot: Lot;
  readonly entry: SlotProgress;
  readonly exit: SlotProgress;
  readonly cycles: number;
};

/** The reason why a round ends. The orders of the round are cancelled, and then its open lots are closed at market. */
export type ClosingReason = 'take_profit' | 'stop_loss' | 'stop' | 'leave' | 'external';

/**
 * The progress of the end of a round. `ends` is the reason why the bot ends together with the round, or null when another round follows.
 */
export type Closing = {
  readonly reason: ClosingReason;
  readonly ordersGone: boolean;
  readonly ends: CompletionReason | null;
};

/** Sums of money in USDT: gross profit of closed lots, fees paid, funding received (negative when paid). */
export type Ledger = { readonly realised: Decimal; readonly fees: Decimal; readonly funding: Decimal };

/**
 * A running round. `budget` is G and `credit` is the net profit of its completed cycles; both are in USDT. `attempts` is the number of opening orders that ended without a fill.
 */
export type RoundState = {
  readonly round: number;
  readonly budget: Decimal;
  readonly stepDistance: Ratio;
  /** Absent when no signal with evidence opened the round. */
  readonly signal?: RoundSignal;
  /** The size and the price cap of step 1, calculated from a new last price. Null until the price arrives. */
  readonly opening: { readonly lots: Lots; readonly cap: Ticks } | null;
  readonly attempts: number;
  /** The plan of steps 2..M, computed from P1. Null until step 1 has filled. */
  readonly plan: Plan | null;
  readonly steps: readonly StepState[];
  readonly baseExit: SlotProgress;
  readonly stopLoss: SlotProgress;
  /** The steps whose lots were reduced outside the bot. They have no entry in this round. Absent until a reduction. */
  readonly reducedSteps?: readonly number[];
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
  | 'closed_externally'
  | 'expired';

/**
 * The reason why the loss guard allows no new round: too many stop losses within an hour, or too large a loss within a day.
 */
export type GuardLock = 'stops' | 'loss';

/**
 * The counts of the loss guard. `stops` has the instants of the stop losses of the last hour. `results` has the net
 * results in USDT of the rounds of the last day, by the minute in which they ended. `stopsInRow` counts the stop losses
 * since the last completed base exit. Instants are epoch ms. The wait and the lock of the loss guard are its hold.
 */
export type GuardState = {
  readonly stops: readonly number[];
  readonly stopsInRow: number;
  readonly results: readonly { readonly at: number; readonly net: Decimal }[];
};

/**
 * The state of a bot. Only `newBot`, `step` and `decodeState` return a state. It is stored in the form that
 * `encodeState` returns.
 */
export type BotState = {
  readonly config: BotConfig;
  readonly status: 'idle' | 'active' | 'completed' | 'liquidated' | 'error';
  readonly errorKey: string | null;
  readonly completion: CompletionReason | null;
  readonly holds: readonly Hold[];
  readonly isLast: boolean;
  readonly stop: { readonly closePosition: boolean } | null;
  readonly availableMargin: Decimal | null;
  /** The part of the margin of the account that is reserved for this bot: the budget G of its last round (decision 34). */
  readonly reservation: Decimal;
  /** Sums of all finished rounds and of fills outside a round. */
  readonly past: Ledger;
  readonly roundsOpened: number;
  readonly roundsCompleted: number;
  readonly cyclesCompleted: number;
  readonly round: RoundState | null;
  /** The late lot: fills that arrived after the end of their round. They belong to the bot, and the bot closes them. */
  readonly lateLot: Lot;
  readonly close: SlotProgress;
  /** True after the owner has chosen that the bot only exits (strategy 5). */
  readonly isExitsOnly?: boolean;
  /** Absent until the first round of a bot with a loss guard has ended. */
  readonly guard?: GuardState;
};

/** One fact of a reducer step, with exact figures, for logs and screens. Prices are ticks, sizes are lots, and money is USDT. */
export type Fact =
  | {
      readonly kind: 'roundOpened';
      readonly round: number;
      readonly budget: Decimal;
      readonly price: Fraction;
      readonly lots: Lots;
      readonly source?: SignalSource;
      readonly atr?: AtrReading;
    }
  | SignalFact
  | { readonly kind: 'waitingForSignal'; readonly round: number }
  | { readonly kind: 'roundDelayed'; readonly minutes: number }
  | { readonly kind: 'guardLocked'; readonly lock: GuardLock; readonly stops: number; readonly net: Decimal }
  | { readonly kind: 'guardReleased' }
  | { readonly kind: 'recovered'; readonly as: Recovery }
  | HoldFact
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
  | { readonly kind: 'rulesChanged'; readonly rules: OrderRules }
  | { readonly kind: 'entryDropped'; readonly round: number; readonly step: number }
  | { readonly kind: 'dustDeclared'; readonly lots: Lots }
  | { readonly kind: 'eventRefused'; readonly event: StrategyEvent['kind']; readonly why: string }
  | { readonly kind: 'error'; readonly key: string };

/** The result of one call of the reducer. `desired` contains all orders that should exist, with exits before entries. */
export type StepResult = {
  readonly state: BotState;
  readonly desired: readonly DesiredOrder[];
  readonly facts: readonly Fact[];
};
