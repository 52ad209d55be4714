// Plans a new bot at the current price, and throws an error when the plan cannot be traded.
import {
  abs,
  compareDecimals,
  decimal,
  formatDecimal,
  formatFixed,
  multiply,
  priceOf,
  subtract,
  toFraction,
  type Decimal,
} from '@rondo/decimal';
import { contractLimits, type ParsedCreateBotRequest, type PlanResponse } from '@rondo/contract';
import { previewLadder, type BotConfig, type LadderPreview, type PlanRefusal } from '@rondo/strategy';
import { ApiError } from '../api/api-error.ts';
import type { AppContext } from '../app-context.ts';
import { serverLimits } from '../limits.ts';

/**
 * Returns the plan at a price that is read from the exchange and not from the cache, so that the creation of a bot fails while the exchange does not respond.
 */
export async function currentPlanOf(context: AppContext, config: BotConfig): Promise<LadderPreview> {
  const askedAt = context.clock.now();
  const price = await context.market.askPrice(config.instrument);
  if (!price.ok || context.clock.now() - askedAt > serverLimits.priceMaxAgeMs)
    throw new ApiError('EXCHANGE_UNAVAILABLE');
  const firstPrice = toFraction(priceOf(price.value.last, config.instrument.tickSz));
  const result = previewLadder({ config, budget: config.allocation, firstPrice });
  if (!result.ok) throw planError(result.refusal);
  const failing = result.preview.rows.find((row) => row.affordability.kind !== 'ok');
  if (failing === undefined) return result.preview;
  const reason =
    failing.affordability.kind === 'beyond_liquidation'
      ? 'its price lies beyond the liquidation price of the steps before it'
      : 'the margin left at its price is too small';
  throw new ApiError('STEP_UNAFFORDABLE', {
    field: 'entry.count',
    parameters: { step: String(failing.step), reason, kind: failing.affordability.kind },
  });
}

export function planError(refusal: PlanRefusal): ApiError {
  switch (refusal.kind) {
    case 'below_min_size':
      return new ApiError('BELOW_MIN_SIZE', {
        field: 'basic.max_total_size',
        parameters: { step: String(refusal.step), smallestAllocation: formatFixed(refusal.smallestAllocation, 2) },
      });
    case 'same_tick':
      return new ApiError('STEPS_TOO_CLOSE', {
        field: 'entry.step_distance',
        parameters: { step: String(refusal.step) },
      });
    case 'above_max_size':
      return new ApiError('STEP_TOO_LARGE', { field: 'basic.max_total_size', parameters: sizeParameters(refusal) });
    case 'beyond_tier':
      return new ApiError('BEYOND_TIER', { field: 'basic.leverage', parameters: sizeParameters(refusal) });
    case 'no_budget':
      return new ApiError('VALIDATION', {
        field: 'basic.max_total_size',
        parameters: { reason: 'must be above zero' },
      });
    default:
      return refusal satisfies never;
  }
}

function sizeParameters({ step, maxSz }: { readonly step: number; readonly maxSz: Decimal }) {
  return { step: String(step), maxSize: formatDecimal(maxSz) };
}

/** Throws PLAN_CHANGED when the preview of the request differs by more than 1 % from our plan, because the market has moved (decision 3). */
export function refuseChangedPlan(request: ParsedCreateBotRequest, plan: PlanResponse): void {
  const rows = request.entry.data;
  if (rows.length === 0) return;
  const isSame =
    rows.length === plan.steps.length &&
    plan.steps.every((step, index) => {
      const row = rows[index];
      if (row === undefined || row.step !== step.step) return false;
      return isClose(decimal(step.price), decimal(row.price)) && isClose(decimal(step.amount), decimal(row.amount));
    });
  if (!isSame) throw new ApiError('PLAN_CHANGED', { field: 'entry.data', plan });
}

/** Returns whether the difference between the two values is at most the ratio `planTolerance` of our value. */
function isClose(ours: Decimal, given: Decimal): boolean {
  const allowed = abs(multiply(ours, decimal(contractLimits.planTolerance)));
  return compareDecimals(abs(subtract(given, ours)), allowed) <= 0;
}
