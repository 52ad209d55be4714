// The reducer takes a state and an event, and returns the next state, the desired orders and the facts. It is pure and
// never throws for an event.
import { desiredOrders, isBaseSpent, lotsToClose } from '../round/desired.ts';
import { applyHold, applyRelease, applyReleaseGuard, applyWaitOver } from '../holds/apply-hold.ts';
import { applyRules, dustFacts } from './rules.ts';
import { applyOpeningExpired, applySignal } from '../signal/apply-signal.ts';
import { applyFill, applyForcedFills } from '../round/fill.ts';
import { emptyLedger, netRealised, openSize } from '../round/ledger.ts';
import { maxOpeningAttempts, maxRejections } from '../limits.ts';
import { emptyLot, openLots } from '../round/lot.ts';
import { mustExist } from '../must-exist.ts';
import { mayDo, needsPrice } from './phase.ts';
import { withKeptExits } from '../round/kept-exits.ts';
import { recoverBot, withReducedSteps } from './recover.ts';
import { add } from '@rondo/decimal';
import {
  beginClosing,
  beginRound,
  bookLateLot,
  bookRound,
  completeBot,
  dropLateLot,
  failBot,
  finishIfFlat,
  finishWithDust,
  freshSlot,
  nextGeneration,
  planFromFirstFill,
  sizeOpening,
  type Transition,
} from '../round/round.ts';
import type { SlotProgress } from '../round/slot.ts';
import type {
  BotConfig,
  BotState,
  Closing,
  Fact,
  ForcedFill,
  RoundState,
  StepResult,
  StrategyEvent,
} from '../types.ts';

/** Returns the state of a bot that is configured but not started. */
export function newBot(config: BotConfig): BotState {
  return {
    config,
    status: 'idle',
    errorKey: null,
    completion: null,
    holds: [],
    isLast: false,
    stop: null,
    availableMargin: null,
    reservation: config.allocation,
    past: emptyLedger,
    roundsOpened: 0,
    roundsCompleted: 0,
    cyclesCompleted: 0,
    round: null,
    lateLot: emptyLot,
    close: freshSlot,
  };
}

/**
 * Applies one event. An event that does not fit the state changes nothing. A refused user action returns the fact
 * `eventRefused`.
 */
export function step(state: BotState, event: StrategyEvent): StepResult {
  const outcome = reduce(state, event);
  const facts = [...outcome.facts, ...dustFacts(state, outcome.state)];
  return { state: outcome.state, desired: desiredOrders(outcome.state), facts };
}

function reduce(state: BotState, event: StrategyEvent): Transition {
  switch (event.kind) {
    case 'start':
      return state.status === 'idle'
        ? beginRound({ ...state, status: 'active' })
        : refuse(state, event, 'already_started');
    case 'signal':
      return applySignal(state, event);
    case 'openingExpired':
      return applyOpeningExpired(state, event);
    case 'price':
      return needsPrice(state) && state.round !== null ? sizeOpening(state, state.round, event.price) : same(state);
    case 'fill':
      return applyFill(state, event);
    case 'orderClosed':
      return applyOrderClosed(state, event);
    case 'ordersGone':
      return applyOrdersGone(state, event.at ?? null);
    case 'flatConfirmed':
      return applyFlatConfirmed(state, event.at ?? null);
    case 'funding':
      return same(bookFunding(state, event));
    case 'stop':
      return applyStop(state, event);
    case 'setLast':
      return applySetLast(state, event);
    case 'availableMargin':
      return same({ ...state, availableMargin: event.amount });
    case 'liquidated':
      return applyLiquidated(state, event.fills);
    case 'externalClose':
      return applyExternalClose(state, event);
    case 'expired':
      return applyExpired(state, event.fills);
    case 'hold':
      return mayDo(state, 'hold') ? applyHold(state, event) : refuse(state, event, 'not_now');
    case 'release':
      return mayDo(state, 'hold') ? applyRelease(state, event) : refuse(state, event, 'not_now');
    case 'waitOver':
      return applyWaitOver(state, event.at);
    case 'releaseGuard':
      return mayDo(state, 'releaseGuard') ? applyReleaseGuard(state, event.at) : refuse(state, event, 'not_now');
    case 'recover':
      return mayDo(state, 'recover') ? recoverBot(state, event.as) : refuse(state, event, 'not_now');
    case 'rules':
      return applyRules(state, event);
    default:
      return event satisfies never;
  }
}

