// The budget of the calls of a person that send requests to the exchange. All members share the request limits of our address there.
import type { Budget, Budgets } from '../api/budgets.ts';
import { serverLimits } from '../limits.ts';

/** Returns the budget. Every caller of this function gets the same count, because the budget is found by its name. */
export function exchangeCalls({ budgets }: { readonly budgets: Budgets }): Budget {
  return budgets('calls of a person to the exchange', { points: serverLimits.exchangeCallsPerMinute, seconds: 60 });
}
