// Converts the settings of a bot to the creation payload (web) and back (server). Only this file has both directions.
import {
  asPercent,
  decimal,
  divideFractions,
  formatDecimal,
  fractionToDecimal,
  multiply,
  multiplyFractions,
  percent,
  percentToRatio,
  toFraction,
  type Decimal,
} from '@rondo/decimal';
import { botSettings, defaultDefencePercent, defencePercents, type BotSettings } from '@rondo/strategy/settings';
import type { CreateBotRequest, ParsedCreateBotRequest } from './create-bot.ts';

/** The number of decimal places of an allocation and of `max_total_size` in USDT. */
const moneyPlaces = 8;

/** The fields of the payload that are not settings. */
export type CreateBotContent = {
  readonly accountId: string;
  readonly instrumentId: string;
  readonly name: string;
  readonly entry: Pick<CreateBotRequest['entry'], 'type' | 'signal' | 'shadow'>;
  /** The sum of the planned step amounts, as a notional in USDT. */
  readonly maxTotalSize: string;
  /** The ladder that the form shows. The server compares this ladder with the ladder that it plans. */
  readonly rows: CreateBotRequest['entry']['data'];
};

/** Returns the creation payload of a bot with these settings. */
export function createBotPayload(settings: BotSettings, content: CreateBotContent): CreateBotRequest {
  return {
    exchange_account_id: content.accountId,
    size_ratio: formatDecimal(fractionToDecimal(percentToRatio(settings.investmentRatio), 4, 'halfUp')),
    basic: {
      symbol: content.instrumentId,
      direction: settings.direction,
      leverage: formatDecimal(settings.leverage),
      margin_type: 'cross',
      max_total_size: content.maxTotalSize,
      auto_reentry: {
        enabled: settings.autoReentry,
        budget_type: 'percentage',
        // Only a payload without compounding has the field, because an older server refuses it during an upgrade.
        ...(settings.compound ? {} : { compound: false }),
      },
    },
    entry: {
      ...content.entry,
      count: settings.martinSteps,
      auto_amount: true,
      data: content.rows,
      ai_style: 'aggressive',
      risk_management: {
        enabled: true,
        step: settings.cyclicSteps,
        trigger_type: 'immediate',
        ai_trigger_style: 'boost',
      },
      cycle_credit: formatDecimal(settings.cycleCredit),
      ...distanceFields(settings),
    },
    exit: { take_profit: formatDecimal(settings.takeProfit), stop_loss: stopLossField(settings) },
    metadata: { name: content.name, description: '' },
  };
}

/** Returns the settings of a payload. */
export function settingsOfRequest(request: ParsedCreateBotRequest): BotSettings {
  const { basic, entry, exit } = request;
  return {
    direction: basic.direction,
    martinSteps: entry.count,
    cyclicSteps: entry.risk_management.step,
    stepDistance: stepDistanceOf(request),
    atrMultiplier: entry.atr_multiplier === undefined ? null : decimal(entry.atr_multiplier),
    takeProfit: percent(exit.take_profit),
    leverage: decimal(String(basic.leverage)),
    investmentRatio: asPercent(multiply(decimal(request.size_ratio), decimal('100'))),
    allocation: allocationOf(request),
    cycleCredit: percent(entry.cycle_credit ?? botSettings.cycleCredit.default),
    compound: basic.auto_reentry.compound ?? botSettings.compound.default,
    autoReentry: basic.auto_reentry.enabled,
    stopLoss: exit.stop_loss.enabled ? percent(exit.stop_loss.value) : null,
    stopLossEndsBot: exit.stop_loss.on_bot_end,
  };
}

/** Returns the allocation in USDT, max_total_size / leverage / size_ratio, rounded down to eight decimal places (decision 3). */
export function allocationOf(request: ParsedCreateBotRequest): Decimal {
  const leverage = toFraction(decimal(String(request.basic.leverage)));
  const perBudget = multiplyFractions(toFraction(decimal(request.size_ratio)), leverage);
  return fractionToDecimal(
    divideFractions(toFraction(decimal(request.basic.max_total_size)), perBudget),
    moneyPlaces,
    'down',
  );
}

/** Returns the explicit step distance when the payload has one. Otherwise returns the distance of the defence, of the option code, or of the default defence, in this order (decision 3). */
function stepDistanceOf({ entry }: ParsedCreateBotRequest): BotSettings['stepDistance'] {
  if (entry.step_distance !== undefined) return { kind: 'percent', percent: percent(entry.step_distance) };
  const coded = defencePercents.find((defence) => `${defence}p` === entry.type);
  return { kind: 'defence', percent: percent(String(entry.defense ?? coded ?? defaultDefencePercent)) };
}

/** Returns the field for the step distance. A defence is sent as a percent, and the server computes the step distance from it. A manual distance and the factor of ATR are sent unchanged. */
function distanceFields({ stepDistance, atrMultiplier }: BotSettings) {
  if (atrMultiplier !== null) return { atr_multiplier: formatDecimal(atrMultiplier) };
  const text = formatDecimal(stepDistance.percent);
  if (stepDistance.kind === 'percent') return { step_distance: text };
  return { defense: defencePercents.find((defence) => String(defence) === text) };
}

/** Returns the field for the stop loss. For a bot without a stop loss the field is disabled and its value is zero. */
function stopLossField({ stopLoss, stopLossEndsBot }: BotSettings) {
  if (stopLoss === null) return { enabled: false, value: '0', on_bot_end: false };
  return { enabled: true, value: formatDecimal(stopLoss), on_bot_end: stopLossEndsBot };
}
