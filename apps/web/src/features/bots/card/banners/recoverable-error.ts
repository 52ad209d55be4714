// Decides from the response about a bot whether its owner may recover it.
import type { BotWire } from '@rondo/contract';

const recoverable = ['entry_missed', 'reduced_externally'] as const;

/** Returns the error after which the owner chooses how the bot continues. Returns null when the owner has no such choice. */
export function recoverableError(
  bot: Pick<BotWire, 'phase' | 'status' | 'end_reason'>,
): (typeof recoverable)[number] | null {
  if (bot.phase !== 'error' || bot.status !== 'active') return null;
  return recoverable.find((each) => each === bot.end_reason) ?? null;
}
