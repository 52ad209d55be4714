// Applies fills. A fill changes lots, can complete a cycle or a round, and books each amount once.
import { add, subtract, type Decimal, type Lots, type Ticks, zero } from '@rondo/decimal';
import { baseExitLots, baseOpen, maxMarketLots } from './desired.ts';
import { toMoney, unbookedGain } from './ledger.ts';
import { isCyclic } from './levels.ts';
import { emptyLot, enterLot, exitLot, openLots } from './lot.ts';
import { mustExist } from '../must-exist.ts';
import {
  beginClosing,
  bookLateLot,
  failBot,
  finishIfFlat,
  nextGeneration,
  planFromFirstFill,
  type Transition,
} from './round.ts';
import type { SlotProgress } from './slot.ts';
import type { BotState, Fact, FillEvent, ForcedFill, Lot, RoundState, StepState } from '../types.ts';

/** Applies a fill of an order of the bot. An entry fill of a finished round becomes a late lot, which the bot then closes. */
export function applyFill(state: BotState, fill: FillEvent): Transition {
  const round = state.round;
  if (fill.slot.kind === 'close') return applyCloseFill(state, fill);
  if (round === null || fill.slot.round !== round.round) return applyLateFill(state, fill);
  const counted = countFill(state, fill);
  switch (fill.slot.kind) {
    case 'entry':
      return applyEntryFill(counted, fill);
    case 'takeProfit':
      return applyCyclicExit(counted, fill);
    case 'baseExit':
      return applyBaseExit(counted, fill);
    case 'stopLoss':
      return applyStopLoss(counted, fill);
    // Stryker disable next-line ConditionalExpression: the types exclude every other kind.
    default:
      return fill.slot.kind satisfies never;
  }
}

/**
 * Applies the fills of a liquidation or of a close by the user, one after the other. No order of the bot caused these
 * fills.
 */
export function applyForcedFills(state: BotState, fills: readonly ForcedFill[]): Transition {
  let outcome: Transition = { state, facts: [] };
  for (const fill of fills) {
    const charged = chargeFee(outcome.state, fill.fee);
    const next = closeAcross(charged, fill, () => true);
    outcome = { state: next.state, facts: [...outcome.facts, ...next.facts] };
  }
  return outcome;
}

type Closing = { readonly price: Ticks; readonly lots: Lots; readonly fee: Decimal };

function applyEntryFill(state: BotState, fill: FillEvent): Transition {
  const round = mustHaveRound(state);
  const target = round.steps[fill.slot.step - 1];
  if (target === undefined) return failBot(state, 'unknown_step', []);
  const step = { ...target, lot: enterLot(target.lot, fill) };
  const entered = withStep(state, step);
  const fact: Fact = {
    kind: 'stepFilled',
    round: round.round,
    step: step.step,
    price: fill.price,
    lots: fill.lots,
    fee: fill.fee,
    isComplete: step.lot.entered >= plannedLots(round, step.step),
  };
  const isOpening = fill.slot.step === 1 && round.plan === null;
  const isWhole = round.opening === null || step.lot.entered >= round.opening.lots;
  if (!isOpening || !isWhole) return { state: entered, facts: [fact] };
  const planned = planFromFirstFill(entered, mustHaveRound(entered));
  return { state: planned.state, facts: [fact, ...planned.facts] };
}

function applyCyclicExit(state: BotState, fill: FillEvent): Transition {
  const step = fill.slot.step;
  const closed = closeAcross(state, fill, (each) => each.step === step);
  const round = mustHaveRound(closed.state);
  const target = round.steps[step - 1];
  const facts: Fact[] = [exitFact(fill), ...closed.facts];
  if (target === undefined || target.lot.entered === 0n || openLots(target.lot) > 0n)
    return { state: closed.state, facts };
  if (!isCyclic(step, closed.state.config)) return { state: closed.state, facts };
  const netPnl = subtract(gainOf(closed.state, target.lot), target.lot.fees);
  const cycles = target.cycles + 1;
  const emptied = emptyStep(closed.state, { ...target, cycles });
  const credit = add(round.credit, netPnl);
  const next: BotState = {
    ...emptied,
    cyclesCompleted: emptied.cyclesCompleted + 1,
    round: { ...mustHaveRound(emptied), credit },
  };
  facts.push({ kind: 'cycleCompleted', round: round.round, step, cycle: cycles, netPnl, credit });
  return finishAfterFill(next, facts, fill.at);
}

function applyBaseExit(state: BotState, fill: FillEvent): Transition {
  const closed = closeAcross(state, fill, (each) => !isCyclic(each.step, state.config));
  const facts = [exitFact(fill), ...closed.facts];
  const round = mustHaveRound(closed.state);
  // The rest of the base may be too small for a further order (strategy 3.8). The closing round then closes it, or it stays as dust.
  const isFilled = baseOpen(round, closed.state.config) === 0n;
  if (!isFilled && baseExitLots(closed.state, round) > 0n) return { state: closed.state, facts };
  return finishAfterFill(beginClosing(closed.state, 'take_profit'), facts, fill.at);
}

function applyStopLoss(state: BotState, fill: FillEvent): Transition {
  const closed = closeAcross(state, fill, () => true);
  return finishAfterFill(beginClosing(closed.state, 'stop_loss'), [exitFact(fill), ...closed.facts], fill.at);
}

