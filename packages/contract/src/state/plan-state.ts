// Converts a planned ladder to the form of the API.
import { formatDecimal, fractionToDecimal, type Fraction } from '@rondo/decimal';
import type { LadderPreview } from '@rondo/strategy';
import type { PlanResponse } from '../bots/plan.ts';

/** Returns the plan with its ladder. Prices and sizes are exact, and amounts are rounded to eight decimal places. */
export function toPlanResponse(preview: LadderPreview): PlanResponse {
  return {
    budget: formatDecimal(preview.plan.budget),
    first_price: money(preview.plan.firstPrice),
    max_total_size: money(preview.totalAmount),
    steps: preview.rows.map((row) => ({
      step: row.step,
      price: formatDecimal(row.price),
      amount: money(row.amount),
      size: formatDecimal(row.contracts),
      type: row.step === 1 ? ('market' as const) : ('limit' as const),
      cyclic: row.cyclic,
      liquidation_price: row.liquidationPrice === null ? null : formatDecimal(row.liquidationPrice),
      expected_pnl: money(row.expectedGross),
    })),
  };
}

function money(value: Fraction): string {
  return formatDecimal(fractionToDecimal(value, 8, 'halfUp'));
}
