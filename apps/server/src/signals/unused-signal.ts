// Says why the newest signal of a waiting bot has opened no round when the bot did not get it: no server ran, or the decision came too late.
import type { BotSignalWire } from '@rondo/contract';
import { signalEventKey } from '@rondo/engine';
import type { Store } from '@rondo/store';

/** The signals of a bot, the newest first, and the end of the newest signal. Times are in epoch ms. */
export interface ShownSignals {
  readonly botId: string;
  readonly items: readonly BotSignalWire[];
  readonly validUntil: number;
  readonly now: number;
}

/** Returns the signals. The newest signal has the reason `late` when it has ended and the journal of the bot does not have it. A signal that the bot refused is in its journal and in its log. */
export async function explainUnused(
  { bots }: { readonly bots: Pick<Store['bots'], 'hasEvent'> },
  { botId, items, validUntil, now }: ShownSignals,
): Promise<BotSignalWire[]> {
  const [newest, ...older] = items;
  if (newest?.outcome !== 'open' || now <= validUntil) return [...items];
  const isKnown = await bots.hasEvent(botId, signalEventKey(botId, Date.parse(newest.closed_at)));
  return isKnown ? [...items] : [{ ...newest, outcome: 'none', reason: 'late' }, ...older];
}
