// The settings of a bot of the API as texts that can be copied.
import type { BotWire } from '@rondo/contract';
import { decimal, formatDecimal, multiply } from '@rondo/decimal';
import { defencePercents } from '@rondo/strategy';
import type { SharedSettings } from './settings-text.ts';

/** The API rounds the step distance of a defence to four decimal places, and ten steps have nine distances. */
const tolerance = 0.001;

export function settingsOfBot({ symbol, size_ratio: ratio, basic, entry, exit }: BotWire): SharedSettings {
  const { type, shadow } = entry;
  const isRuled = type === 'rsi' || type === 'ichimoku';
  const isOther = isRuled || type === 'webhook' || type === 'ai-gpt';
  return {
    instrument: symbol,
    direction: basic.direction,
    investmentRatio: formatDecimal(multiply(decimal(String(ratio)), decimal('100'))),
    leverage: String(basic.leverage),
    martinSteps: String(entry.count),
    cyclicSteps: String(entry.risk_management.step),
    ...distanceOf(entry),
    takeProfit: String(exit.take_profit),
    cycleCredit: String(entry.cycle_credit),
    stopLoss: exit.stop_loss.enabled ? String(exit.stop_loss.value) : 'none',
    ...(basic.auto_reentry.enabled ? {} : { autoReentry: 'off' }),
    ...(basic.auto_reentry.compound ? {} : { compound: 'off' }),
    entry: isOther ? type : 'market',
    ...(isRuled && entry.signal !== undefined ? ruleOf(entry.signal) : {}),
    ...(isOther || shadow === undefined ? {} : { shadow: shadow.rule, ...ruleOf(shadow) }),
  };
}

/** Returns the defence when the distance is the distance of a defence. Both then plan the same ladder. */
function distanceOf({ count, step_distance: distance, atr_multiplier: factor }: BotWire['entry']): SharedSettings {
  if (factor !== undefined) return { atrMultiplier: String(factor) };
  const fall = distance * (count - 1);
  const defense = defencePercents.find((percent) => Math.abs(percent - fall) < tolerance);
  return defense === undefined ? { stepDistance: String(distance) } : { defense: String(defense) };
}

function ruleOf({ bar, length, level, when }: NonNullable<BotWire['entry']['shadow']>): SharedSettings {
  return {
    bar,
    ...(length === null ? {} : { length: String(length) }),
    ...(level === null ? {} : { level }),
    when,
  };
}
