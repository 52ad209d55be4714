// Dispatches the margin that no bot needs. The budget of the next round is computed from it.
import { normalise } from '@rondo/decimal';
import { freeMarginFor } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import { dispatchEvent, type FactContext } from './batch.ts';

/** Dispatches the available margin of the account to a bot. Dispatches nothing before the balance of the account was read. */
export function dispatchAvailableMargin(
  { memory, batch }: Pick<FactContext, 'memory' | 'batch'>,
  bot: BotMemory,
): void {
  if (memory.balance === null) return;
  const amount = normalise(freeMarginFor(bot, memory, memory.balance.value.equity));
  const key = { kind: 'margin', position: bot.position + 1 } as const;
  dispatchEvent(batch, bot, { key, event: { kind: 'availableMargin', amount } });
}
