// Computes the figures of a ladder at every depth, for the creation form and the replay. The figures stay exact until
// they are printed. The figures ignore other positions on the same margin and the slippage of step 1.
import {
  addFractions,
  ceilFraction,
  compareFractions,
  divideFractions,
  floorFraction,
  fraction,
  maxFraction,
  minFraction,
  multiplyFractions,
  oneFraction,
  priceOf,
  sizeOf,
  subtractFractions,
  ticks,
  toFraction,
  zeroFraction,
  type Decimal,
  type Fraction,
  type Ticks,
} from '@rondo/decimal';
import { planLadder, totalAmount, type LadderInput } from '../ladder/ladder.ts';
import { feeWarningShare } from '../limits.ts';
import { targetPrice } from '../round/levels.ts';
import { estimateLiquidation } from '../round/liquidation.ts';
import { mustExist } from '../must-exist.ts';
import type { BotConfig, Plan, PlannedStep, PlanRefusal } from '../types.ts';
import { directionSign, isBeyond, moneyFraction, roundAgainst } from '../units.ts';

/** Says whether the bot can pay for a step when the price reaches the step (strategy 2). */
export type Affordability =
  | { readonly kind: 'ok' }
  | { readonly kind: 'unaffordable' }
  | { readonly kind: 'beyond_liquidation' };

/** One depth of the ladder: the step k, and the position after steps 1..k have filled. Money is USDT, and prices are in quote currency. */
export type PreviewRow = {
  readonly step: number;
  readonly cyclic: boolean;
  readonly price: Decimal;
  readonly contracts: Decimal;
  readonly amount: Fraction;
  readonly margin: Fraction;
  readonly notional: Fraction;
  readonly average: Fraction;
  /** For a base step, the base exit after steps 1..k have filled. For a cyclic step, the take-profit of the step. */
  readonly exitPrice: Decimal;
  /** The tick that is nearest to the estimate. Null when the position cannot be liquidated at this depth. */
  readonly liquidationPrice: Decimal | null;
  readonly affordability: Affordability;
  readonly expectedGross: Fraction;
  readonly expectedNet: Fraction;
};

/** The whole preview. `reservedMargin` is G. `worstCase` is also G, because the position uses cross margin (decision 34). */
export type LadderPreview = {
  readonly plan: Plan;
  readonly rows: readonly PreviewRow[];
  readonly totalAmount: Fraction;
  readonly totalContracts: Decimal;
  readonly reservedMargin: Decimal;
  readonly worstCase: Decimal;
  readonly expectedGross: Fraction;
  readonly expectedNet: Fraction;
  /**
   * The profit of a round in USDT in which all steps fill, then each cyclic step takes its profit once, and then the base exit fills. It is computed
   * from the amounts, like the expected profits of the steps.
   */
  readonly wholeRound: { readonly gross: Fraction; readonly net: Fraction };
  /**
   * The profit of a round before fees in USDT, computed from the rounded base cost. `least` is the profit with step 1
   * alone, and `most` is the profit with every base step.
   */
  readonly roundGross: { readonly least: Fraction; readonly most: Fraction };
  /** The number of rounds with only step 1 that earn back one liquidation. Null when a round with only step 1 has no profit after fees. */
  readonly winsToRepay: bigint | null;
  /** True when fees take more than half of the target (decision 8). */
  readonly feesEatTarget: boolean;
  readonly isAffordable: boolean;
};

/** The result of `previewLadder`: the preview, or the reason why the ladder cannot be planned. */
export type PreviewResult =
  | { readonly ok: true; readonly preview: LadderPreview }
  | { readonly ok: false; readonly refusal: PlanRefusal };

/**
 * Returns the preview of a ladder for a first price and a budget. Returns the refusal of `planLadder` when the ladder
 * cannot be planned.
 */
