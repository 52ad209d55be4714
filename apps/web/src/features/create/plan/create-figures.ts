// Figures of the form and the review as exact decimal texts: position, margin, liquidation, gain and worst case.
import {
  addFractions,
  formatDecimal,
  fractionToDecimal,
  multiply,
  multiplyFractions,
  ratioToPercent,
  subtractFractions,
  zeroFraction,
  toFraction,
  divideFractions,
  type Fraction,
} from '@rondo/decimal';
import type { BotConfig, LadderPreview, PreviewRow } from '@rondo/strategy';

export type DepthFigures = {
  readonly notional: string;
  readonly margin: string;
  readonly liquidation: string | null;
};

export type CreateFigures = {
  readonly first: DepthFigures;
  readonly all: DepthFigures;
  readonly size: string; // the size of all steps in the base currency
  readonly gainFirst: string;
  readonly gainBase: string;
  readonly netFirst: string;
  readonly netBase: string;
  readonly feesFirst: string;
  readonly feesBase: string;
  readonly worstCase: string;
  readonly winsToRepay: string | null;
  readonly feesEatTarget: boolean;
  /** The stop loss in percent of the budget, and its amount in USDT in the first round. It is null when the bot has no stop loss. */
  readonly stopLoss: { readonly percent: string; readonly amount: string } | null;
};

const MONEY = 8;
const text = (value: Fraction): string => formatDecimal(fractionToDecimal(value, MONEY, 'halfUp'));

/** Returns all figures of a preview. Amounts of money are in USDT. The gain of a round is at least `gainFirst`, when only step 1 has filled, and at most `gainBase`, when all base steps have filled. */
export function figuresOf(preview: LadderPreview, config: BotConfig): CreateFigures {
  const first = preview.rows[0];
  const firstGross = first?.expectedGross ?? zeroFraction;
  const firstNet = first?.expectedNet ?? zeroFraction;
  const fees = subtractFractions(firstGross, firstNet);
  return {
    first: depth(preview, config, 1),
    all: depth(preview, config, preview.rows.length),
    size: formatDecimal(multiply(preview.totalContracts, config.instrument.ctVal)),
    gainFirst: text(firstGross),
    gainBase: text(preview.expectedGross),
    netFirst: text(firstNet),
    netBase: text(preview.expectedNet),
    feesFirst: text(fees),
    feesBase: text(subtractFractions(preview.expectedGross, preview.expectedNet)),
    worstCase: formatDecimal(preview.worstCase),
    winsToRepay: preview.winsToRepay === null ? null : String(preview.winsToRepay),
    feesEatTarget: preview.feesEatTarget,
    stopLoss: stopLossFigures(preview, config),
  };
}

function stopLossFigures({ plan }: LadderPreview, { stopLoss }: BotConfig): CreateFigures['stopLoss'] {
  if (stopLoss === null) return null;
  const amount = multiplyFractions(stopLoss.fractionOfBudget, toFraction(plan.budget));
  return { percent: formatDecimal(ratioToPercent(stopLoss.fractionOfBudget, 2)), amount: text(amount) };
}

function depth(preview: LadderPreview, config: BotConfig, steps: number): DepthFigures {
  const filled: readonly PreviewRow[] = preview.rows.slice(0, steps);
  const notional = filled.reduce((sum, row) => addFractions(sum, row.notional), zeroFraction);
  const deepest = filled.at(-1);
  return {
    notional: text(notional),
    margin: text(divideFractions(notional, toFraction(config.leverage))),
    liquidation:
      deepest === undefined || deepest.liquidationPrice === null ? null : formatDecimal(deepest.liquidationPrice),
  };
}
