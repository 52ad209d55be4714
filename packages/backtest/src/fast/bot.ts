// The state of one bot in the fast loop. The doubles contain whole ticks, lots and ticks x lots exactly.
import type { SignalDistances } from '../entry/signal-candles.ts';
import type { SignalGate } from '../entry/signal-gate.ts';
import type { FillRecorder } from '../walk/fill-columns.ts';
import { emptyFingerprint } from '../walk/fill-columns.ts';
import type { JitterDraw } from '../walk/reentry-jitter.ts';
import type { FundingPlan } from './funding-plan.ts';
import { makeFastGuard, type FastGuard } from './loss-guard.ts';
import type { FastTerms } from './terms.ts';

/** The price never reaches this level, because the level is below every price that the fast loop supports. */
export const neverBelow = -(2 ** 30);
/** The price never reaches this level, because the level is above every price that the fast loop supports. */
export const neverAbove = 2 ** 30;

/** The reason why a bot ended. `refused`: the planner refused the next ladder, and `refusal` contains the reason. */
export type FastEnd = 'last_round' | 'stop_loss' | 'liquidated' | 'refused' | 'loss_guard';

/**
 * The state of one bot. The simulation changes this object in place. Prices and levels are signed ticks, and sums are
 * ticks x lots. `gain` is the realised profit of the running round. `maker` and `taker` are the values of its fills
 * with the maker fee and with the taker fee. The fields `past...` contain the sums of the finished rounds.
 */
export type FastBot = {
  /** The terms of the running round. Only the step distance can differ between two rounds. */
  terms: FastTerms;
  /** The step distances of the rounds. Null when every round has the distance of the configuration. */
  readonly distances: SignalDistances | null;
  readonly recorder: FillRecorder | null;
  readonly fundingPlan: FundingPlan | null;
  /** Null when the bot has no loss guard. */
  readonly guard: FastGuard | null;
  /** The draws of the re-entry jitter. Null before the first draw. */
  draw: JitterDraw | null;
  /** True when the next round waits for a draw of the re-entry jitter (strategy 8.4). */
  isWaitingForDraw: boolean;
  /** The signals of the entry rule, and the first candle whose signal opened no round. Null when rounds need no signal. */
  readonly signals: SignalGate | null;
  unusedFrom: number;
  /** The first candle whose signal may open the round for which the bot waits, or -1 when the bot waits for no signal. */
  signalFrom: number;
  /** The elements 1 to M are the planned prices of the steps, and the elements after `sizesAt` are the planned sizes. */
  readonly ladder: Float64Array;
  planned: number;
  sized: number;
  candle: number;
  walked: number;
  end: FastEnd | null;
  refusal: string | null;
  depth: number;
  maxDepth: number;
  /**
   * The number of filled steps up to which the price always reaches the next entry before the stop loss and the
   * liquidation. It is 0 when no such number is known.
   */
  calmDepth: number;
  /**
   * `down` and `up` are the nearest levels below and above the price, in signed ticks. `scanBelow` and `scanAbove` are
   * the same two levels as prices, which are not negated for a short.
   */
  down: number;
  up: number;
  scanBelow: number;
  scanAbove: number;
  entryAt: number;
  /** The size of the entry that rests at `entryAt`, in lots. */
  entryLots: number;
  cycleAt: number;
  exitAt: number;
  stopAt: number;
  liquidationAt: number;
  openLots: number;
  openCost: number;
  baseLots: number;
  baseCost: number;
  creditGain: number;
  creditValue: number;
  firstPrice: number;
  /** The price without slippage from which the size of step 1 is calculated (strategy 8.1). */
  sizingPrice: number;
  budget: number;
  /** An upper bound of the rounding error of `budget`. */
  budgetSlack: number;
  gain: number;
  maker: number;
  taker: number;
  funding: number;
  pastGain: number;
  pastMaker: number;
  pastTaker: number;
  pastFunding: number;
  /**
   * Sums that were moved out of the fields `past...`: the exact sums, and their net result and magnitude as doubles.
   */
  movedGain: bigint;
  movedMaker: bigint;
  movedTaker: bigint;
  movedNet: number;
  movedScale: number;
  /**
   * `pastEquity` is the allocation plus the net result of the finished rounds. `pastScale` is the sum of the magnitudes
   * of the addends of `pastEquity`. Both are doubles that are computed when a round ends.
   */
  pastEquity: number;
  pastScale: number;
  /**
   * The exact funding. One unit is 1 tick x 1 lot x 10^-scale, where `scale` is the common scale of the funding rates.
   */
  fundingUnits: bigint;
  roundFundingUnits: bigint;
  nextFunding: number;
  rounds: number;
  roundsOpened: number;
  cycles: number;
  fills: number;
  fingerprint: number;
};

/** The planned sizes begin after this index of `ladder`. */
export const sizesAt = 12;

/** The input of a bot that depends on the series: the funding, the signals, the step distances at the signals, and the recorder of the fills. */
export type FastInput = Partial<Pick<FastBot, 'fundingPlan' | 'signals' | 'distances' | 'recorder'>>;

const nothingMoved = { movedGain: 0n, movedMaker: 0n, movedTaker: 0n, movedNet: 0, movedScale: 0 };

/** Returns a bot that has not started. */
export function makeFastBot(
  terms: FastTerms,
  { fundingPlan = null, signals = null, distances = null, recorder = null }: FastInput = {},
): FastBot {
  const { lossGuard } = terms.config.bot;
  return {
    terms,
    distances,
    recorder,
    fundingPlan,
    guard: lossGuard === undefined ? null : makeFastGuard(lossGuard, terms.allocation),
    draw: null,
    isWaitingForDraw: false,
    signals,
    unusedFrom: 0,
    signalFrom: signals === null ? -1 : 0,
    ladder: new Float64Array(sizesAt * 2),
    planned: 0,
    sized: 0,
    candle: 0,
    walked: 0,
    end: null,
    refusal: null,
    depth: 0,
    maxDepth: 0,
    calmDepth: 0,
    down: neverBelow,
    up: neverAbove,
    scanBelow: neverBelow,
    scanAbove: neverAbove,
    entryAt: neverBelow,
    entryLots: 0,
    cycleAt: neverAbove,
    exitAt: neverAbove,
    stopAt: neverBelow,
    liquidationAt: neverBelow,
    openLots: 0,
    openCost: 0,
    baseLots: 0,
    baseCost: 0,
    creditGain: 0,
    creditValue: 0,
    firstPrice: 0,
    sizingPrice: 0,
    budget: terms.allocation,
    // The allocation was rounded twice to the nearest double, and the slack covers both rounding errors.
    budgetSlack: terms.allocation * 2 ** -50,
    gain: 0,
    maker: 0,
    taker: 0,
    funding: 0,
    pastGain: 0,
    pastMaker: 0,
    pastTaker: 0,
    pastFunding: 0,
    ...nothingMoved,
    pastEquity: terms.allocation,
    pastScale: terms.allocation,
    fundingUnits: 0n,
    roundFundingUnits: 0n,
    nextFunding: 0,
    rounds: 0,
    roundsOpened: 0,
    cycles: 0,
    fills: 0,
    fingerprint: emptyFingerprint,
  };
}