export function previewLadder(input: LadderInput): PreviewResult {
  const planned = planLadder(input);
  if (!planned.ok) return planned;
  const { config } = input;
  const { plan } = planned;
  const verdicts = checkAffordable(config, plan);
  const rows = plan.steps.map((step, index) =>
    previewRow(config, plan, { step, verdict: mustExist(verdicts[index], 'the verdict of a step') }),
  );
  const base = rows.filter((row) => !row.cyclic);
  const expectedGross = sum(base.map((row) => row.expectedGross));
  const expectedNet = sum(base.map((row) => row.expectedNet));
  const first = mustExist(rows[0], 'the first step');
  const fees = subtractFractions(expectedGross, expectedNet);
  const preview: LadderPreview = {
    plan,
    rows,
    totalAmount: totalAmount(plan.steps),
    totalContracts: sizeOf(lotsThrough(plan, plan.steps.length), config.instrument.lotSz),
    reservedMargin: plan.budget,
    worstCase: plan.budget,
    expectedGross,
    expectedNet,
    wholeRound: wholeRound(config, rows),
    roundGross: {
      least: multiplyFractions(first.notional, config.takeProfit),
      most: multiplyFractions(sum(base.map((row) => row.notional)), config.takeProfit),
    },
    winsToRepay:
      first.expectedNet.n > 0n ? ceilFraction(divideFractions(toFraction(plan.budget), first.expectedNet)) : null,
    feesEatTarget: compareFractions(fees, multiplyFractions(expectedGross, toFraction(feeWarningShare))) > 0,
    isAffordable: verdicts.every((verdict) => verdict.kind === 'ok'),
  };
  return { ok: true, preview };
}

function wholeRound(config: BotConfig, rows: readonly PreviewRow[]): LadderPreview['wholeRound'] {
  const [gross, net] = [sum(rows.map((row) => row.expectedGross)), sum(rows.map((row) => row.expectedNet))];
  const used = usedCredit(config, rows);
  const saved = multiplyFractions(used, multiplyFractions(signOf(config), toFraction(config.instrument.makerFee)));
  // The credit moves the base exit, so the exit pays its fee on another amount.
  return { gross: subtractFractions(gross, used), net: addFractions(subtractFractions(net, used), saved) };
}

/**
 * Returns the gain that the base exit gives up after each cyclic step has taken its profit once (strategy 3.4). The base exit moves at most to the
 * nearest take-profit of a cyclic step, which is the one of the first cyclic step.
 */
function usedCredit(config: BotConfig, rows: readonly PreviewRow[]): Fraction {
  const cyclic = rows.filter((row) => row.cyclic);
  const base = rows.filter((row) => !row.cyclic);
  const [first, deepestBase] = [cyclic[0], base.at(-1)];
  if (first === undefined || deepestBase === undefined) return zeroFraction;
  const { average } = deepestBase;
  const distance = multiplyFractions(signOf(config), subtractFractions(average, toFraction(first.price)));
  const target = addFractions(oneFraction, multiplyFractions(signOf(config), config.takeProfit));
  const most = multiplyFractions(sum(base.map((row) => row.amount)), divideFractions(distance, average));
  const credit = multiplyFractions(config.cycleCredit, sum(cyclic.map((row) => row.expectedNet)));
  return minFraction(credit, multiplyFractions(most, target));
}

function signOf({ direction }: BotConfig): Fraction {
  return fraction(directionSign(direction));
}

/**
 * Returns for every step whether the bot can pay for the step at its price and whether the price reaches the step
 * before the liquidation.
 */
export function checkAffordable(config: BotConfig, plan: Plan): readonly Affordability[] {
  return plan.steps.map((step) => checkStep(config, plan, step));
}

function checkStep(config: BotConfig, plan: Plan, step: PlannedStep): Affordability {
  const above = liquidationAt(config, plan, step.step - 1);
  if (above !== null && !isBeyond(step.price, roundAgainst(above, config), config))
    return { kind: 'beyond_liquidation' };
  const held = plan.steps.slice(0, step.step);
  const deeper = plan.steps.slice(step.step);
  const rules = config.instrument;
  const heldLots = lotsThrough(plan, step.step);
  const worth = step.price * heldLots;
  const loss = (costOf(held) - worth) * directionSign(config.direction);
  const left = subtractFractions(
    subtractFractions(toFraction(plan.budget), moneyFraction(fraction(loss), rules)),
    entryFees(config, held),
  );
  const needed = divideFractions(moneyFraction(fraction(worth + costOf(deeper)), rules), toFraction(config.leverage));
  return compareFractions(left, needed) >= 0 ? { kind: 'ok' } : { kind: 'unaffordable' };
}