function applyCloseFill(state: BotState, fill: FillEvent): Transition {
  const counted = { ...chargeFee(state, fill.fee), close: countSlot(state.close, fill) };
  const isClosing = (counted.round?.closing ?? null) !== null;
  const closed = closeAcross(counted, fill, () => isClosing);
  const bound = maxMarketLots(state.config.instrument);
  const isSpent = bound !== null && closed.state.close.filled >= bound;
  const isFlat = !isClosing && openLots(closed.state.lateLot) === 0n;
  const next = isSpent || isFlat ? { ...closed.state, close: nextGeneration(closed.state.close) } : closed.state;
  return finishAfterFill(bookLateLot(next), [exitFact(fill), ...closed.facts], fill.at);
}

function applyLateFill(state: BotState, fill: FillEvent): Transition {
  const charged = { ...state, past: { ...state.past, fees: add(state.past.fees, fill.fee) } };
  const fact: Fact = { kind: 'lateFill', round: fill.slot.round, lots: fill.lots };
  // The past ledger already contains the fee of a late lot, so the lot itself has no fee.
  if (fill.slot.kind === 'entry') {
    return { state: { ...charged, lateLot: enterLot(charged.lateLot, { ...fill, fee: noFee }) }, facts: [fact] };
  }
  // Stryker disable next-line ArrowFunction: a mutant that returns undefined also selects no step.
  const closed = closeAcross(charged, fill, () => false);
  return { state: bookLateLot(closed.state), facts: [fact, ...closed.facts] };
}

function finishAfterFill(state: BotState, facts: readonly Fact[], at: number): Transition {
  const finished = finishIfFlat(state, at);
  return { state: finished.state, facts: [...facts, ...finished.facts] };
}

/**
 * Closes lots in step order: first the steps of the order, then late lots, then any other step. When a fill closes more
 * than the open size, the position at the exchange differs from the position in the state. The bot then gets the status
 * `error`, which ends its entries.
 */
function closeAcross(state: BotState, closing: Closing, isMeant: (step: StepState) => boolean): Transition {
  const steps = [...(state.round?.steps ?? [])];
  let lateLot = state.lateLot;
  let left: bigint = closing.lots;
  let feeLeft = closing.fee;
  const take = (lot: Lot): Lot => {
    // Stryker disable next-line EqualityOperator: when both sizes are equal, both branches return the same value.
    const part = left < openLots(lot) ? left : openLots(lot);
    if (part <= 0n) return lot;
    left -= part;
    const fee = feeLeft;
    // The whole fee is booked on the first closed lot. A cyclic exit closes only one lot, so the credit of its cycle is exact.
    feeLeft = noFee;
    return exitLot(lot, { price: closing.price, lots: part, fee });
  };
  const takeSteps = (filter: (step: StepState) => boolean): void => {
    for (const [index, step] of steps.entries()) {
      if (filter(step)) steps[index] = { ...step, lot: take(step.lot) };
    }
  };
  takeSteps(isMeant);
  lateLot = take(lateLot);
  takeSteps((step) => !isMeant(step));
  const round = state.round === null ? null : { ...state.round, steps };
  const next = { ...state, lateLot, round };
  if (left === 0n) return { state: next, facts: [] };
  return failBot(next, 'position_mismatch', []);
}

function emptyStep(state: BotState, step: StepState): BotState {
  const round = mustHaveRound(state);
  const realised = add(round.ledger.realised, gainOf(state, step.lot));
  const booked = { ...state, round: { ...round, ledger: { ...round.ledger, realised } } };
  return withStep(booked, {
    ...step,
    lot: emptyLot,
    entry: nextGeneration(step.entry),
    exit: nextGeneration(step.exit),
  });
}

function gainOf(state: BotState, lot: Lot): Decimal {
  return toMoney(unbookedGain([lot], state.config));
}

function countFill(state: BotState, fill: FillEvent): BotState {
  const charged = chargeFee(state, fill.fee);
  const round = mustHaveRound(charged);
  const { kind } = fill.slot;
  if (kind === 'baseExit' || kind === 'stopLoss')
    return { ...charged, round: { ...round, [kind]: countSlot(round[kind], fill) } };
  const key = kind === 'entry' ? 'entry' : 'exit';
  const steps = round.steps.map((step) =>
    step.step === fill.slot.step ? { ...step, [key]: countSlot(step[key], fill) } : step,
  );
  return { ...charged, round: { ...round, steps } };
}

function countSlot(slot: SlotProgress, fill: FillEvent): SlotProgress {
  if (fill.generation < slot.generation) return slot;
  const filled = fill.generation === slot.generation ? slot.filled + fill.lots : fill.lots;
  const kept = fill.generation === slot.generation && slot.kept !== undefined ? { kept: slot.kept } : {};
  return { generation: fill.generation, filled, rejections: 0, ...kept };
}

function chargeFee(state: BotState, fee: Decimal): BotState {
  if (state.round === null) return { ...state, past: { ...state.past, fees: add(state.past.fees, fee) } };
  const ledger = { ...state.round.ledger, fees: add(state.round.ledger.fees, fee) };
  return { ...state, round: { ...state.round, ledger } };
}

function withStep(state: BotState, step: StepState): BotState {
  const round = mustHaveRound(state);
  return { ...state, round: { ...round, steps: round.steps.map((each) => (each.step === step.step ? step : each)) } };
}

function plannedLots(round: RoundState, step: number): bigint {
  if (step === 1) return round.opening?.lots ?? 0n;
  return round.plan?.steps[step - 1]?.lots ?? 0n;
}

function exitFact(fill: FillEvent): Fact {
  const { round, step, kind } = fill.slot;
  return { kind: 'exitFilled', round, slotKind: kind, step, price: fill.price, lots: fill.lots, fee: fill.fee };
}

function mustHaveRound(state: BotState): RoundState {
  // Stryker disable next-line StringLiteral: the text appears only after a bug.
  return mustExist(state.round, 'the round of a fill');
}

const noFee: Decimal = zero;
