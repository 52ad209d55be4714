// Finds the reason of a command from the slot and the verb of the command.
import type { IntentRow } from '@rondo/engine/ports';

/** Returns the reason as an English sentence and as a message key with the placeholders step and round. */
export function orderReason({ verb, slot }: IntentRow): { readonly reason: string; readonly reason_key: string } {
  if (verb === 'cancel') return { reason: 'No longer needed', reason_key: 'orders.reason.cancel' };
  if (verb === 'amend') return { reason: 'Its price and size now match the fills', reason_key: 'orders.reason.amend' };
  switch (slot.kind) {
    case 'entry':
      return slot.step === 1
        ? { reason: `Opens round ${slot.round}`, reason_key: 'orders.reason.opens' }
        : {
            reason: `Enters step ${slot.step} of the ladder when the price reaches it`,
            reason_key: 'orders.reason.step',
          };
    case 'takeProfit':
      return { reason: `Takes the profit of step ${slot.step}`, reason_key: 'orders.reason.takeProfit' };
    case 'baseExit':
      return {
        reason: `Takes the profit of the base and ends round ${slot.round}`,
        reason_key: 'orders.reason.baseExit',
      };
    case 'stopLoss':
      return { reason: `Limits the loss of round ${slot.round}`, reason_key: 'orders.reason.stopLoss' };
    case 'close':
      return { reason: 'Closes the open position at market', reason_key: 'orders.reason.close' };
    default:
      return slot.kind satisfies never;
  }
}
