// Changes the rules for orders of a running bot (strategy 3.8). The state keeps its ticks and lots, unless a step of the exchange is no
// multiple of them: then every price and size of the state is expressed in smaller units.
import { commonStep, compareDecimals, lots, ticks } from '@rondo/decimal';
import { minLots } from '../ladder/ladder.ts';
import { desiredOrders, dustOf, isBaseSpent } from '../round/desired.ts';
import { orderLots, timesIn } from '../units.ts';
import { beginClosing, withoutOpening, type Transition } from '../round/round.ts';
import { withKeptExits } from '../round/kept-exits.ts';
import type { RestingTerms, SlotProgress } from '../round/slot.ts';
import type {
  BotState,
  Fact,
  InstrumentRules,
  Lot,
  Plan,
  RoundState,
  StepState,
  StrategyEvent,
  Units,
} from '../types.ts';

type RulesEvent = Omit<Extract<StrategyEvent, { readonly kind: 'rules' }>, 'kind'>;

/** The factors by which numbers of ticks and lots grow when the units of a bot become smaller. Both are 1 when the units stay. */
export type GridChange = { readonly ticks: bigint; readonly lots: bigint };

/** Returns the rules of a bot after a change at the exchange. Fees, tiers and the value of a contract stay. */
export function rulesAfter(
  before: InstrumentRules,
  { rules, units }: Pick<RulesEvent, 'rules' | 'units'>,
): InstrumentRules {
  const tickSz = commonStep(commonStep(before.tickSz, rules.tickSz), units.tickSz);
  const lotSz = commonStep(commonStep(before.lotSz, rules.lotSz), units.lotSz);
  const { orderTickSz: _tick, orderLotSz: _lot, maxLimitSz: _limit, maxMarketSz: _market, ...kept } = before;
  const isFiner = compareDecimals(tickSz, before.tickSz) !== 0 || compareDecimals(lotSz, before.lotSz) !== 0;
  return {
    ...kept,
    tickSz,
    lotSz,
    ...(isFiner ? { isRefined: true } : {}),
    ...(compareDecimals(rules.tickSz, tickSz) === 0 ? {} : { orderTickSz: rules.tickSz }),
    ...(compareDecimals(rules.lotSz, lotSz) === 0 ? {} : { orderLotSz: rules.lotSz }),
    minSz: rules.minSz,
    ...(rules.maxLimitSz === undefined ? {} : { maxLimitSz: rules.maxLimitSz }),
    ...(rules.maxMarketSz === undefined ? {} : { maxMarketSz: rules.maxMarketSz }),
  };
}

/** Returns the factors from the units of one rule set to the smaller units of another rule set. */
export function gridChange(before: Units, after: Units): GridChange {
  return { ticks: timesIn(before.tickSz, after.tickSz), lots: timesIn(before.lotSz, after.lotSz) };
}

/**
 * Applies new rules for orders. The levels of the running round stay. Entries below the new smallest order are not wanted any more. An exit
 * that rests is kept when the new rules allow no order for its lots.
 */
export function applyRules(state: BotState, event: RulesEvent): Transition {
  const { rules } = event;
  const instrument = rulesAfter(state.config.instrument, event);
  const factors = gridChange(state.config.instrument, instrument);
  const scaled = factors.ticks === 1n && factors.lots === 1n ? state : inUnits(state, factors);
  // A first step without a fill is sized again, because its size and its price cap may not fit the new rules.
  const opened = { ...scaled, config: { ...state.config, instrument }, round: withoutOpening(scaled.round) };
  const resting = (event.resting ?? []).map(({ terms, ...exit }) => ({
    ...exit,
    terms: terms === null ? null : termsInUnits(terms, factors),
  }));
  const next = withKeptExits(scaled, opened, resting);
  return { state: withoutSpentBase(next), facts: [{ kind: 'rulesChanged', rules }, ...droppedEntries(state, next)] };
}

// The base exit may have no order at the time of new rules, so no end of an order would end the round.
function withoutSpentBase(state: BotState): BotState {
  const { round } = state;
  return round !== null && isBaseSpent(state, round) ? beginClosing(state, 'take_profit') : state;
}

/** Returns the fact that the bot has lots which no order can close, when this was not so before. */
export function dustFacts(before: BotState, after: BotState): readonly Fact[] {
  const { instrument } = after.config;
  if (orderLots(instrument) === 1n && minLots(instrument) === 1n) return [];
  const dust = dustOf(after);
  return dust > 0n && dustOf(before) === 0n ? [{ kind: 'dustDeclared', lots: lots(dust) }] : [];
}

function droppedEntries(before: BotState, after: BotState): readonly Fact[] {
  const entriesOf = (state: BotState): readonly { readonly round: number; readonly step: number }[] =>
    desiredOrders(state).flatMap(({ slot }) => (slot.kind === 'entry' && slot.step > 1 ? [slot] : []));
  const kept = new Set(entriesOf(after).map(({ step }) => step));
  return entriesOf(before).flatMap(({ round, step }) =>
    kept.has(step) ? [] : [{ kind: 'entryDropped', round, step }],
  );
}

function inUnits(state: BotState, factors: GridChange): BotState {
  return {
    ...state,
    round: state.round === null ? null : roundInUnits(state.round, factors),
    lateLot: lotInUnits(state.lateLot, factors),
    close: slotInUnits(state.close, factors),
  };
}

function roundInUnits(round: RoundState, factors: GridChange): RoundState {
  const { opening } = round;
  return {
    ...round,
    opening:
      opening === null ? null : { lots: lots(opening.lots * factors.lots), cap: ticks(opening.cap * factors.ticks) },
    plan: round.plan === null ? null : planInUnits(round.plan, factors),
    steps: round.steps.map((step) => stepInUnits(step, factors)),
    baseExit: slotInUnits(round.baseExit, factors),
    stopLoss: slotInUnits(round.stopLoss, factors),
  };
}

function planInUnits(plan: Plan, factors: GridChange): Plan {
  return {
    ...plan,
    steps: plan.steps.map((step) => ({
      ...step,
      price: ticks(step.price * factors.ticks),
      lots: lots(step.lots * factors.lots),
    })),
  };
}

function stepInUnits(step: StepState, factors: GridChange): StepState {
  return {
    ...step,
    lot: lotInUnits(step.lot, factors),
    entry: slotInUnits(step.entry, factors),
    exit: slotInUnits(step.exit, factors),
  };
}

function lotInUnits(lot: Lot, { ticks: ticksFactor, lots: lotsFactor }: GridChange): Lot {
  return {
    ...lot,
    entered: lot.entered * lotsFactor,
    cost: lot.cost * ticksFactor * lotsFactor,
    exited: lot.exited * lotsFactor,
    proceeds: lot.proceeds * ticksFactor * lotsFactor,
  };
}

function slotInUnits(slot: SlotProgress, factors: GridChange): SlotProgress {
  const { kept } = slot;
  const scaled = { ...slot, filled: slot.filled * factors.lots };
  return kept === undefined ? scaled : { ...scaled, kept: termsInUnits(kept, factors) };
}

function termsInUnits({ price, lots: size }: RestingTerms, factors: GridChange): RestingTerms {
  return { price: ticks(price * factors.ticks), lots: lots(size * factors.lots) };
}
