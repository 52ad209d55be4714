// Declares fills that nobody can read any more, because the account was not read for longer than the exchange lists fills.
import type { Log } from '../ports/index.ts';
import { addLogLine, type FactContext } from './batch.ts';

const dayMs = 86_400_000;

/**
 * Adds a line to the log of each bot that existed in the gap, and an error line to the log of the operator. The gap begins
 * when the previous lease ended (`heldUntil`, epoch ms), and it ends with the oldest fill that the exchange still lists.
 */
export function declareGap({ memory, batch, venue }: FactContext, log: Log, heldUntil: number | undefined): void {
  const listedSince = batch.now - venue.fillsKeptMs;
  if (heldUntil === undefined || heldUntil >= listedSince) return;
  log.write('error', 'ledger.gap', { accountId: memory.accountId, from: heldUntil, to: listedSince });
  const parameters = { days: String(Math.ceil((listedSince - heldUntil) / dayMs)) };
  for (const bot of memory.bots.values()) {
    if (bot.row.createdAt < listedSince)
      addLogLine(batch, bot, { type: 'ERROR', messageKey: 'bots.log.ledgerGap', parameters });
  }
}
