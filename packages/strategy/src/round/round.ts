// Opens, plans and ends rounds, and begins the next round (strategy 3.1, 3.5, 3.6).
import {
  add,
  fraction,
  minDecimal,
  multiplyFractions,
  signOf,
  toFraction,
  zero,
  type Decimal,
  type Ratio,
  type Ticks,
} from '@rondo/decimal';
import { openingCap } from './desired.ts';
import { averagePrice, orderableLots, planLadder } from '../ladder/ladder.ts';
import { addLedgers, emptyLedger, netOf, netRealised, openSize, toMoney, unbookedGain } from './ledger.ts';
import { emptyLot, joinLots, openLots, splitLot } from './lot.ts';
import { countRound, guardFact } from './loss-guard.ts';
import { withHold, withoutHold } from '../holds/holds.ts';
import { mustExist } from '../must-exist.ts';
import type { SlotProgress } from './slot.ts';
import type { BotState, ClosingReason, CompletionReason, Fact, Ledger, Plan, RoundState, StepState } from '../types.ts';

/** The next state of a bot and the facts of the change. */
export type Transition = { readonly state: BotState; readonly facts: readonly Fact[] };

/** The progress of a slot that has not had an order. */
export const freshSlot: SlotProgress = { generation: 0, filled: 0n, rejections: 0 };

/** Returns the next generation of the slot. A new generation begins after the order of the slot has ended or after a cycle is complete. */
export function nextGeneration({ generation, rejections, deferrals }: SlotProgress): SlotProgress {
  return { generation: generation + 1, filled: 0n, rejections, ...(deferrals === undefined ? {} : { deferrals }) };
}

/** Opens the next round, or waits for a signal when the bot is a signal bot. No round opens while a hold is in force (strategy 8.6). */
export function beginRound(state: BotState): Transition {
  if (state.holds.length > 0) return { state: { ...state, round: null }, facts: [] };
  if (state.config.waitsForSignal === true || state.config.atrMultiplier !== undefined) {
    return { state: { ...state, round: null }, facts: [{ kind: 'waitingForSignal', round: state.roundsOpened + 1 }] };
  }
  return openRound(state, state.config.stepDistance);
}

/** Opens the next round with a step distance. The size of step 1 is calculated later, from a new last price. */
export function openRound(state: BotState, stepDistance: Ratio): Transition {
  const budget = nextBudget(state);
  const round = newRound(state, budget, stepDistance);
  const opened = { ...state, round, roundsOpened: round.round, reservation: budget };
  if (signOf(budget) > 0) return { state: opened, facts: [] };
  return failBot(opened, 'no_budget', [{ kind: 'planRefused', round: round.round, refusal: { kind: 'no_budget' } }]);
}

/**
 * Returns the budget G of the next round in USDT. In round 1, G is the allocation. Later, with compounding, G is the
 * allocation plus the net realised result of the bot. Without compounding, G is the smaller of the allocation and this
 * sum. From round 2 on, G is at most the available margin plus the reservation of the bot, when the margin is known.
 */
function nextBudget(state: BotState): Decimal {
  const allocation = state.config.allocation;
  if (state.roundsOpened === 0) return allocation;
  const grown = add(allocation, netRealised(state));
  const wanted = state.config.compound ? grown : minDecimal(allocation, grown);
  return state.availableMargin === null ? wanted : minDecimal(wanted, add(state.availableMargin, state.reservation));
}

/**
 * Calculates the size of step 1 from a new last price. When the plan is refused, the bot gets the status `error` before
 * it sends an order.
 */
export function sizeOpening(state: BotState, round: RoundState, price: Ticks): Transition {
  const firstPrice = multiplyFractions(fraction(price), toFraction(state.config.instrument.tickSz));
  const result = planLadder({
    config: state.config,
    budget: round.budget,
    firstPrice,
    stepDistance: round.stepDistance,
  });
  if (!result.ok) {
    const refused: Fact = { kind: 'planRefused', round: round.round, refusal: result.refusal };
    // The next distance from ATR may be larger, so the bot waits for it (strategy 8.7).
    if (result.refusal.kind === 'same_tick' && state.config.atrMultiplier !== undefined)
      return undoOpening(state, round, refused);
    return failBot(state, result.refusal.kind, [refused]);
  }
  const first = mustExist(result.plan.steps[0], 'the first step of a plan');
  const opening = { lots: first.lots, cap: openingCap(price, round.stepDistance, state.config) };
  const fact: Fact = {
    kind: 'roundOpened',
    round: round.round,
    budget: round.budget,
    price: firstPrice,
    lots: first.lots,
    ...(round.signal === undefined ? {} : { source: round.signal.source }),
    ...(round.signal?.atr === undefined ? {} : { atr: round.signal.atr }),
  };
  return {
    state: { ...state, round: { ...round, opening } },
    // A second attempt belongs to a round that is already open, so it does not report `roundOpened` a second time.
    facts: mustExist(round.steps[0], 'the first step').entry.generation > 0 ? [] : [fact],
  };
}