type EventOf<K extends StrategyEvent['kind']> = Extract<StrategyEvent, { readonly kind: K }>;

function applyStop(state: BotState, event: EventOf<'stop'>): Transition {
  if (!mayDo(state, event.closePosition ? 'stopAndClose' : 'stopAndLeave')) return refuse(state, event, 'not_now');
  const accepted = { kind: 'stopAccepted', closePosition: event.closePosition } as const;
  const stopped: BotState = { ...state, stop: { closePosition: event.closePosition } };
  if (stopped.round === null) {
    const done = completeBot(stopped, event.closePosition ? 'stopped_closed' : 'stopped_left_open');
    return { state: done.state, facts: [accepted, ...done.facts] };
  }
  const reason = event.closePosition ? 'stop' : 'leave';
  const closing = stopped.round.closing;
  // A closing order may still be in flight. The bot waits until the exchange shows no order of the bot, and then leaves
  // the position to the user.
  const asked = closing === null || event.closePosition ? closing : { ...closing, ordersGone: false };
  const next = asked === null ? beginClosing(stopped, reason) : withUpgrade(stopped, stopped.round, asked);
  // A stop by the user ends the bot, so the loss guard does not count this round.
  const finished = finishIfFlat(next, null);
  return { state: finished.state, facts: [accepted, ...finished.facts] };
}

/**
 * Applies a stop to a round that is already closing. The round keeps the reason of its end, for example `take_profit`.
 * Only the reason `leave` becomes `stop`.
 */
function withUpgrade(state: BotState, round: RoundState, closing: Closing): BotState {
  if (closing.reason !== 'leave') return { ...state, round: { ...round, closing } };
  return { ...state, round: { ...round, closing: { ...closing, reason: 'stop', ends: 'stopped_closed' } } };
}

function applySetLast(state: BotState, event: EventOf<'setLast'>): Transition {
  if (!mayDo(state, 'setLast')) return refuse(state, event, 'not_now');
  if (state.isLast === event.isLast) return same(state);
  const next = { ...state, isLast: event.isLast };
  const changed = { kind: 'lastChanged', isLast: event.isLast } as const;
  const waitsFlat = event.isLast && state.status === 'active' && state.round === null;
  if (!waitsFlat) return { state: next, facts: [changed] };
  const done = completeBot(next, 'last_round');
  return { state: done.state, facts: [changed, ...done.facts] };
}

function applyOrdersGone(state: BotState, at: number | null): Transition {
  const gone = withoutOrders(state);
  const finished = finishIfFlat(gone, at);
  return finished.facts.length > 0 ? finished : finishWithDust(gone, at);
}

// The exchange shows no order of a closing round.
function withoutOrders(state: BotState): BotState {
  const { round } = state;
  if (round === null || round.closing === null) return state;
  return { ...state, round: { ...round, closing: { ...round.closing, ordersGone: true } } };
}

function applyFlatConfirmed(state: BotState, at: number | null): Transition {
  const gone = finishIfFlat(withoutOrders(state), at);
  if (openSize(gone.state) === 0n) return gone;
  // The state contains an open lot that the exchange does not show, although every fill was dispatched. The known
  // result is booked and the bot ends in error, because the exchange would reject every order for this lot.
  const { round } = gone.state;
  const failed = failBot(
    dropLateLot(round === null ? gone.state : bookRound(gone.state, round).state),
    'position_missing',
    gone.facts,
  );
  if (hasEnded(state)) return { ...failed, state: { ...failed.state, status: state.status } };
  if (state.stop === null) return failed;
  const ended = completeBot(failed.state, state.stop.closePosition ? 'stopped_closed' : 'stopped_left_open');
  return { state: ended.state, facts: [...failed.facts, ...ended.facts] };
}

