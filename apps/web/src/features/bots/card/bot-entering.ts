// Decides from the response about a bot whether the bot may send entries, and whether its card has a banner.
import type { BotWire } from '@rondo/contract';

/** Returns false when an error, a hold, or the trading state of the instrument prevents the entries of the running round. */
export function maySendEntries({ phase, holds, trading }: Pick<BotWire, 'phase' | 'holds' | 'trading'>): boolean {
  if (phase === 'error' || holds.some(({ level }) => level === 'entries')) return false;
  return trading === null || trading.state === 'live';
}

/**
 * Returns true for a bot without an error, without a hold, without dust, without a waiting entry, and on a pair whose trading continues. The card of such a bot has
 * no banner.
 */
export function isUndisturbed(bot: Pick<BotWire, 'phase' | 'holds' | 'trading' | 'dust_size' | 'entry_wait'>): boolean {
  const { phase, holds, trading, dust_size: dust, entry_wait: wait } = bot;
  if (phase === 'error' || holds.length > 0 || Number(dust) !== 0 || wait !== null) return false;
  return trading === null || (trading.state === 'live' && trading.ends_at === null);
}