/**
 * Removes a round that has no fill, and books its ledger. The bot waits again, or ends when this was its last round. The number of the round is not used again,
 * because a number that was shown never goes back (I29), and because client ids contain it.
 */
export function undoOpening(state: BotState, round: RoundState, fact: Fact): Transition {
  const undone = bookRound(state, round).state;
  const next = state.isLast ? completeBot(undone, 'last_round') : { state: undone, facts: [] };
  return { state: next.state, facts: [fact, ...next.facts] };
}

/** Returns the round without the size and the price cap of a first step that has no fill. A new last price sizes the step again. */
export function withoutOpening(round: RoundState | null): RoundState | null {
  if (round === null || round.plan !== null) return round;
  const first = mustExist(round.steps[0], 'the first step');
  return first.lot.entered > 0n ? round : { ...round, opening: null };
}

/** Plans steps 2..M from the exact average fill price of step 1. The order of step 1 is complete. */
export function planFromFirstFill(state: BotState, round: RoundState): Transition {
  const { lot } = mustExist(round.steps[0], 'the first step');
  const firstPrice = averagePrice(lot.cost, lot.entered, state.config.instrument);
  const result = planLadder({
    config: state.config,
    budget: round.budget,
    firstPrice,
    stepDistance: round.stepDistance,
    raisesToMinimum: true,
  });
  if (result.ok) return { state: { ...state, round: { ...round, plan: result.plan } }, facts: [] };
  // At the fill price of step 1 the ladder cannot be planned, so the round continues with step 1 and its exit.
  const plan: Plan = { budget: round.budget, firstPrice, steps: [] };
  const facts: Fact[] = [{ kind: 'planRefused', round: round.round, refusal: result.refusal }];
  return { state: { ...state, round: { ...round, plan } }, facts };
}

/**
 * Begins the end of the round: entries and exits are no longer desired. When these orders are gone, a closing order is
 * desired, unless no lot is open or the position is left to the user. The function stores the reason, and whether the
 * bot ends together with the round.
 */
export function beginClosing(state: BotState, reason: ClosingReason): BotState {
  const round = state.round;
  if (round === null || round.closing !== null) return state;
  return { ...state, round: { ...round, closing: { reason, ordersGone: false, ends: completionFor(state, reason) } } };
}

/**
 * Ends the round when no order and no lot of the bot is left, or when the position is left to the user. Otherwise the
 * function changes nothing. `at` is the instant of the event in epoch ms, or null when the event has no instant.
 */
export function finishIfFlat(state: BotState, at: number | null): Transition {
  const closing = state.round?.closing ?? null;
  if (state.round === null || closing === null || !closing.ordersGone) return { state, facts: [] };
  const leaves = state.stop?.closePosition === false || closing.reason === 'leave';
  if (!leaves && openSize(state) > 0n) return { state, facts: [] };
  return finishRound(state, state.round, { reason: closing.reason, leaves, at });
}

/**
 * Ends a closing round whose open lots are too small for an order. The lots become late lots: the exit of the next round or a later
 * order closes them (strategy 3.8).
 */
export function finishWithDust(state: BotState, at: number | null): Transition {
  const { round } = state;
  if (
    round === null ||
    round.closing?.ordersGone !== true ||
    orderableLots(openSize(state), state.config.instrument) > 0n
  )
    return { state, facts: [] };
  const split = round.steps.map((step) => ({ step, ...splitLot(step.lot) }));
  const lateLot = split.reduce((sum, { open }) => joinLots(sum, open), state.lateLot);
  const steps = split.map(({ step, closed }) => ({ ...step, lot: closed }));
  return finishRound({ ...state, lateLot }, { ...round, steps }, { reason: round.closing.reason, leaves: false, at });
}

/** Adds the result of the round to the past ledger and removes the round from the state. */
export function bookRound(state: BotState, round: RoundState): { readonly state: BotState; readonly ledger: Ledger } {
  const gain = toMoney(
    unbookedGain(
      round.steps.map((step) => step.lot),
      state.config,
    ),
  );
  const ledger = { ...round.ledger, realised: add(round.ledger.realised, gain) };
  return { state: bookLateLot({ ...state, past: addLedgers(state.past, ledger), round: null }), ledger };
}

/** Adds the result of the late lot (fills that arrived after the end of their round) to the past ledger when the late lot is fully closed. */
export function bookLateLot(state: BotState): BotState {
  return state.lateLot.entered === 0n || openLots(state.lateLot) > 0n ? state : dropLateLot(state);
}

