// From the creation payload to the strategy's configuration. Everything the client computed is computed again.
import {
  decimal,
  divideFractions,
  fractionToDecimal,
  multiplyFractions,
  oneFraction,
  toFraction,
  type Decimal,
  type Fraction,
} from '@rondo/decimal';
import { contractLimits, type ParsedCreateBotRequest } from '@rondo/contract';
import {
  defenceByOptionCode,
  percentToRatio,
  stepDistanceOfDefence,
  type BotConfig,
  type InstrumentRules,
} from '@rondo/strategy';

/** USDT to eight places, rounded down: max_total_size / leverage / size_ratio (decision 3). */
export function allocationOf(request: ParsedCreateBotRequest): Decimal {
  const perBudget = multiplyFractions(toFraction(decimal(request.size_ratio)), toFraction(leverageOf(request)));
  const exact = divideFractions(toFraction(decimal(request.basic.max_total_size)), perBudget);
  return fractionToDecimal(exact, 8, 'down');
}

/** The whole configuration of the bot on this instrument. */
export function configOf(request: ParsedCreateBotRequest, instrument: InstrumentRules): BotConfig {
  const { basic, entry, exit } = request;
  const stopLoss = exit.stop_loss;
  return {
    instrument,
    direction: basic.direction,
    allocation: allocationOf(request),
    investmentRatio: toFraction(decimal(request.size_ratio)),
    leverage: leverageOf(request),
    martinSteps: entry.count,
    cyclicSteps: entry.risk_management.step,
    stepDistance: stepDistanceOf(request),
    takeProfit: percentToRatio(exit.take_profit),
    cycleCredit: percentToRatio(entry.cycle_credit ?? contractLimits.cycleCredit.default),
    compound: true,
    autoReentry: basic.auto_reentry.enabled,
    stopLoss: stopLoss.enabled
      ? { fractionOfBudget: percentToRatio(stopLoss.value), endsBot: stopLoss.on_bot_end }
      : null,
  };
}

/** An explicit distance, else the defence's, else the option code's, else 4 % (decision 3). A ratio. */
function stepDistanceOf({ entry }: ParsedCreateBotRequest): Fraction {
  if (entry.step_distance !== undefined) return percentToRatio(entry.step_distance);
  const defence = entry.defense ?? defenceByOptionCode[entry.type] ?? contractLimits.defaultDefense;
  return stepDistanceOfDefence(defence, entry.count);
}

function leverageOf(request: ParsedCreateBotRequest): Decimal {
  return { units: BigInt(request.basic.leverage), scale: 0 };
}

/** A ratio as percent for a wire number: 0.015 is 1.5. */
export function ratioToPercentNumber(ratio: Fraction): number {
  const hundred = { n: 100n, d: 1n };
  const percent = fractionToDecimal(multiplyFractions(ratio, hundred), 6, 'halfUp');
  return Number(percent.units) / 10 ** percent.scale;
}

/** How far b lies from a, as a ratio of a (a not zero). */
export function relativeDistance(a: Fraction, b: Fraction): Fraction {
  const ratio = divideFractions(b, a);
  const n = ratio.n * oneFraction.d - oneFraction.n * ratio.d;
  return { n: n < 0n ? -n : n, d: ratio.d };
}
