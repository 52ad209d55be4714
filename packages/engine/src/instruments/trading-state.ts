// What the engine does while the exchange does not trade an instrument (failure 41). Entries are cancelled, exits keep resting, and nothing
// is placed or amended before trading resumes.
import type { DesiredOrder } from '@rondo/strategy';
import { addLogLine, dispatchEvent, type FactContext } from '../facts/batch.ts';
import { entryStopBeforeChangeMs, haltedCancelEveryMs } from '../limits.ts';
import type { AccountMemory } from '../memory/account-memory.ts';
import type { BotMemory } from '../memory/bot-memory.ts';
import type { ExchangeCommand } from '../orders/reconcile.ts';
import type { InstrumentReport } from '../ports/index.ts';

/** Returns true while the instrument of a bot is traded. An instrument without a report counts as traded. */
export function isTraded(memory: AccountMemory, bot: BotMemory): boolean {
  return (reportOf(memory, bot)?.state ?? 'live') === 'live';
}

/** Returns true when a bot may open a round: its instrument is traded, and the exchange has announced no end of trading. */
export function mayOpenOn(memory: AccountMemory, bot: BotMemory): boolean {
  const report = reportOf(memory, bot);
  return report === undefined || (report.state === 'live' && report.expiresAt === null);
}

/**
 * Returns true from `entryStopBeforeChangeMs` before an announced change of the rules until a report was read after the time of the change.
 * An entry of this time could have a size or a price that the changed rules refuse for its exit.
 */
export function isChangeNear(memory: AccountMemory, bot: BotMemory, venueNow: number): boolean {
  const changesAt = reportOf(memory, bot)?.changesAt ?? null;
  return changesAt !== null && venueNow >= changesAt - entryStopBeforeChangeMs;
}

/** Returns the orders that a bot wants at present. While its instrument is not traded, it wants no entry. */
export function wantedOrders(memory: AccountMemory, bot: BotMemory): readonly DesiredOrder[] {
  return isTraded(memory, bot) ? bot.desired : bot.desired.filter(({ reduces }) => reduces);
}

/**
 * Returns true for a command that must wait until the instrument is traded. An entry is cancelled also while trading is suspended. When
 * the exchange has refused a cancel, the next cancel is sent after `haltedCancelEveryMs`.
 */
export function isHaltedCommand(memory: AccountMemory, command: ExchangeCommand, now: number): boolean {
  if (isTraded(memory, command.bot) || command.kind === 'abandon') return false;
  if (command.kind !== 'cancel' || command.order.reduces) return true;
  return command.order.wasCancelAsked && now < command.order.lookups.lastAt + haltedCancelEveryMs;
}

/** Writes a log line when the trading state of the instrument of a bot changes, and makes the round of the bot its last round when trading will end. */
export function noteTradingState(facts: FactContext, bot: BotMemory, { state, expiresAt }: InstrumentReport): void {
  const { batch, memory } = facts;
  if (expiresAt !== null && bot.announcedEnd !== expiresAt) {
    bot.announcedEnd = expiresAt;
    addLogLine(batch, bot, {
      type: 'ERROR',
      messageKey: 'bots.log.tradingWillEnd',
      parameters: { at: String(expiresAt) },
    });
    const key = { kind: 'last', position: bot.position + 1 } as const;
    if (!bot.state.isLast) dispatchEvent(batch, bot, { key, event: { kind: 'setLast', isLast: true } });
  }
  const before = bot.tradingState;
  bot.tradingState = state;
  if (before === state) return;
  if (state !== 'live') {
    if (state === 'expired') memory.isSlowReadWanted = true;
    const messageKey = state === 'expired' ? 'bots.log.tradingEnded' : 'bots.log.tradingHalted';
    addLogLine(batch, bot, { type: 'ERROR', messageKey, parameters: {} });
    return;
  }
  // Orders that the exchange refused during the suspension are placed again without a wait.
  bot.backoffs.clear();
  memory.isSnapshotWanted = true;
  addLogLine(batch, bot, { type: 'OTHER', messageKey: 'bots.log.tradingResumed', parameters: {} });
}

/** Returns true when the exchange has ended the instrument of a bot. */
export function hasExpired(memory: AccountMemory, bot: BotMemory): boolean {
  return reportOf(memory, bot)?.state === 'expired';
}

function reportOf(memory: AccountMemory, { config }: BotMemory): InstrumentReport | undefined {
  return memory.instruments.get(config.instrument.id);
}