/** Removes the late lot, and adds the result of its closed part to the past ledger. */
export function dropLateLot(state: BotState): BotState {
  const gain = toMoney(unbookedGain([state.lateLot], state.config));
  return { ...state, lateLot: emptyLot, past: { ...state.past, realised: add(state.past.realised, gain) } };
}

/** Ends the bot. When the position was closed externally, the bot ends in error. */
export function completeBot(state: BotState, reason: CompletionReason): Transition {
  const done: BotState = {
    ...state,
    status: reason === 'closed_externally' ? 'error' : 'completed',
    completion: reason,
  };
  const failed = reason === 'closed_externally' ? { ...done, errorKey: reason } : done;
  return { state: failed, facts: [{ kind: 'botCompleted', reason, netPnl: netRealised(failed) }] };
}

/**
 * Gives the bot the status `error`, which ends all entries. The bot keeps its exits, and the user can still stop the
 * bot.
 */
export function failBot(state: BotState, key: string, facts: readonly Fact[]): Transition {
  return { state: { ...state, status: 'error', errorKey: key }, facts: [...facts, { kind: 'error', key }] };
}

function finishRound(
  state: BotState,
  round: RoundState,
  end: { readonly reason: ClosingReason; readonly leaves: boolean; readonly at: number | null },
): Transition {
  const { reason } = end;
  const booked = bookRound(state, round);
  const counted: BotState = {
    ...booked.state,
    close: nextGeneration(state.close),
    roundsCompleted: state.roundsCompleted + (reason === 'take_profit' ? 1 : 0),
  };
  const { ledger } = booked;
  const netPnl = netOf(ledger);
  const fact: Fact = { kind: 'roundCompleted', round: round.round, reason, netPnl, ...ledger };
  const next = afterRound(counted, round, { ...end, netPnl });
  return { state: next.state, facts: [fact, ...next.facts] };
}

type EndOfRound = {
  readonly reason: ClosingReason;
  readonly leaves: boolean;
  readonly at: number | null;
  readonly netPnl: Decimal;
};

function afterRound(state: BotState, round: RoundState, end: EndOfRound): Transition {
  if (end.leaves) return completeBot({ ...state, lateLot: emptyLot }, 'stopped_left_open');
  if (state.stop !== null) return completeBot(state, 'stopped_closed');
  const ends = round.closing?.ends ?? null;
  if (ends !== null) return completeBot(state, ends);
  if (state.status !== 'active') return { state, facts: [] };
  return beginGuardedRound(state, end);
}

/** Opens the next round when the loss guard allows it. Otherwise the bot waits or is locked (strategy 8.3). */
function beginGuardedRound(state: BotState, { reason, at, netPnl }: EndOfRound): Transition {
  const rules = state.config.lossGuard;
  // `at` is null only in stored events of a bot without a loss guard.
  if (rules === undefined || at === null) return beginRound(state);
  const { guard, hold } = countRound(state, rules, { at, reason, net: netPnl });
  const holds = hold === null ? withoutHold(state.holds, 'guard') : withHold(state.holds, hold);
  const fact = guardFact({ guard, hold }, rules);
  const next = beginRound({ ...state, guard, holds });
  return fact === null ? next : { state: next.state, facts: [fact, ...next.facts] };
}

function completionFor(state: BotState, reason: ClosingReason): CompletionReason | null {
  if (state.isExitsOnly === true && (reason === 'take_profit' || reason === 'stop_loss')) return 'last_round';
  switch (reason) {
    case 'take_profit':
      return state.isLast || !state.config.autoReentry ? 'last_round' : null;
    case 'stop_loss':
      if (state.config.stopLoss?.endsBot === true) return 'stop_loss';
      return state.config.autoReentry ? null : 'last_round';
    case 'stop':
      return 'stopped_closed';
    case 'leave':
      return 'stopped_left_open';
    case 'external':
      return 'closed_externally';
    default:
      return reason satisfies never;
  }
}

function newRound(state: BotState, budget: Decimal, stepDistance: Ratio): RoundState {
  return {
    round: state.roundsOpened + 1,
    budget,
    stepDistance,
    opening: null,
    attempts: 0,
    plan: null,
    steps: Array.from({ length: state.config.martinSteps }, (_, index) => newStep(index + 1)),
    baseExit: freshSlot,
    stopLoss: freshSlot,
    credit: zero,
    ledger: emptyLedger,
    closing: null,
  };
}

function newStep(step: number): StepState {
  return { step, lot: emptyLot, entry: freshSlot, exit: freshSlot, cycles: 0 };
}
