// Keeps the exits that rest when the exchange would accept no new order for their lots (strategy 3.8).
import { desiredOrders } from './desired.ts';
import type { RestingExit, RestingTerms, SlotProgress } from './slot.ts';
import type { BotState, DesiredOrder, SlotKind } from '../types.ts';

type KnownExit = RestingTerms & Pick<RestingExit, 'slot' | 'generation'>;

/**
 * Keeps each exit that rests, that was wanted before, and for whose lots the rules allow no order now. The exchange lets an order rest that
 * was valid when it was placed, and an exit that is cancelled could not be placed again.
 */
export function withKeptExits(before: BotState, after: BotState, resting: readonly RestingExit[]): BotState {
  const candidates = desiredOrders(before).flatMap((order): readonly KnownExit[] => {
    const exit = resting.find((each) => isSameOrder(order, each));
    if (exit === undefined || order.price === null) return [];
    const terms = exit.terms ?? { price: order.price, lots: order.lots };
    return [{ slot: order.slot, generation: order.generation, ...terms }];
  });
  const kept = desiredOrders(withTerms(after, candidates)).filter(({ isKept }) => isKept === true);
  return withTerms(
    after,
    candidates.filter((exit) => kept.some((order) => isSameOrder(order, exit))),
  );
}

type OrderKey = Pick<DesiredOrder, 'slot' | 'generation'>;

function isSameOrder({ slot: a, generation }: OrderKey, { slot: b, generation: other }: OrderKey): boolean {
  return generation === other && a.kind === b.kind && a.round === b.round && a.step === b.step;
}

// Gives each of these exits the terms with which it rests, and removes the terms from every other exit.
function withTerms(state: BotState, exits: readonly KnownExit[]): BotState {
  const { round } = state;
  if (round === null) return state;
  const termsOf = ({ kept: _kept, ...slot }: SlotProgress, kind: SlotKind, step: number): SlotProgress => {
    const exit = exits.find((each) => each.slot.kind === kind && each.slot.step === step);
    return exit === undefined ? slot : { ...slot, kept: { price: exit.price, lots: exit.lots } };
  };
  return {
    ...state,
    round: {
      ...round,
      steps: round.steps.map((step) => ({ ...step, exit: termsOf(step.exit, 'takeProfit', step.step) })),
      baseExit: termsOf(round.baseExit, 'baseExit', 0),
      stopLoss: termsOf(round.stopLoss, 'stopLoss', 0),
    },
  };
}
