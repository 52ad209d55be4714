// Form and plan to the creation payload of specification 3 (decision 3). Pure; money stays decimal text.
import type { CreateBotRequest } from '@rondo/contract';
import {
  decimal,
  divideFractions,
  formatDecimal,
  fractionToDecimal,
  priceOf,
  toFraction,
  type Decimal,
} from '@rondo/decimal';
import { defenceByOptionCode, totalAmount, type BotConfig, type Plan } from '@rondo/strategy';
import type { CreateForm } from './create-form.ts';

export type CreateBotInput = {
  readonly form: CreateForm;
  readonly name: string;
  readonly accountId: string;
  readonly config: BotConfig;
  readonly plan: Plan;
};

const MONEY_PLACES = 8; // more than an allocation's two, so that the server's division gives the same allocation back

/** The payload: `max_total_size` is allocation x leverage x ratio, `entry.data` the preview that the server compares. */
export function createBotRequest({ form, name, accountId, config, plan }: CreateBotInput): CreateBotRequest {
  const hundred = toFraction(decimal('100'));
  const sizeRatio = fractionToDecimal(divideFractions(toFraction(decimal(form.investmentRatio)), hundred), 4, 'halfUp');
  return {
    exchange_account_id: accountId,
    size_ratio: formatDecimal(sizeRatio),
    basic: {
      symbol: form.instrumentId,
      direction: form.direction,
      leverage: Number(form.leverage),
      margin_type: 'cross',
      max_total_size: money(fractionToDecimal(totalAmount(plan.steps), MONEY_PLACES, 'down')),
      auto_reentry: { enabled: true, budget_type: 'percentage' },
    },
    entry: {
      type: 'market',
      count: form.martinSteps,
      auto_amount: true,
      data: plan.steps.map((step) => ({
        step: step.step,
        price: formatDecimal(priceOf(step.price, config.instrument.tickSz)),
        amount: money(fractionToDecimal(step.amount, MONEY_PLACES, 'down')),
        type: step.step === 1 ? ('market' as const) : ('limit' as const),
      })),
      ai_style: 'aggressive',
      risk_management: { enabled: true, step: form.cyclicSteps, trigger_type: 'immediate', ai_trigger_style: 'boost' },
      cycle_credit: form.cycleCredit,
      ...distanceFields(form),
    },
    exit: { take_profit: form.profitTarget, stop_loss: { enabled: false, value: '0', on_bot_end: false } },
    metadata: { name, description: '' },
  };
}

function money(value: Decimal): string {
  return formatDecimal(value);
}

/** A defence goes as the percent D, so that the server divides it exactly; a slider value as the distance itself. */
function distanceFields(form: CreateForm): { defense: 2 | 4 | 6 | 8 | 10 } | { step_distance: string } {
  const defence = form.distance.kind === 'defence' ? defenceByOptionCode[`${form.distance.percent}p`] : undefined;
  return defence === undefined ? { step_distance: form.distance.percent } : { defense: defence };
}
