// Estimates the liquidation price of a linear swap on cross margin with the bot's allocation as collateral (strategy 4).
// Other positions and free margin of the account are not included.
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

/** An open position and its collateral: equity E in USDT, size in lots, cost K in ticks x lots. */
export type LiquidationInput = {
  readonly config: BotConfig;
  readonly equity: Fraction;
  readonly openLots: bigint;
  readonly costTickLots: Fraction;
};

/** The unrounded liquidation price in ticks; null when nothing is open or a long cannot be liquidated. */
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

/** The liquidation price of a running bot rounded to tick (long down, short up); null when it has none. */
export function liquidationPrice(state: BotState): Ticks | null {
  const price = estimateLiquidation({
    config: state.config,
    equity: addFractions(toFraction(state.config.allocation), netRealisedExact(state)),
    openLots: openSize(state),
    costTickLots: openCostOf(allLots(state)),
  });
  return price === null ? null : roundAgainst(price, state.config);
}

/** Returns the maintenance rate of the tier for this many lots; the last tier's when all are exceeded. Throws RangeError without tiers. */
export function maintenanceRate(rules: InstrumentRules, openLots: bigint): Decimal {
  const size = sizeOf(lots(openLots), rules.lotSz);
  const tier =
    rules.tiers.find((each) => each.maxSz === null || compareDecimals(size, each.maxSz) <= 0) ?? rules.tiers.at(-1);
  if (tier === undefined) throw new RangeError(`instrument ${rules.id} has no position tier`);
  return tier.mmr;
}
