// Figures of the form and the review as exact decimal texts: position, margin, liquidation, gain and worst case.
import {
  addFractions,
  asRatio,
  formatDecimal,
  fractionToDecimal,
  multiply,
  multiplyFractions,
  ratioToPercent,
  subtractFractions,
  zeroFraction,
  toFraction,
  divideFractions,
  type Decimal,
  type Fraction,
} from '@rondo/decimal';
import type { BotConfig, LadderPreview, PreviewRow } from '@rondo/strategy';

/** The figures after the first `steps` steps have filled. `gain` and `net` are the result of the round that then reaches the base exit, before and after fees. */
export type DepthFigures = {
  readonly steps: number;
  readonly notional: string;
  readonly margin: string;
  readonly liquidation: string | null;
  readonly gain: string;
  readonly fees: string;
  readonly net: string;
};

/** The fees of the exchange: the rates in percent of the value of a fill, and the fee of the first entry in USDT. */
export type FeeFigures = { readonly taker: string; readonly maker: string; readonly firstEntry: string };

export type CreateFigures = {
  readonly first: DepthFigures;
  /** After all base steps. */
  readonly base: DepthFigures;
  /** After all steps. Its result contains one take-profit of each cyclic step. */
  readonly all: DepthFigures;
  /** The result of one take-profit of a cyclic step, before and after its fees: of the first and of the last cyclic step. */
  readonly cycles: readonly Pick<DepthFigures, 'gain' | 'net'>[];
  readonly fees: FeeFigures;
  readonly size: string; // the size of all steps in the base currency
  readonly worstCase: string;
  readonly winsToRepay: string | null;
  readonly feesEatTarget: boolean;
  /** The stop loss in percent of the budget, and its amount in USDT in the first round. It is null when the bot has no stop loss. */
  readonly stopLoss: { readonly percent: string; readonly amount: string } | null;
};

const MONEY = 8;
const text = (value: Fraction): string => formatDecimal(fractionToDecimal(value, MONEY, 'halfUp'));

/** Returns all figures of a preview. Amounts of money are in USDT. */
export function figuresOf(preview: LadderPreview, config: BotConfig): CreateFigures {
  const { rows, expectedGross, expectedNet, wholeRound } = preview;
  const first = rows[0];
  const result = { gross: first?.expectedGross ?? zeroFraction, net: first?.expectedNet ?? zeroFraction };
  const baseSteps = rows.filter((row) => !row.cyclic).length;
  return {
    first: depth(rows.slice(0, 1), config, result),
    base: depth(rows.slice(0, baseSteps), config, { gross: expectedGross, net: expectedNet }),
    all: depth(rows, config, wholeRound),
    cycles: cycleFigures(rows.filter((row) => row.cyclic)),
    fees: feeFigures(first, config),
    size: formatDecimal(multiply(preview.totalContracts, config.instrument.ctVal)),
    worstCase: formatDecimal(preview.worstCase),
    winsToRepay: preview.winsToRepay === null ? null : String(preview.winsToRepay),
    feesEatTarget: preview.feesEatTarget,
    stopLoss: stopLossFigures(preview, config),
  };
}

function cycleFigures(cyclic: readonly PreviewRow[]): CreateFigures['cycles'] {
  return [...cyclic.slice(0, 1), ...cyclic.slice(-1)].map((row) => ({
    gain: text(row.expectedGross),
    net: text(row.expectedNet),
  }));
}

/** The first entry fills at market, so it pays the taker fee. */
function feeFigures(first: PreviewRow | undefined, { instrument }: BotConfig): FeeFigures {
  const percentOf = (rate: Decimal): string => formatDecimal(ratioToPercent(asRatio(toFraction(rate)), 4));
  return {
    taker: percentOf(instrument.takerFee),
    maker: percentOf(instrument.makerFee),
    firstEntry: text(multiplyFractions(first?.notional ?? zeroFraction, toFraction(instrument.takerFee))),
  };
}

function stopLossFigures({ plan }: LadderPreview, { stopLoss }: BotConfig): CreateFigures['stopLoss'] {
  if (stopLoss === null) return null;
  const amount = multiplyFractions(stopLoss.fractionOfBudget, toFraction(plan.budget));
  return { percent: formatDecimal(ratioToPercent(stopLoss.fractionOfBudget, 2)), amount: text(amount) };
}

type Result = LadderPreview['wholeRound'];

function depth(filled: readonly PreviewRow[], config: BotConfig, { gross, net }: Result): DepthFigures {
  const notional = filled.reduce((sum, row) => addFractions(sum, row.notional), zeroFraction);
  const deepest = filled.at(-1);
  return {
    steps: filled.length,
    notional: text(notional),
    margin: text(divideFractions(notional, toFraction(config.leverage))),
    liquidation:
      deepest === undefined || deepest.liquidationPrice === null ? null : formatDecimal(deepest.liquidationPrice),
    gain: text(gross),
    fees: text(subtractFractions(gross, net)),
    net: text(net),
  };
}
