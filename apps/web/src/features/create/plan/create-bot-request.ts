// Builds the creation request from settings and preview (specification 3; decision 3). Amounts stay decimal text.
import { createBotPayload, type CreateBotRequest } from '@rondo/contract';
import { formatDecimal, fractionToDecimal, priceOf, type Fraction } from '@rondo/decimal';
import { totalAmount, type BotConfig, type BotSettings, type Plan } from '@rondo/strategy';

export type PlannedBot = {
  readonly settings: BotSettings;
  readonly name: string;
  readonly accountId: string;
  readonly config: BotConfig;
  readonly plan: Plan;
};

const MONEY_PLACES = 8; // more than the two places of an allocation, so that the division on the server returns exactly this allocation

/** Returns the payload. `max_total_size` is allocation x leverage x ratio. `entry.data` is the preview, which the server compares with its own plan. */
export function createBotRequest({ settings, name, accountId, config, plan }: PlannedBot): CreateBotRequest {
  return createBotPayload(settings, {
    accountId,
    instrumentId: config.instrument.id,
    name,
    maxTotalSize: money(totalAmount(plan.steps)),
    rows: plan.steps.map((step) => ({
      step: step.step,
      price: formatDecimal(priceOf(step.price, config.instrument.tickSz)),
      amount: money(step.amount),
      type: step.step === 1 ? 'market' : 'limit',
    })),
  });
}

function money(value: Fraction): string {
  return formatDecimal(fractionToDecimal(value, MONEY_PLACES, 'down'));
}