function previewRow(
  config: BotConfig,
  plan: Plan,
  depth: { readonly step: PlannedStep; readonly verdict: Affordability },
): PreviewRow {
  const { step } = depth;
  const rules = config.instrument;
  const held = plan.steps.slice(0, step.step);
  const average = fraction(costOf(held), lotsThrough(plan, step.step));
  const liquidation = liquidationAt(config, plan, step.step);
  return {
    step: step.step,
    cyclic: step.cyclic,
    price: priceOf(step.price, rules.tickSz),
    contracts: sizeOf(step.lots, rules.lotSz),
    amount: step.amount,
    margin: divideFractions(step.amount, toFraction(config.leverage)),
    notional: moneyFraction(fraction(step.price * step.lots), rules),
    average: multiplyFractions(average, toFraction(rules.tickSz)),
    exitPrice: priceOf(exitTicks(config, plan, step), rules.tickSz),
    liquidationPrice: liquidation === null ? null : priceOf(nearestTick(liquidation), rules.tickSz),
    affordability: depth.verdict,
    expectedGross: multiplyFractions(step.amount, config.takeProfit),
    expectedNet: expectedNet(config, step),
  };
}

function exitTicks(config: BotConfig, plan: Plan, step: PlannedStep): Ticks {
  if (step.cyclic) return targetPrice(fraction(step.price), config);
  const held = plan.steps.slice(0, step.step);
  // Without credit the base exit is farther than every cyclic target, because cyclic steps are the deeper steps.
  return targetPrice(fraction(costOf(held), lotsThrough(plan, step.step)), config);
}

/**
 * Returns the expected profit of a step after fees. The entry of step 1 pays the taker fee, and every other fill pays
 * the maker fee (strategy 2, 7).
 */
function expectedNet(config: BotConfig, step: PlannedStep): Fraction {
  const { takerFee, makerFee } = config.instrument;
  const entryRate = toFraction(step.step === 1 ? takerFee : makerFee);
  const gain =
    directionSign(config.direction) === 1n ? config.takeProfit : subtractFractions(zeroFraction, config.takeProfit);
  const exitRate = multiplyFractions(toFraction(makerFee), addFractions(oneFraction, gain));
  return multiplyFractions(step.amount, subtractFractions(config.takeProfit, addFractions(entryRate, exitRate)));
}

function entryFees(config: BotConfig, held: readonly PlannedStep[]): Fraction {
  const { takerFee, makerFee } = config.instrument;
  return sum(
    held.map((step) => {
      const notional = moneyFraction(fraction(step.price * step.lots), config.instrument);
      return multiplyFractions(notional, toFraction(step.step === 1 ? takerFee : makerFee));
    }),
  );
}

function liquidationAt(config: BotConfig, plan: Plan, depth: number): Fraction | null {
  const held = plan.steps.slice(0, depth);
  return estimateLiquidation({
    config,
    equity: maxFraction(subtractFractions(toFraction(plan.budget), entryFees(config, held)), zeroFraction),
    openLots: lotsThrough(plan, depth),
    costTickLots: fraction(costOf(held)),
  });
}

function nearestTick(price: Fraction): Ticks {
  return ticks(floorFraction(addFractions(price, fraction(1n, 2n))));
}

function lotsThrough(plan: Plan, depth: number): PlannedStep['lots'] {
  const total = plan.steps.slice(0, depth).reduce((count, step) => count + step.lots, 0n);
  return total as PlannedStep['lots']; // A sum of lots is a number of lots.
}

function costOf(steps: readonly PlannedStep[]): bigint {
  return steps.reduce((total, step) => total + step.price * step.lots, 0n);
}

function sum(values: readonly Fraction[]): Fraction {
  return values.reduce(addFractions, zeroFraction);
}
