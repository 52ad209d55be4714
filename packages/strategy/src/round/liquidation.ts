// Estimates the liquidation price of a linear swap on cross margin (strategy 4). The collateral is the allocation of
// the bot. The estimate ignores other positions and the free margin of the account.
import {
  addFractions,
  compareDecimals,
  divideFractions,
  fraction,
  multiplyFractions,
  oneFraction,
  sizeOf,
  subtractFractions,
  toFraction,
  lots,
  type Decimal,
  type Fraction,
  type Ticks,
  signOfFraction,
} from '@rondo/decimal';
import { allLots, netRealisedExact, openCostOf, openSize } from './ledger.ts';
import type { BotConfig, BotState, InstrumentRules } from '../types.ts';
import { moneyToTickLots, roundAgainst } from '../units.ts';

/** An open position and its collateral: the equity E in USDT, the size in lots, and the cost K in ticks x lots. */
export type LiquidationInput = {
  readonly config: BotConfig;
  readonly equity: Fraction;
  readonly openLots: bigint;
  readonly costTickLots: Fraction;
};

/** Returns the unrounded liquidation price in ticks. Returns null when no lot is open or a long cannot be liquidated. */
export function estimateLiquidation(input: LiquidationInput): Fraction | null {
  const { config, equity, openLots, costTickLots } = input;
  if (openLots === 0n) return null;
  const rules = config.instrument;
  const rate = addFractions(toFraction(maintenanceRate(rules, openLots)), toFraction(rules.takerFee));
  const equityTickLots = moneyToTickLots(equity, rules);
  if (config.direction === 'short') {
    const divisor = multiplyFractions(fraction(openLots), addFractions(oneFraction, rate));
    return divideFractions(addFractions(equityTickLots, costTickLots), divisor);
  }
  const divisor = multiplyFractions(fraction(openLots), subtractFractions(oneFraction, rate));
  const price = divideFractions(subtractFractions(costTickLots, equityTickLots), divisor);
  return signOfFraction(price) <= 0 ? null : price;
}

/**
 * Returns the liquidation price of a running bot, rounded to a tick (down for a long, up for a short). Returns null
 * when the bot has no liquidation price.
 */
export function liquidationPrice(state: BotState): Ticks | null {
  const price = estimateLiquidation({
    config: state.config,
    equity: addFractions(toFraction(state.config.allocation), netRealisedExact(state)),
    openLots: openSize(state),
    costTickLots: openCostOf(allLots(state)),
  });
  return price === null ? null : roundAgainst(price, state.config);
}

/**
 * Returns the maintenance rate of the tier for this number of lots. Returns the rate of the last tier when the size
 * exceeds all tiers. Throws RangeError when the instrument has no tiers.
 */
export function maintenanceRate(rules: InstrumentRules, openLots: bigint): Decimal {
  const size = sizeOf(lots(openLots), rules.lotSz);
  const tier =
    rules.tiers.find((each) => each.maxSz === null || compareDecimals(size, each.maxSz) <= 0) ?? rules.tiers.at(-1);
  if (tier === undefined) throw new RangeError(`The instrument ${rules.id} has no position tier.`);
  return tier.mmr;
}
