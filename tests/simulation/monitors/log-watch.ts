// Watches the technical log: a warning or an error must be one that the faults of a run explain (I32), and a checkpoint never differs from its
// events (I28).
import type { CheckContext } from '../checks/checkers.ts';

/** The warnings and errors that a fault of the network, of the exchange or of the database causes. */
const explained: ReadonlySet<string> = new Set([
  'account.restarts',
  'lease.renewal_failed',
  'okx.clock.unavailable',
  'okx.key.refused',
  'okx.socket.channel_refused',
  'okx.socket.down',
  'ledger.gap',
  'order.orphanCancelled',
  'bot.frozenEnded',
]);
/** An actor restarts after these failures of the journal. Every other cause is an error of the program. */
const journalFailures = /database|lease|fenced|stored event|already has/i;

/** Checks one line of the log. */
export function checkLogLine(
  context: CheckContext,
  line: { readonly level: string; readonly event: string; readonly cause: unknown; readonly isExpected: boolean },
): void {
  const { level, event, cause, isExpected } = line;
  if (event === 'bot.checkpointDiffers')
    context.report({ invariant: 'I28', at: context.now(), text: 'a checkpoint differs from the fold of its events' });
  if ((level !== 'warn' && level !== 'error') || isExpected) return;
  const isExplained = event === 'account.restarts' ? journalFailures.test(String(cause)) : explained.has(event);
  if (!isExplained)
    context.report({
      invariant: 'I32',
      at: context.now(),
      text: `no fault explains the log line ${event}: ${String(cause)}`,
    });
}