function bookFunding(state: BotState, event: EventOf<'funding'>): BotState {
  if (state.round === null)
    return { ...state, past: { ...state.past, funding: add(state.past.funding, event.amount) } };
  const { ledger } = state.round;
  return { ...state, round: { ...state.round, ledger: { ...ledger, funding: add(ledger.funding, event.amount) } } };
}

function applyLiquidated(state: BotState, fills: readonly ForcedFill[]): Transition {
  if (hasEnded(state)) return closeLateLot(state, fills);
  const forced = applyForcedFills(state, fills);
  const round = forced.state.round;
  const booked = round === null ? forced.state : bookRound(forced.state, round).state;
  const dead: BotState = { ...booked, status: 'liquidated', errorKey: null, round: null };
  const fact = { kind: 'liquidated', round: state.roundsOpened, netPnl: netRealised(dead) } as const;
  return { state: dead, facts: [...forced.facts, fact] };
}

// The exchange or the owner has closed the late lot of a bot without a round.
function closeLateLot(state: BotState, fills: readonly ForcedFill[]): Transition {
  if (openLots(state.lateLot) === 0n) return same(state);
  const forced = applyForcedFills(state, fills);
  return { ...forced, state: bookLateLot(forced.state) };
}

function hasEnded({ status }: BotState): boolean {
  return status === 'completed' || status === 'liquidated';
}

function applyExpired(state: BotState, fills: readonly ForcedFill[]): Transition {
  if (hasEnded(state)) return closeLateLot(state, fills);
  const forced = applyForcedFills(state, fills);
  const round = forced.state.round;
  const booked = bookLateLot(round === null ? forced.state : bookRound(forced.state, round).state);
  const done = completeBot({ ...booked, round: null }, 'expired');
  return { state: done.state, facts: [...forced.facts, ...done.facts] };
}

function applyExternalClose(state: BotState, { fills, resting }: EventOf<'externalClose'>): Transition {
  if (state.round === null) return closeLateLot(state, fills);
  const forced = applyForcedFills(state, fills);
  const { round } = forced.state;
  if (round === null) return forced;
  if (openSize(forced.state) > 0n) {
    const reduced = { ...forced.state, round: withReducedSteps(state.round, round) };
    return freezeReduced({
      ...forced,
      state: resting === undefined ? reduced : withKeptExits(state, reduced, resting),
    });
  }
  // A close by the user ends the bot, so the loss guard does not count this round.
  const finished = finishIfFlat(beginClosing(forced.state, 'external'), null);
  return { state: finished.state, facts: [...forced.facts, ...finished.facts] };
}

// The remaining lots keep their exits. The bot does not buy back lots that the user closed (reliability 4.7).
function freezeReduced(forced: Transition): Transition {
  if (forced.state.round?.closing !== null || forced.state.status !== 'active') return forced;
  return failBot(forced.state, 'reduced_externally', forced.facts);
}

function applyOrderClosed(state: BotState, event: EventOf<'orderClosed'>): Transition {
  const { slot, generation } = event;
  const round = state.round;
  if (slot.kind === 'close') {
    if (state.close.generation !== generation) return same(state);
    if (event.reason === 'filled' && lotsToClose(state) === 0n) return same(state);
    return afterEnd({ ...state, close: endOf(state.close, event) }, state.close, event);
  }
  if (round === null || slot.round !== round.round) return same(state);
  const progress = progressOf(round, event);
  if (progress === null || progress.generation !== generation) return same(state);
  if (slot.kind === 'entry' && slot.step === 1 && round.plan === null) return applyOpeningClosed(state, round, event);
  if (event.reason === 'filled' && !hasMoreToDo(round, event)) return same(state);
  const next = withProgress(round, event, endOf(progress, event));
  const ended: BotState = { ...state, round: next };
  if (slot.kind === 'baseExit' && isBaseSpent(ended, next)) return same(beginClosing(ended, 'take_profit'));
  // The exchange rejected the stop order, because the price is already beyond the stop level. The round closes as if
  // the stop had filled.
  if (event.reason === 'passed') return same(beginClosing(ended, 'stop_loss'));
  return afterEnd(ended, progress, event);
}

