// Builds the creation request from the settings and the plan (specification 3; decision 3). Amounts are decimal texts.
import { createBotPayload, type CreateBotRequest } from '@rondo/contract';
import { formatDecimal, fractionToDecimal, priceOf, type Fraction } from '@rondo/decimal';
import type { EntryFields } from './entry-signal.ts';
import { totalAmount, type BotConfig, type BotSettings, type Plan } from '@rondo/strategy';

export type PlannedBot = {
  readonly settings: BotSettings;
  readonly name: string;
  readonly accountId: string;
  readonly config: BotConfig;
  readonly plan: Plan;
  /** What decides when a round opens. */
  readonly entry: EntryFields;
};

/**
 * The number of decimal places of amounts in the request. The server calculates the allocation as `max_total_size` / (leverage x ratio).
 * With eight places, the quotient rounded to two places is exactly the allocation of the form.
 */
const MONEY_PLACES = 8;

/**
 * Returns the payload. `max_total_size` is allocation x leverage x ratio. `entry.data` has one row per step of the plan. The server
 * computes the plan again and compares the rows.
 */
export function createBotRequest({ settings, name, accountId, config, plan, entry }: PlannedBot): CreateBotRequest {
  return createBotPayload(settings, {
    accountId,
    instrumentId: config.instrument.id,
    name,
    entry,
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