function applyOpeningClosed(state: BotState, round: RoundState, event: EventOf<'orderClosed'>): Transition {
  const first = mustExist(round.steps[0], 'the first step');
  const ended = withProgress(round, event, endOf(first.entry, event));
  if (first.lot.entered > 0n) return planFromFirstFill({ ...state, round: ended }, ended);
  // A lack of margin does not count as a missed opening. Step 1 waits for margin, and then its size is calculated from
  // a new price.
  if (event.reason === 'blocked')
    return { state: { ...state, round: { ...ended, opening: null } }, facts: [blockedFact(event)] };
  const attempts = round.attempts + 1;
  const next: BotState = { ...state, round: { ...ended, opening: null, attempts } };
  const missed = { kind: 'entryMissed', round: round.round, attempt: attempts } as const;
  const rejected =
    event.reason === 'rejected' || event.reason === 'deferred'
      ? [{ kind: 'orderRejected', slot: event.slot, code: event.code ?? null } as const]
      : [];
  const facts = [...rejected, missed];
  if (attempts < maxOpeningAttempts || round.closing !== null) return { state: next, facts };
  return failBot(next, 'entry_missed', facts);
}

function afterEnd(state: BotState, before: SlotProgress, event: EventOf<'orderClosed'>): Transition {
  if (event.reason === 'blocked') return { state, facts: [blockedFact(event)] };
  if (event.reason !== 'rejected' && event.reason !== 'deferred') return same(state);
  const fact = { kind: 'orderRejected', slot: event.slot, code: event.code ?? null } as const;
  // The bot logs a transient refusal of one slot at most `maxRejections` times.
  const logged = event.isTransient === true ? (before.deferrals ?? 0) : before.rejections;
  if (event.reason === 'deferred') return { state, facts: logged < maxRejections ? [fact] : [] };
  if (before.rejections + 1 < maxRejections || state.status !== 'active') return { state, facts: [fact] };
  return failBot(state, 'order_rejected', [fact]);
}

function blockedFact({ slot }: EventOf<'orderClosed'>): Fact {
  return { kind: 'stepBlocked', round: slot.round, step: slot.step };
}

function endOf(progress: SlotProgress, event: EventOf<'orderClosed'>): SlotProgress {
  const next = nextGeneration(progress);
  if (event.reason !== 'rejected' && event.reason !== 'deferred') return next;
  if (event.reason === 'deferred' && event.isTransient === true)
    return { ...next, deferrals: (progress.deferrals ?? 0) + 1 };
  return { ...next, rejections: progress.rejections + 1 };
}

function hasMoreToDo(round: RoundState, event: EventOf<'orderClosed'>): boolean {
  const { slot } = event;
  if (slot.kind === 'baseExit' || slot.kind === 'stopLoss') return round.steps.some((each) => openLots(each.lot) > 0n);
  const target = mustExist(round.steps[slot.step - 1], 'the step whose order ended');
  if (slot.kind === 'takeProfit') return openLots(target.lot) > 0n;
  return target.lot.entered < (round.plan?.steps[slot.step - 1]?.lots ?? 0n);
}

function progressOf(round: RoundState, event: EventOf<'orderClosed'>): SlotProgress | null {
  const { slot } = event;
  if (slot.kind === 'baseExit') return round.baseExit;
  if (slot.kind === 'stopLoss') return round.stopLoss;
  const target = round.steps[slot.step - 1];
  if (target === undefined) return null;
  return slot.kind === 'entry' ? target.entry : target.exit;
}

function withProgress(round: RoundState, event: EventOf<'orderClosed'>, progress: SlotProgress): RoundState {
  const { slot } = event;
  if (slot.kind === 'baseExit') return { ...round, baseExit: progress };
  if (slot.kind === 'stopLoss') return { ...round, stopLoss: progress };
  const key = slot.kind === 'entry' ? 'entry' : 'exit';
  return {
    ...round,
    steps: round.steps.map((each) => (each.step === slot.step ? { ...each, [key]: progress } : each)),
  };
}

function same(state: BotState): Transition {
  return { state, facts: [] };
}

function refuse(state: BotState, event: StrategyEvent, why: string): Transition {
  return { state, facts: [{ kind: 'eventRefused', event: event.kind, why }] };
}
